// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of a schedule at a glance: one bar per step, as high as its batch, in the color of its op. Wide, low tails
// are where batching does not pay off. The bars are drawn once; the mark of the current step is on a separate layer, so
// that playing costs one line per frame.
#pragma once

#include "core/session/snapshot.h"
#include "views/plots/plot_widget.h"

#include <QPoint>

#include <memory>

class QCPItemRect;
class QMouseEvent;

namespace batchscope {

class BatchSizesPlot final : public PlotWidget {
    Q_OBJECT

public:
    explicit BatchSizesPlot(QWidget* parent = nullptr);

    enum class Scale { Linear, Logarithmic };

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    void setPresent(BatchId batch);
    void setScale(Scale scale);
    /// Colors and fonts anew.
    void restyle();
    [[nodiscard]] bool isEmpty() const override { return batchCount() == 0; }

    /// Above this many steps, bars are lines one pixel wide.
    static constexpr std::size_t kMostBars = 600;

signals:
    void batchClicked(batchscope::BatchId batch);
    /// Left and right keys: -1 or 1.
    void stepAsked(int direction);

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void addBars();
    void fitAxes();
    void resetRange();
    void placeMark();
    void showToolTip(const QMouseEvent& event);
    [[nodiscard]] BatchId batchAtPixel(const QPoint& at) const;
    [[nodiscard]] std::size_t batchCount() const;

    std::shared_ptr<const Snapshot> m_snapshot;
    QCPItemRect* m_mark;
    BatchId m_present;
    Scale m_scale = Scale::Linear;
    QPoint m_pressed;
};

} // namespace batchscope
