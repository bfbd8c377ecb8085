// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// "A, B or C".
std::string alternatives(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const bool isLast = index + 1 == names.size();
        text += index == 0 ? "" : isLast ? " or " : ", ";
        text += names[index];
    }
    return text;
}

/// The number of letters to insert, delete or replace (Levenshtein 1966), or neighbors to swap (Damerau 1964).
std::size_t distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before;
    std::vector<std::size_t> last;
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row.back();
}

} // namespace

std::string didYouMean(std::string_view name, std::span<const std::string_view> known) {
    constexpr std::size_t kLettersASlip = 3;
    std::size_t fewest = std::max<std::size_t>(1, name.size() / kLettersASlip) + 1;
    std::string_view nearest;
    for (const std::string_view candidate : known) {
        if (std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size()) >= fewest) {
            continue; // avoids comparing a name of megabytes
        }
        if (const std::size_t letters = distance(name, candidate); letters < fewest) {
            fewest = letters;
            nearest = candidate;
        }
    }
    return nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest);
}

Result<std::size_t> indexOfName(std::string_view name, std::span<const std::string_view> names, std::string_view kind) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    const std::string meant = didYouMean(name, names);
    return Error{ErrorCode::Config,
                 fmt::format("unknown {} '{}'{} {}", kind, name, meant.empty() ? "; expected" : meant + " Expected",
                             alternatives(names))};
}

} // namespace batchscope
