// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_style.h"

#include "views/models/words.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

void styleAxis(QCPAxis& axis, const Theme& theme, const QFont& font) {
    const QPen line(theme.rule, 1.0);
    axis.setBasePen(line);
    axis.setTickPen(line);
    axis.setSubTickPen(line);
    axis.setTickLabelColor(theme.mutedText);
    axis.setLabelColor(theme.mutedText);
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.setTickLengthIn(0);
    axis.setTickLengthOut(4);
    axis.setSubTicks(false);
    QColor faint = theme.rule;
    constexpr float kFaint = 0.55F;
    faint.setAlphaF(kFaint);
    axis.grid()->setPen(QPen(faint, 1.0, Qt::SolidLine));
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setZeroLinePen(QPen(theme.rule, 1.0));
}

QString countLabel(double tick) {
    return tick < 1.0 || std::abs(tick - std::round(tick)) > 1e-6
               ? (tick == 0.0 ? QStringLiteral("0") : QString())
               : countText(static_cast<std::uint64_t>(std::llround(tick)));
}

} // namespace

void styleAxes(QCustomPlot& plot, const Theme& theme) {
    const QFont font = plot.font();
    plot.setBackground(QBrush(theme.panel));
    plot.axisRect()->setBackground(QBrush(theme.panel));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        styleAxis(*axis, theme, font);
    }
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setFont(font);
    plot.legend->setTextColor(theme.text);
}

int widestLegendEntry(const QCustomPlot& plot) {
    const QFontMetrics metrics(plot.legend->font());
    int widest = 1;
    for (int place = 0; place < plot.legend->itemCount(); ++place) {
        if (auto* entry = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(place))) {
            const QStringList lines = entry->plottable()->name().split(u'\n');
            for (const QString& line : lines) {
                widest = std::max(widest, metrics.horizontalAdvance(line) + kLegendEntryGaps);
            }
        }
    }
    return widest;
}

int legendEntriesPerLine(const QCustomPlot& plot, int width) {
    return std::max(1, width / widestLegendEntry(plot));
}

void placeLegendAbove(QCustomPlot& plot, int entriesPerLine) {
    QCPLegend* const legend = plot.legend;
    legend->setWrap(entriesPerLine);
    legend->setFillOrder(QCPLegend::foColumnsFirst, true); // entries that are there already follow only so
    legend->layout()->take(legend);
    QCPLayoutGrid& grid = *plot.plotLayout();
    grid.simplify(); // the row or column that it leaves
    grid.insertRow(0);
    grid.addElement(0, 0, legend);
    grid.setRowStretchFactor(0, kLeastStretch);
    legend->setVisible(true);
}

QString CountTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) {
    return countLabel(tick);
}

double CountTicker::getTickStep(const QCPRange& range) {
    return std::max(1.0, std::round(QCPAxisTicker::getTickStep(range)));
}

QString LogCountTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) {
    return countLabel(tick);
}

} // namespace batchscope
