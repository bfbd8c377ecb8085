// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bars, standing or lying, made of parts that have a color and an entry in the legend: batch sizes, statistics of
// treebanks, and of a benchmark the phases of its arms and the split of a speed-up. What is drawn is a value,
// BarFigure.
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
#include <set>
#include <vector>

class QCPBars;
class QCPItemRect;

namespace batchscope {

/// What all bars are made of, or some of them.
struct BarPart {
    QString name; ///< in the legend; empty: none
    std::function<QColor(const Theme&)> colour;
    QVector<double> places = {}; ///< of bars that have it, rising
    QVector<double> lengths = {};
    std::vector<MedianRange> ranges = {}; ///< of each length; empty: none is known
};

/// What is written at a bar: beside its end, or inside where it is long.
struct BarNote {
    double place = 0.0;
    double end = 0.0;   ///< of the bar; 0: at the axis
    double inner = 0.0; ///< where it ends inside
    QString text;
    std::function<QColor(const Theme&)> fill; ///< the bar's
};

struct BarFigure {
    QString title;                   ///< what the axes are, as a noun phrase
    QString description;             ///< for those who do not see the picture
    bool lies = false;               ///< bars lie, the first on top; else they stand
    QString along;                   ///< label of the axis that has the bars
    QString lengths;                 ///< of the axis that tells their lengths
    QString brief;                   ///< the same where there is little room; empty: the same
    QString caption;                 ///< below a page
    PlotUnit unit = PlotUnit::Count; ///< of lengths
    bool isLogarithmic = false;
    bool isStacked = false; ///< else later parts are before earlier ones
    bool hasLegend = false; ///< on the screen; a page has one
    double pitch = 1.0;     ///< from bar to bar
    double thickness = 0.8; ///< of a bar, as a share of the pitch
    std::vector<BarPart> parts;
    QVector<double> places; ///< of all bars, rising
    QStringList names = {}; ///< of all bars, at the axis; empty: their places are
    std::vector<BarNote> notes = {};
    std::function<QString(std::size_t bar)> tip = {}; ///< null: none

    [[nodiscard]] bool isEmpty() const { return places.isEmpty(); }
};

class BarPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit BarPlot(QWidget* parent = nullptr);

    void setFigure(BarFigure figure);
    [[nodiscard]] const BarFigure& figure() const { return m_figure; }
    [[nodiscard]] bool isEmpty() const override { return m_figure.isEmpty(); }
    /// Marks a bar, on a layer of its own, so that playing costs one line per frame; none: no mark.
    void setPresent(std::optional<std::size_t> bar);
    /// At a place of the plot.
    [[nodiscard]] std::optional<std::size_t> barAt(const QPoint& place) const;
    [[nodiscard]] bool isHidden(const QString& part) const { return m_hidden.contains(part); }
    /// As a click on its entry of the legend does: hides the part, which the bars then lack, or shows it again.
    void togglePart(const QString& part);

signals:
    void barClicked(int bar);
    /// Left and right keys: -1 or 1.
    void stepAsked(int direction);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    void arrange() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;
    void clickEntry(const QCPAbstractPlottable& part) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addParts();
    void addNotes();
    void placeMark();
    /// Of the bars, without what is hidden, up to the end of its range.
    [[nodiscard]] double longest() const;

    BarFigure m_figure;
    QCPItemRect* m_mark = nullptr;
    std::optional<std::size_t> m_present;
    std::set<QString> m_hidden; // also of parts that these bars have not
    QPoint m_pressed;
};

/// Where the time of a step goes, arm by arm.
[[nodiscard]] BarFigure phasesFigure(const PhaseBars& bars, const BenchReport& report);

/// A speed-up as a waterfall of times, both ways round: behind each bar, pale, what it is shorter by.
[[nodiscard]] BarFigure splitFigure(const SpeedSplit& split);

} // namespace batchscope
