// SPDX-License-Identifier: GPL-3.0-or-later
//
// The places on the x axis that the samples prove something about: an arrow down to each, and its name at the bottom,
// one above the other, where that leaves enough for the curves. Else tooltips have the names, and on paper the legend.
// All of it is below the points. Only for .cpp files of this room, because it includes the header of QCustomPlot.
#pragma once

#include "core/bench/plot_figures.h"
#include "views/plots/curve_look.h"

#include <QString>

#include <vector>

namespace batchscope {

class PlotMarks {
public:
    /// The plot outlives the marks and has the layer of curve_drawing.h.
    explicit PlotMarks(QCustomPlot& plot) : m_plot(&plot) {}

    /// The plot has deleted its items.
    void clear() { m_shown.clear(); }
    void add(const PlotMark& mark, const CurveLook& look, const Theme& theme);
    /// Marks of this curve.
    void setVisible(const CurveKey& curve, bool isVisible);
    [[nodiscard]] bool isEmpty() const { return m_shown.empty(); }

    /// What the marks take above the x axis with their names; 0 where they are not named there.
    [[nodiscard]] int height(int axesHeight) const;
    /// Beside their arrows, towards the middle of the plot as far as they fit. To be called when the axes are laid out.
    void stack(int axesHeight);
    /// Adds entries to the legend for those that are visible.
    void addToLegend();
    /// The names at this place of the plot; empty where none is.
    [[nodiscard]] QString namesAt(const QPointF& place) const;

private:
    /// The plot owns both items.
    struct Shown {
        PlotMark mark;
        QCPItemLine* arrow = nullptr;
        QCPItemText* name = nullptr;
    };

    QCustomPlot* m_plot;
    std::vector<Shown> m_shown;
};

} // namespace batchscope
