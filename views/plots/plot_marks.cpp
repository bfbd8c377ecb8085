// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_marks.h"

#include "views/models/words.h"
#include "views/plots/curve_drawing.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kArrowHeight = 10; // of its head

} // namespace

void PlotMarks::add(const PlotMark& mark, const CurveLook& look, const Theme& theme) {
    auto* const arrow = new QCPItemLine(m_plot);
    for (QCPItemPosition* end : {arrow->start, arrow->end}) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    arrow->start->setCoords(mark.x, 0.0);
    arrow->end->setCoords(mark.x, 1.0);
    arrow->setPen(QPen(look.colour, 1.0, Qt::DotLine));
    arrow->setHead(QCPLineEnding(QCPLineEnding::esFlatArrow, 8.0, 9.0));
    auto* const name = new QCPItemText(m_plot);
    name->position->setType(QCPItemPosition::ptAbsolute); // see stack()
    name->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    name->setBrush(theme.panel); // the lines of other marks do not run through it
    name->setColor(look.isOther ? theme.mutedText : theme.text);
    name->setFont(m_plot->font());
    arrow->setLayer(QString::fromLatin1(kProofLayer));
    name->setLayer(QString::fromLatin1(kProofLayer));
    m_shown.push_back({mark, arrow, name});
}

void PlotMarks::setVisible(const CurveKey& curve, bool isVisible) {
    for (const Shown& shown : m_shown) {
        if (shown.mark.key == curve) {
            shown.arrow->setVisible(isVisible);
            shown.name->setVisible(isVisible);
        }
    }
}

int PlotMarks::height(int axesHeight) const {
    constexpr double kMostShare = 0.25;
    const auto visible =
        std::count_if(m_shown.begin(), m_shown.end(), [](const Shown& shown) { return shown.arrow->visible(); });
    const int needed = static_cast<int>(visible) * QFontMetrics(m_plot->font()).height() + kArrowHeight;
    return visible > 0 && needed <= kMostShare * axesHeight ? needed : 0;
}

void PlotMarks::stack(int axesHeight) {
    constexpr int kAside = 6;
    const bool fits = height(axesHeight) > 0;
    const QFontMetrics metrics(m_plot->font());
    const QRect axes = m_plot->axisRect()->rect();
    int bottom = axes.bottom() - kArrowHeight;
    for (const Shown& shown : m_shown) {
        const QString text = toText(shown.mark.name);
        const double arrow = m_plot->xAxis->coordToPixel(shown.mark.x);
        const double length = metrics.horizontalAdvance(text);
        const bool isLeft = arrow <= axes.center().x();
        const double left = std::min(isLeft ? arrow + kAside : arrow - kAside - length, axes.right() - length);
        shown.name->setText(fits ? text : QString());
        shown.name->position->setCoords(std::max<double>(left, axes.left()), bottom);
        bottom -= shown.name->visible() ? metrics.height() : 0;
    }
}

void PlotMarks::addToLegend() {
    for (const Shown& shown : m_shown) {
        if (shown.arrow->visible()) {
            QCPGraph* const entry = m_plot->addGraph(); // without a point of its own
            entry->setPen(shown.arrow->pen());
            entry->setName(toText(shown.mark.name));
        }
    }
}

QString PlotMarks::namesAt(const QPointF& place) const {
    constexpr double kNear = 5.0; // pixels
    QStringList names;
    for (const Shown& shown : m_shown) {
        const bool isNear = std::abs(m_plot->xAxis->coordToPixel(shown.mark.x) - place.x()) <= kNear;
        if (shown.arrow->visible() && isNear && m_plot->axisRect()->rect().contains(place.toPoint())) {
            names << toText(shown.mark.name);
        }
    }
    return names.join(u'\n');
}

} // namespace batchscope
