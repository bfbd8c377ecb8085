// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/transport/transport_icon.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace batchscope {

namespace {

/// On a square of side 16.
void addTriangle(QPainterPath& path, double base, double tip) {
    path.moveTo(base, 2.5);
    path.lineTo(tip, 8.0);
    path.lineTo(base, 13.5);
    path.closeSubpath();
}

QPainterPath signPath(TransportSign sign) {
    QPainterPath path;
    switch (sign) {
    case TransportSign::First:
        path.addRoundedRect(2.0, 2.5, 2.2, 11.0, 0.8, 0.8);
        addTriangle(path, 13.5, 5.2);
        break;
    case TransportSign::Back:
        addTriangle(path, 10.0, 2.6);
        path.addRoundedRect(11.4, 2.5, 2.0, 11.0, 0.8, 0.8);
        break;
    case TransportSign::Play: addTriangle(path, 3.8, 13.4); break;
    case TransportSign::Pause:
        path.addRoundedRect(3.4, 2.5, 3.2, 11.0, 0.9, 0.9);
        path.addRoundedRect(9.4, 2.5, 3.2, 11.0, 0.9, 0.9);
        break;
    case TransportSign::Forward:
        path.addRoundedRect(2.6, 2.5, 2.0, 11.0, 0.8, 0.8);
        addTriangle(path, 6.0, 13.4);
        break;
    case TransportSign::Last:
        addTriangle(path, 2.5, 10.8);
        path.addRoundedRect(11.8, 2.5, 2.2, 11.0, 0.8, 0.8);
        break;
    }
    return path;
}

QPixmap drawn(const QPainterPath& path, const QColor& colour, int side) {
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(side / 16.0, side / 16.0);
    painter.fillPath(path, colour);
    return pixmap;
}

} // namespace

QIcon transportIcon(TransportSign sign, const QColor& colour, const QColor& disabled) {
    QIcon icon;
    const QPainterPath path = signPath(sign);
    for (const int side : {16, 24, 32, 48}) {
        icon.addPixmap(drawn(path, colour, side), QIcon::Normal);
        icon.addPixmap(drawn(path, disabled, side), QIcon::Disabled);
    }
    return icon;
}

} // namespace batchscope
