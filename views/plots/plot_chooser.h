// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows one plot of a benchmark at a time: a list of the plots, a list of the measured results for bars, which show one
// batch size, a caption, and the plot or the reason why it is empty.
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

    /// Sets the report; null empties all plots. Also called to restyle the plots after the palette changed.
    void setReport(std::shared_ptr<const BenchReport> report);
    void setKind(PlotKind kind);
    [[nodiscard]] PlotKind kind() const;
    /// The plot of the current kind, even while the reason why it is empty is shown instead.
    [[nodiscard]] const PlotWidget& plot() const;
    /// Why the plot is empty; empty text if it is not.
    [[nodiscard]] QString emptyReason() const;
    /// The text next to the lists.
    [[nodiscard]] QString caption() const { return m_captionText; }
    /// Sentences about what the plot omits or does not show.
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
    std::vector<BenchKey> m_measured;     // ordered like m_cells; empty for plots of curves
    std::map<PlotKind, BenchKey> m_asked; // chosen by the user; else the largest is shown
    QString m_captionText;
    QString m_whyEmpty; // the reason why the bars are empty
    QStringList m_notes;
};

} // namespace batchscope
