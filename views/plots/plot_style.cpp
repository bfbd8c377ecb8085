// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_style.h"

#include "views/models/words.h"

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

QString SecondsTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) {
    return tick > 0.0 ? secondsText(tick) : QString();
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
