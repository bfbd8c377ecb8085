// SPDX-License-Identifier: GPL-3.0-or-later
//
// A speed-up as a waterfall of times, from regular on LibTorch down to folded on the engine: one bar for each step,
// from 0 on a linear axis, so that lengths compare as times do; behind each bar, pale, what it is shorter by, and
// beside it the time and the factor. Both ways round are below each other. All figures come from
// core/trace/speed_text.h.
#pragma once

#include "core/trace/speed_text.h"
#include "views/plots/plot_widget.h"

#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QCPItemText;
class QMouseEvent;

namespace batchscope {

class SplitPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit SplitPlot(QWidget* parent = nullptr);

    /// Figures of another configuration than the shown one are pale.
    enum class Shown { Present, Other };

    /// `results`: of each arm the result that it is, where the split is of a benchmark.
    void setSplit(const SpeedSplit& split, Shown shown = Shown::Present,
                  const std::array<std::optional<std::size_t>, kTimedArmCount>& results = {});
    void restyle() { rebuild(); }
    [[nodiscard]] bool isEmpty() const override { return m_split.isEmpty(); }
    [[nodiscard]] const SpeedSplit& split() const { return m_split; }
    [[nodiscard]] std::optional<std::size_t> resultAt(const QPoint& place) const override;

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A bar with what is written beside it, from the longest text to the shortest.
    struct Row {
        const SplitStep* step = nullptr;
        TimedArm arm = TimedArm::Regular;
        double place = 0.0;  ///< on the y axis
        double before = 0.0; ///< seconds of the step that it is compared with; 0 of the first
        QStringList texts;
        QCPItemText* label = nullptr;
    };

    void rebuild();
    void listRows();
    void addBars();
    void addHeads();
    void label();
    void arrange();
    void fitAxes();
    void placeLabels();
    void showToolTip(const QMouseEvent& event);
    [[nodiscard]] const Row* rowAt(const QPoint& place) const;
    [[nodiscard]] QColor colourOf(const Row& row) const;

    SpeedSplit m_split;
    Shown m_shown = Shown::Present;
    std::array<std::optional<std::size_t>, kTimedArmCount> m_results;
    std::vector<Row> m_rows;
    std::vector<std::pair<double, QString>> m_heads; // of the ways: their place and name
};

} // namespace batchscope
