// SPDX-License-Identifier: GPL-3.0-or-later
//
// A series of treebank statistics as bars, or as a curve over ranks. A tooltip says what a bar counts, and a click asks
// for the trees of a bar.
#pragma once

#include "views/plots/treebank_numbers.h"

#include <QWidget>

#include <optional>

class QCustomPlot;
class QMouseEvent;

namespace batchscope {

class NumberPlot final : public QWidget {
    Q_OBJECT

public:
    explicit NumberPlot(QWidget* parent = nullptr);

    enum class Scale { Linear, Logarithmic };

    void setSeries(NumberSeries series);
    void setScale(Scale scale);
    /// Colors and fonts anew.
    void restyle() { rebuild(); }
    /// What is drawn at a place of this widget.
    [[nodiscard]] std::optional<std::size_t> barAt(const QPoint& at) const;

signals:
    /// Index into NumberSeries::bars.
    void barClicked(int bar);

private:
    void rebuild();
    void addBars();
    void addRanks();
    void fitAxes();
    void nameBars();
    void showToolTip(const QMouseEvent& event);
    [[nodiscard]] bool isLogarithmic() const { return m_scale == Scale::Logarithmic || m_series.ranks; }

    QCustomPlot* m_plot;
    NumberSeries m_series;
    Scale m_scale = Scale::Linear;
};

} // namespace batchscope
