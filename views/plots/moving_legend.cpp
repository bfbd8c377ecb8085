// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/moving_legend.h"

#include "views/plots/plot_style.h"

namespace batchscope {

MovingLegend::MovingLegend(QCustomPlot& plot) : m_plot(&plot) {
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot.legend->setVisible(false);
}

bool MovingLegend::arrange(QSize size) {
    constexpr int kAxesLines = 10; // ticks, a title and what the data need, in lines of text
    constexpr int kAxesLetters = 40;
    const QFontMetrics metrics(m_plot->font());
    const int widest = widestLegendEntry(*m_plot);
    const int line = metrics.height();
    const int entries = m_plot->legend->itemCount();
    const int perLine = legendEntriesPerLine(*m_plot, size.width());
    const int lines = (entries + perLine - 1) / perLine;
    const bool isLow = size.height() < (lines + kAxesLines) * line;
    const bool fitsBeside =
        size.height() > (entries + 1) * line && size.width() > widest + kAxesLetters * metrics.averageCharWidth();
    if (isLow && !fitsBeside) {
        moveTo(Place::Nowhere, perLine);
    } else {
        moveTo(isLow ? Place::Beside : Place::Above, isLow ? 1 : perLine);
    }
    return isLow;
}

void MovingLegend::hide() {
    moveTo(Place::Nowhere, legendEntriesPerLine(*m_plot, m_plot->width()));
}

void MovingLegend::moveTo(Place place, int entriesPerLine) {
    m_plot->legend->setWrap(entriesPerLine);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst, true); // entries that are there already follow only so
    if (place == m_place) {
        return;
    }
    m_place = place;
    if (place == Place::Above) {
        placeLegendAbove(*m_plot, entriesPerLine);
        return;
    }
    QCPLegend* const legend = m_plot->legend;
    legend->layout()->take(legend);
    QCPLayoutGrid& grid = *m_plot->plotLayout();
    grid.simplify(); // the row or column that it leaves
    if (place == Place::Beside) {
        grid.addElement(0, 1, legend);
        grid.setColumnStretchFactor(1, kLeastStretch);
        grid.setRowStretchFactor(0, 1.0);
    } else {
        m_plot->axisRect()->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
        grid.setRowStretchFactor(0, 1.0);
    }
    legend->setVisible(place != Place::Nowhere);
}

} // namespace batchscope
