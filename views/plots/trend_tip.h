// SPDX-License-Identifier: GPL-3.0-or-later
//
// A point of a trend in words, for tooltips.
#pragma once

#include "core/records/history_trend.h"

#include <QString>

#include <string>

namespace batchscope {

/// What a run says of itself and of its comparison in a series, several lines.
[[nodiscard]] QString trendTip(const TrendSeries& series, const TrendPoint& point, const HistoryTrend& trend);
/// "2026-05-01 10:00" of a date as documents have it, in UTC.
[[nodiscard]] QString runDateText(const std::string& date);

} // namespace batchscope
