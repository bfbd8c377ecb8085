// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all plots of the window share: a QCustomPlot that fills the widget, and a way onto paper. A page is a second
// plot of the same data that is never shown, so that saving one neither moves nor repaints the plot on the screen.
#pragma once

#include <QFont>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>

class QCustomPlot;

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
    /// What the plot shows, on a page `width` units wide: the same curves, scales and ranges, and hidden curves are
    /// hidden there, too; in the paper theme, its text kPagePoints high, with a legend above the axes, and without
    /// marks of the moment.
    [[nodiscard]] std::unique_ptr<PlotWidget> page(int width) const;
    /// What this draws with; its header stays in this room.
    [[nodiscard]] QCustomPlot& plot() const { return *m_plot; }
    /// The measured result (its index in the report) that is drawn at this place of the widget; none for plots of
    /// anything else, and where none is.
    [[nodiscard]] virtual std::optional<std::size_t> resultAt(const QPoint& place) const;

signals:
    /// A double click on what resultAt has.
    void resultActivated(qulonglong result);

protected:
    explicit PlotWidget(QWidget* parent);

    /// Tells of the result at this place of the plot; false where none is.
    bool activateResult(const QPoint& place);

    /// A plot of the same class and data that becomePage was called for before it had any; plottables and items in the
    /// same order, those of the data first. Its ranges and what is hidden in it follow by themselves.
    [[nodiscard]] virtual std::unique_ptr<PlotWidget> copyForPage(int width) const = 0;
    void becomePage(int width);
    /// Called when a page follows the plot: the last word on its ranges.
    virtual void fitPage() {}
    [[nodiscard]] bool isPage() const { return m_isPage; }
    /// That of the window, or paper.
    [[nodiscard]] const Theme& theme() const;
    /// Of all text in the plot.
    [[nodiscard]] QFont plotFont() const;

    QCustomPlot* const m_plot;

private:
    void followView(const PlotWidget& shown);
    void breakLongNames();

    bool m_isPage = false;
};

} // namespace batchscope
