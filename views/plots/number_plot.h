// SPDX-License-Identifier: GPL-3.0-or-later
//
// A series of treebank statistics as bars, or as a curve over ranks. A tooltip says what a bar counts, and a click asks
// for the trees of a bar.
#pragma once

#include "views/plots/plot_widget.h"
#include "views/plots/treebank_numbers.h"

#include <optional>

class QMouseEvent;

namespace batchscope {

class NumberPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit NumberPlot(QWidget* parent = nullptr);

    enum class Scale { Linear, Logarithmic };

    void setSeries(NumberSeries series);
    void setScale(Scale scale);
    /// Colors and fonts anew.
    void restyle() { rebuild(); }
    [[nodiscard]] bool isEmpty() const override { return m_series.bars.empty(); }
    /// What is drawn at a place of this widget.
    [[nodiscard]] std::optional<std::size_t> barAt(const QPoint& at) const;

signals:
    /// Index into NumberSeries::bars.
    void barClicked(int bar);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;

private:
    void rebuild();
    void addBars();
    void addRanks();
    void fitAxes();
    void nameBars();
    [[nodiscard]] int widestName() const;
    [[nodiscard]] bool namesFit(int each) const;
    void showToolTip(const QMouseEvent& event);
    [[nodiscard]] bool isLogarithmic() const { return m_scale == Scale::Logarithmic || m_series.ranks; }

    NumberSeries m_series;
    Scale m_scale = Scale::Linear;
};

} // namespace batchscope
