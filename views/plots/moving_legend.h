// SPDX-License-Identifier: GPL-3.0-or-later
//
// The legend of a plot in a panel that may be low: above the axes, as many entries side by side as fit without cutting
// one; where that would leave too little for the data, beside them, one below the other; where neither fits, nowhere. A
// page, which makes room for its legend, places it itself.
#pragma once

#include <QSize>

class QCustomPlot;

namespace batchscope {

class MovingLegend {
public:
    /// Hides the legend until arrange() is called. The plot must outlive it.
    explicit MovingLegend(QCustomPlot& plot);

    /// To be called when the plot's size or its entries change. True where there is little room, so that labels should
    /// be brief.
    bool arrange(QSize size);
    /// The same for a page, which is never low.
    void hide();

private:
    enum class Place { Above, Beside, Nowhere };
    void moveTo(Place place, int entriesPerLine);

    QCustomPlot* m_plot;
    Place m_place = Place::Nowhere;
};

} // namespace batchscope
