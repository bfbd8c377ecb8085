// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/icons.h"

#include "views/commands/command_registry.h"

#include <QFile>
#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include <utility>

/// Qt's macro must be outside every namespace; it is needed because the resources are in a static library.
static void loadResources() {
    Q_INIT_RESOURCE(batchscope);
}

namespace batchscope {

namespace {

QPixmap rendered(const QByteArray& svg, int size) {
    QSvgRenderer renderer(svg);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QByteArray contents(const QString& path) {
    loadResources();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

QIcon themedIcon(const QString& path, const Theme& theme) {
    QIcon icon;
    const QByteArray black = path.isEmpty() ? QByteArray() : contents(path);
    for (const auto& [mode, color] : {std::pair(QIcon::Normal, theme.text), std::pair(QIcon::Disabled, theme.rule)}) {
        const QByteArray svg = QByteArray(black).replace("#000000", color.name().toLatin1());
        for (const int size : {20, 40}) { // as large as in the toolbars, and on a sharp screen
            if (!svg.isEmpty()) {
                icon.addPixmap(rendered(svg, size), mode);
            }
        }
    }
    return icon;
}

void paintCommandIcons(const CommandRegistry& commands, const Theme& theme) {
    for (const QString& id : commands.ids()) {
        if (const QString path = commands.spec(id).icon; !path.isEmpty()) {
            commands.action(id)->setIcon(themedIcon(path, theme));
        }
    }
}

QIcon applicationIcon() {
    const QByteArray svg = contents(QStringLiteral(":/batchscope.svg"));
    QIcon icon;
    for (const int size : {16, 32, 48, 64, 128, 256}) {
        icon.addPixmap(rendered(svg, size));
    }
    return icon;
}

} // namespace batchscope
