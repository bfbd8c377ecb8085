// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/verdict_keys.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace batchscope {

namespace {

/// In the order of SpeedVerdict, without Off: what is recorded was measured.
constexpr auto kVerdictKeys = std::to_array<std::string_view>({"steady", "varying", "busy", "few_runs"});
static_assert(static_cast<std::size_t>(SpeedVerdict::Few) + 1 == kVerdictKeys.size());

} // namespace

std::string_view speedVerdictKey(SpeedVerdict verdict) {
    return kVerdictKeys.at(static_cast<std::size_t>(verdict));
}

std::optional<SpeedVerdict> parseSpeedVerdict(std::string_view key) {
    const auto* const found = std::find(kVerdictKeys.begin(), kVerdictKeys.end(), key);
    return found == kVerdictKeys.end() ? std::nullopt
                                       : std::optional(static_cast<SpeedVerdict>(found - kVerdictKeys.begin()));
}

} // namespace batchscope
