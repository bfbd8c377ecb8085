// SPDX-License-Identifier: GPL-3.0-or-later
//
// One curve of a plot, as QCustomPlot's parts: the line that describes it, its samples, the confidence of its medians,
// and the medians, hollow where they are noisy. Only for .cpp files of this room, because it includes the header of
// QCustomPlot.
#pragma once

#include "core/bench/plot_figures.h"
#include "views/plots/curve_look.h"

#include <QString>

#include <vector>

namespace batchscope {

inline constexpr double kPointSize = 7.0;
/// The name of a layer that the plot must have, below that of the points: nothing on it can hide one.
inline constexpr auto kProofLayer = "proof";

struct CurveOnPlot {
    QCustomPlot& plot; ///< owns what is drawn
    const PlotCurve& curve;
    const CurveLook& look;
    QString name;  ///< in the legend
    QColor ground; ///< inside hollow points
};

/// Always as many parts, in the same order, for the same curve. Only the medians have a place in the legend.
[[nodiscard]] std::vector<QCPAbstractPlottable*> drawCurve(const CurveOnPlot& what);

/// Of fitted lines: thinner than any curve, and dashed otherwise.
[[nodiscard]] QPen fitPen(const QColor& colour);

} // namespace batchscope
