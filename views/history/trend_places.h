// SPDX-License-Identifier: GPL-3.0-or-later
//
// The series of a trend by place: what differs in nothing but the arm is plotted together.
#pragma once

#include "core/records/history_trend.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <vector>

namespace batchscope {

class TrendPlaces {
public:
    /// Null: there are none.
    explicit TrendPlaces(std::shared_ptr<const HistoryTrend> trend = nullptr);

    /// In the order of the trend: "tree-lstm, dim 100, batch size 32, 1 thread".
    [[nodiscard]] QStringList names() const;
    /// All arms of the place, as indices into the trend's series; none of a place that there is not.
    [[nodiscard]] std::vector<std::size_t> series(int place) const;
    /// The place to show for a run: where it became slower, `shown` before others; else `shown` if the run has it, or
    /// the first one that it has. `shown` for a run without any.
    [[nodiscard]] int placeFor(std::int64_t run, int shown) const;
    /// Which of series(place) to show for a run: one that became slower in it; else the first one that batches.
    [[nodiscard]] int armFor(int place, std::int64_t run) const;

private:
    using Holds = bool (*)(const TrendPoint& point);
    [[nodiscard]] bool hasIn(std::size_t series, std::int64_t run, Holds holds) const;
    [[nodiscard]] bool has(int place, std::int64_t run, Holds holds) const;

    std::shared_ptr<const HistoryTrend> m_trend;
    std::vector<std::size_t> m_first; // the first series of each place
};

} // namespace batchscope
