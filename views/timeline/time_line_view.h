// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tab *Timeline*: the recorded runs on one axis of time, and below it what is not to be seen there.
#pragma once

#include "views/models/live_view.h"

class QLabel;

namespace batchscope {

class TimeLineChart;

class TimeLineView final : public LiveView {
    Q_OBJECT

public:
    TimeLineView(Session& session, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] TimeLineChart& chart() const { return *m_chart; }

protected:
    void catchUp(const Changes& changes) override;

private:
    TimeLineChart* m_chart;
    QLabel* m_legend;
    QLabel* m_note;
};

} // namespace batchscope
