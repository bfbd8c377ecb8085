// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes all plots look like the rest of the window, in every theme. Only for .cpp files of this room, because it
// includes the header of QCustomPlot.
#pragma once

#include "views/theme/theme.h"

#include <qcustomplot.h>

namespace batchscope {

/// Where bars begin on a logarithmic axis of counts: below 1, so that a bar of one is seen.
inline constexpr double kLogFloor = 0.7;

/// Colors, pens and fonts of background, axes, grid and legend.
void styleAxes(QCustomPlot& plot, const Theme& theme);

/// Stretch factor of a row or column that is as small as it can be.
inline constexpr double kLeastStretch = 0.001;
/// Room of a legend's entry beside its name: the line before it and the gaps.
inline constexpr int kLegendEntryGaps = 60;
/// Width of the widest entry of the legend, at least 1.
[[nodiscard]] int widestLegendEntry(const QCustomPlot& plot);
/// Entries that fit side by side into `width` without one being cut, at least 1.
[[nodiscard]] int legendEntriesPerLine(const QCustomPlot& plot, int width);
/// Moves the legend to a row of its own above the axes, as low as it can be, and shows it. It must not be there yet.
void placeLegendAbove(QCustomPlot& plot, int entriesPerLine);

/// Labels of an axis of counts: "10", "1,000"; whole numbers only.
class CountTicker final : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    double getTickStep(const QCPRange& range) override;
};

/// The same over powers of ten.
class LogCountTicker final : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

} // namespace batchscope
