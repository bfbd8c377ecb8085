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

/// An axis of seconds over powers of ten, written as "1 ms", "20 µs".
class SecondsTicker final : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

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
