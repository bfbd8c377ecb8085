// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all plots of the window share: a QCustomPlot that fills the widget, its legend, zoom and tooltips, and a way
// onto paper. A page is a second plot of the same data that is never shown, so that saving one neither moves nor
// repaints the plot on the screen. Below, the base of the panels that are a plot and its table.
#pragma once

#include "views/models/live_view.h"

#include <QFont>
#include <QWidget>

#include <memory>
#include <string>

class QCPAbstractPlottable;
class QCustomPlot;
class QTableView;

namespace batchscope {

struct Theme;

class PlotWidget : public QWidget {
    Q_OBJECT

public:
    /// Pages are measured in half points, so that a line of width 1 is a fine one and every size has a whole number.
    static constexpr int kUnitsPerPoint = 2;
    /// Of all text on a page: what journals ask of figures.
    static constexpr int kPagePoints = 8;

    /// Nothing is plotted yet.
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// Colors and fonts anew.
    void restyle() { rebuild(); }
    /// What the plot shows, on a page `width` units wide: the same curves, scales and ranges, and hidden curves are
    /// hidden there, too; in the paper theme, its text kPagePoints high, with a legend above the axes, and without
    /// marks of the moment.
    [[nodiscard]] std::unique_ptr<PlotWidget> page(int width) const;
    /// What this draws with; its header stays in this room.
    [[nodiscard]] QCustomPlot& plot() const { return *m_plot; }

protected:
    explicit PlotWidget(QWidget* parent);

    /// Draws all of it anew.
    virtual void rebuild() = 0;
    /// Ranges that show all of it.
    virtual void fitAxes() = 0;
    /// Labels and legend for the present size.
    virtual void arrange() {}
    /// What the tooltip says at this place of the plot; empty for none.
    [[nodiscard]] virtual QString tipAt(const QPoint& place) const = 0;
    /// A click on the legend's entry of this part of the plot.
    virtual void clickEntry(const QCPAbstractPlottable& /*part*/) {}

    /// Lets the user drag and zoom along these axes. A double click shows all again.
    void letZoom(Qt::Orientations orientations);
    /// The legend of a panel that may be low: above the axes, as many entries side by side as fit without cutting one;
    /// where that would leave too little for the data, beside them, one below the other; where neither fits, nowhere.
    /// A page makes room for its legend. True where there is little room, so that labels should be brief.
    bool arrangeLegend();
    /// Names the x axis; a page says below it what the panel says above the plot.
    void labelBelow(const QString& label, const std::string& caption);

    /// A plot of the same class and data that becomePage was called for before it had any; plottables and items in the
    /// same order, those of the data first. Its ranges and what is hidden in it follow by themselves.
    [[nodiscard]] virtual std::unique_ptr<PlotWidget> copyForPage(int width) const = 0;
    void becomePage(int width);
    [[nodiscard]] bool isPage() const { return m_isPage; }
    /// That of the window, or paper.
    [[nodiscard]] const Theme& theme() const;
    /// Of all text in the plot.
    [[nodiscard]] QFont plotFont() const;
    void resizeEvent(QResizeEvent* event) override;

    QCustomPlot* const m_plot;

private:
    enum class LegendPlace { Above, Beside, Nowhere };

    void moveLegend(LegendPlace place, int entriesPerLine);
    void followView(const PlotWidget& shown);
    void breakLongNames();

    LegendPlace m_legendPlace = LegendPlace::Nowhere;
    bool m_isPage = false;
};

/// The base of panels that are a plot and its table: through it the window's commands reach both, whatever they show,
/// and a right click on either asks for their menu.
class PlotView : public LiveView {
    Q_OBJECT

public:
    using LiveView::LiveView;

    [[nodiscard]] virtual const PlotWidget& plot() const = 0;
    /// The same figures as rows; its model, below what sorts it, is a TableModel.
    [[nodiscard]] virtual const QTableView& table() const = 0;

    /// What the panel shows as a document that batchscope-cli reads; empty where there is none.
    [[nodiscard]] virtual std::string documentText() const { return {}; }

signals:
    /// A right click or the Menu key, in global pixels.
    void menuAsked(const QPoint& place);

protected:
    /// Elsewhere in the panel the event goes on to those behind it.
    void contextMenuEvent(QContextMenuEvent* event) override;
};

} // namespace batchscope
