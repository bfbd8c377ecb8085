// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a benchmark, of which one is shown: a list of them, for bars, which are of one batch size, a list of
// what was measured, what all curves have in common, and the plot or the reason why it is empty.
#pragma once

#include "core/bench/bench.h"
#include "core/bench/plot_figures.h"
#include "views/plots/plot_widget.h"

#include <QStringList>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace batchscope {

class BarPlot;
class LinePlot;

class PlotChooser final : public QWidget {
    Q_OBJECT

public:
    explicit PlotChooser(QWidget* parent = nullptr);

    /// Null empties all of them. Also follows what the palette became.
    void setReport(std::shared_ptr<const BenchReport> report);
    void setKind(PlotKind kind);
    [[nodiscard]] PlotKind kind() const;
    /// The plot of this kind, also while the reason for its being empty is shown in its place.
    [[nodiscard]] const PlotWidget& plot() const;
    /// Why the plot is empty; nothing if it is not.
    [[nodiscard]] QString emptyReason() const;
    /// What is said next to the lists.
    [[nodiscard]] QString caption() const { return m_captionText; }
    /// Sentences on what the plot leaves out, or does not show.
    [[nodiscard]] const QStringList& notes() const { return m_notes; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void listCells();
    void showPlot();
    void elideCaption();
    void showBars();
    [[nodiscard]] std::optional<BenchKey> cell() const;

    QComboBox* m_kinds;
    QComboBox* m_cells;
    QLabel* m_caption;
    QLabel* m_empty;
    QStackedWidget* m_stack;
    LinePlot* m_lines;
    BarPlot* m_bars;
    std::shared_ptr<const BenchReport> m_report;
    std::vector<BenchKey> m_measured;     // as m_cells lists them; none for plots of curves
    std::map<PlotKind, BenchKey> m_asked; // by the user; else the largest
    QString m_captionText;
    QString m_whyEmpty; // of bars
    QStringList m_notes;
};

} // namespace batchscope
