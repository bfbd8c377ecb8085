// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many batches of which size: one bar for each range of sizes, stacked from its ops in their colors. Many batches
// on the left are where batching does not pay off. All figures come from core/schedule/metrics.h.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which comes first here
#include "core/schedule/metrics.h"
#endif
#include "core/session/snapshot.h"
#include "views/plots/plot_widget.h"

#include <memory>

class QMouseEvent;

namespace batchscope {

class BatchHistogramPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit BatchHistogramPlot(QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    void restyle() { rebuild(); }
    [[nodiscard]] bool isEmpty() const override { return m_histogram.bins.empty(); }
    [[nodiscard]] const BatchHistogram& histogram() const { return m_histogram; }

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;

private:
    void rebuild();
    void addBars();
    void fitAxes();
    void showToolTip(const QMouseEvent& event);
    [[nodiscard]] QString opName(OpId op) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    BatchHistogram m_histogram;
};

} // namespace batchscope
