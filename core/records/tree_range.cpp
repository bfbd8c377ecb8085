// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/tree_range.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <utility>

namespace batchscope {

namespace {

/// Digits only: no sign, no base prefix.
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

} // namespace batchscope
