// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of all plots of the window: a QCustomPlot that fills the widget, its legend, zoom and tooltips, and its page
// for export. A page is a second plot of the same data that is never shown, so that saving it neither moves nor
// repaints the plot on the screen. Also the base of panels that consist of a plot and its table.
#pragma once

#include "views/models/live_view.h"

#include <QFont>
#include <QWidget>

#include <memory>
#include <string>

class QCustomPlot;
class QTableView;

namespace batchscope {

struct Theme;

class PlotWidget : public QWidget {
    Q_OBJECT

public:
    /// Pages are measured in half points, so that a line of width 1 is fine and every size is a whole number.
    static constexpr int kUnitsPerPoint = 2;
    /// The size of all text on a page, as journals require it for figures.
    static constexpr int kPagePoints = 8;

    /// True if nothing is plotted yet.
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// Applies colors and fonts again.
    void restyle() { rebuild(); }
    /// The plot on a page `width` units wide: everything that is plotted, whatever the zoom, without marks of the
    /// current moment, in the paper theme, with text kPagePoints high and a legend above the axes.
    [[nodiscard]] std::unique_ptr<PlotWidget> page(int width) const;
    /// The underlying plot; its header is only used in this folder.
    [[nodiscard]] QCustomPlot& plot() const { return *m_plot; }

protected:
    explicit PlotWidget(QWidget* parent);

    /// Draws everything again.
    virtual void rebuild() = 0;
    /// Sets ranges that show everything.
    virtual void fitAxes() = 0;
    /// Adapts labels and legend to the current size.
    virtual void arrange() {}
    /// The tooltip at this point of the plot; empty for none.
    [[nodiscard]] virtual QString tipAt(const QPoint& place) const = 0;

    /// Lets the user drag and zoom along these axes. A double click shows everything again.
    void letZoom(Qt::Orientations orientations);
    /// Places the legend of a panel that may be low: above the axes, with as many entries side by side as fit without
    /// being cut; beside them, in one column, if that left too little room for the data; nowhere if neither fits. A
    /// page makes room for its legend. Returns true if there is little room, so that labels should be short.
    bool arrangeLegend();
    /// Labels the x axis; a page has below it the caption that the panel shows above the plot.
    void labelBelow(const QString& label, const std::string& caption);

    /// Creates a plot of the same class and data, calling becomePage before setting the data.
    [[nodiscard]] virtual std::unique_ptr<PlotWidget> copyForPage(int width) const = 0;
    void becomePage(int width);
    [[nodiscard]] bool isPage() const { return m_isPage; }
    /// The theme of the window, or paper.
    [[nodiscard]] const Theme& theme() const;
    /// The font of all text in the plot.
    [[nodiscard]] QFont plotFont() const;
    void resizeEvent(QResizeEvent* event) override;

    QCustomPlot* const m_plot;

private:
    enum class LegendPlace { Above, Beside, Nowhere };

    void moveLegend(LegendPlace place, int entriesPerLine);
    void breakLongNames();

    LegendPlace m_legendPlace = LegendPlace::Nowhere;
    bool m_isPage = false;
};

/// The base of panels that consist of a plot and its table, so that the window's commands reach both in every panel.
class PlotView : public LiveView {
    Q_OBJECT

public:
    using LiveView::LiveView;

    [[nodiscard]] virtual const PlotWidget& plot() const = 0;
    /// The same figures as rows; its model, or the source of its sorting proxy, is a TableModel.
    [[nodiscard]] virtual const QTableView& table() const = 0;

    /// The panel's content as a document that batchscope-cli reads; empty if there is none.
    [[nodiscard]] virtual std::string documentText() const { return {}; }
};

} // namespace batchscope
