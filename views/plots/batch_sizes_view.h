// SPDX-License-Identifier: GPL-3.0-or-later
//
// What batching bought, step by step and op by op: bars on the left, one for each step or for each range of sizes, the
// table of ops on the right, and above them the mean, which is the figure that matters, since regular execution runs
// nodes one by one.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which comes first here
#include "core/schedule/metrics.h"
#include "views/tables/column_model.h"
#endif
#include "core/session/snapshot.h"
#include "views/plots/plot_widget.h"

#include <QPoint>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QCPItemRect;

namespace batchscope {

// The shape of a schedule at a glance: one bar per step, as high as its batch, in the color of its op. Wide, low tails
// are where batching does not pay off. The bars are drawn once; the mark of the current step is on a separate layer, so
// that playing costs one line per frame.

class BatchSizesPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit BatchSizesPlot(QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    void setPresent(BatchId batch);
    void setLogarithmic(bool isLogarithmic);
    [[nodiscard]] bool isEmpty() const override { return batchCount() == 0; }

    /// Above this many steps, bars are lines one pixel wide.
    static constexpr std::size_t kMostBars = 600;

signals:
    void batchClicked(batchscope::BatchId batch);
    /// Left and right keys: -1 or 1.
    void stepAsked(int direction);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addSteps();
    void placeMark();
    [[nodiscard]] BatchId batchAtPixel(const QPoint& at) const;
    [[nodiscard]] std::size_t batchCount() const;

    std::shared_ptr<const Snapshot> m_snapshot;
    QCPItemRect* m_mark;
    BatchId m_present;
    bool m_isLogarithmic = false;
    QPoint m_pressed;
};

// How many batches of which size: one bar for each range of sizes, stacked from its ops in their colors. Many batches
// on the left are where batching does not pay off. All figures come from core/schedule/batch_histogram.h.

class BatchHistogramPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit BatchHistogramPlot(QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    [[nodiscard]] bool isEmpty() const override { return m_histogram.bins.empty(); }
    [[nodiscard]] const BatchHistogram& histogram() const { return m_histogram; }

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    void rebuild() override;
    void fitAxes() override;
    [[nodiscard]] QString tipAt(const QPoint& place) const override;

private:
    void addBins();
    [[nodiscard]] QString opName(OpId op) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    BatchHistogram m_histogram;
};

/// Of a row of the table.
struct OpRow {
    OpSummary summary;
    std::string name;
};

class BatchSizesView final : public PlotView {
    Q_OBJECT

public:
    /// Bars for each step, or for each range of batch sizes.
    enum class Kind { Steps, Histogram };

    BatchSizesView(Session& session, Playback& playback, QWidget* parent = nullptr);

    void setKind(Kind kind);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_table; }

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    void showHeadline();
    [[nodiscard]] bool hasHistogram() const;

    BatchSizesPlot* m_plot;
    BatchHistogramPlot* m_histogram;
    std::unique_ptr<RowsModel<OpRow>> m_summary;
    QTableView* m_table;
    QLabel* m_headline;
    QComboBox* m_kinds;
    QCheckBox* m_log;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
};

} // namespace batchscope
