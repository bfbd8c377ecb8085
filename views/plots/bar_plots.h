// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vertical or horizontal bars, made of parts that have a color and an entry in the legend: batch sizes, statistics of
// treebanks, and for a benchmark the phases of its arms and the split of a speed-up. A plot draws a value, BarFigure.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/trace/speed_text.h"
#include "views/plots/plot_widget.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QCPBars;
class QCPItemRect;

namespace batchscope {

/// A part that all bars, or some of them, are made of.
struct BarPart {
    QString name; ///< name in the legend; empty: no entry
    std::function<QColor(const Theme&)> color;
    QVector<double> places = {}; ///< positions of the bars that have this part, ascending
    QVector<double> lengths = {};
    std::vector<MedianRange> ranges = {}; ///< range of each length; empty: unknown
};

/// A text at a bar: next to its end, or inside if the bar is long.
struct BarNote {
    double place = 0.0;
    double end = 0.0;   ///< the end of the bar; 0: the note is at the axis
    double inner = 0.0; ///< the end of a note inside the bar
    QString text;
    std::function<QColor(const Theme&)> fill; ///< the bar's color
};

struct BarFigure {
    QString title;                   ///< the meaning of the axes, as a noun phrase
    QString description;             ///< text for users who cannot see the picture
    bool lies = false;               ///< bars are horizontal, the first at the top; otherwise vertical
    QString along;                   ///< label of the axis along which the bars are placed
    QString lengths;                 ///< label of the axis of the lengths
    QString brief;                   ///< a shorter `lengths` for little room; empty: the same
    QString caption;                 ///< text below a page
    PlotUnit unit = PlotUnit::Count; ///< unit of the lengths
    bool isLogarithmic = false;
    bool isStacked = false; ///< otherwise, later parts are drawn in front of earlier ones
    bool hasLegend = false; ///< applies to the screen; a page always has a legend
    double pitch = 1.0;     ///< distance between neighboring bars
    double thickness = 0.8; ///< thickness of a bar as a share of the pitch
    std::vector<BarPart> parts;
    QVector<double> places; ///< positions of all bars, ascending
    QStringList names = {}; ///< labels of all bars at the axis; empty: their positions
    std::vector<BarNote> notes = {};
    std::function<QString(std::size_t bar)> tip = {}; ///< the tooltip of a bar; null: none

    [[nodiscard]] bool isEmpty() const { return places.isEmpty(); }
};

class BarPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit BarPlot(QWidget* parent = nullptr);

    void setFigure(BarFigure figure);
    [[nodiscard]] const BarFigure& figure() const { return m_figure; }
    [[nodiscard]] bool isEmpty() const override { return m_figure.isEmpty(); }
    /// Marks a bar, on a separate layer, so that playing costs one line per frame; nullopt: no mark.
    void setPresent(std::optional<std::size_t> bar);
    /// The bar at this point of the plot.
    [[nodiscard]] std::optional<std::size_t> barAt(const QPoint& place) const;

signals:
    void barClicked(int bar);
    /// The Left or Right key was pressed: -1 or 1.
    void stepAsked(int direction);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    void arrange() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addParts();
    void addNotes();
    void placeMark();
    /// The length of the longest bar, including its range.
    [[nodiscard]] double longest() const;

    BarFigure m_figure;
    QCPItemRect* m_mark = nullptr;
    std::optional<std::size_t> m_present;
    QPoint m_pressed;
};

/// The time of a step, split into phases, arm by arm.
[[nodiscard]] BarFigure phasesFigure(const PhaseBars& bars, const BenchReport& report);

/// A speed-up as a waterfall of times, in each order of its steps; behind each bar, a pale one shows the time saved.
[[nodiscard]] BarFigure splitFigure(const SpeedSplit& split);

} // namespace batchscope
