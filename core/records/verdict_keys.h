// SPDX-License-Identifier: GPL-3.0-or-later
//
// What samples are worth, as scripts read it.
#pragma once

#include "core/trace/speed_report.h"

#include <optional>
#include <string_view>

namespace batchscope {

/// "steady", "varying", "busy", "few_runs".
[[nodiscard]] std::string_view speedVerdictKey(SpeedVerdict verdict);
/// None for any other text.
[[nodiscard]] std::optional<SpeedVerdict> parseSpeedVerdict(std::string_view key);

} // namespace batchscope
