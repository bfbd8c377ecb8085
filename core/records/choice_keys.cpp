// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/choice_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace batchscope {

std::vector<const SessionChoice*> measuredChoices() {
    std::vector<const SessionChoice*> list;
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.group != SessionChoice::Group::Picture && !choice.option.empty()) {
            list.push_back(&choice);
        }
    }
    return list;
}

std::string keyOf(const SessionChoice& choice) {
    std::string key = choice.option.substr(2);
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

SessionConfig measuredConfig(const BenchDocument& document) {
    SessionConfig config;
    config.read = document.read;
    config.graph = document.config.graph;
    config.run = document.config.run;
    return config;
}

namespace {

/// Parses digits only: no sign, no base prefix.
bool takeTreeNumber(std::string_view digits, std::size_t& target) {
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), target);
    return code == std::errc() && end == digits.data() + digits.size();
}

} // namespace

std::string treeRangeText(const TreeRange& range) {
    return range.end == TreeRange().end ? fmt::format("{}:", range.begin)
                                        : fmt::format("{}:{}", range.begin, range.end);
}

Result<TreeRange> parseTreeRange(std::string_view text) {
    const Error wrong{ErrorCode::Config,
                      fmt::format("expected A:B (trees A up to but not including B, counted from 0), got '{}'", text)};
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        return wrong;
    }
    TreeRange range;
    for (const auto& [part, target] :
         {std::pair(text.substr(0, colon), &range.begin), std::pair(text.substr(colon + 1), &range.end)}) {
        if (!part.empty() && !takeTreeNumber(part, *target)) { // an open end keeps its default
            return wrong;
        }
    }
    if (range.begin >= range.end) {
        return Error{ErrorCode::Config, fmt::format("the range {} is empty; expected A < B", text)};
    }
    return range;
}

namespace {

/// In the order of SpeedVerdict, without Off, because only measured results are recorded.
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
