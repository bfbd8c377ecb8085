// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules and learned tables: their headings, and what is wrong with one that is broken.
#pragma once

#include "core/words/noun_words.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::words {

/// Beside a column of steps on the command line.
inline constexpr std::string_view kStepsFromZero = "steps are numbered from 0: batch 1 is step 0";

[[nodiscard]] std::string scheduleHeading(std::string_view policy, std::size_t nodes, std::size_t batches);

inline constexpr const char* kEditedByHand = "Edited by hand";

/// What a table learned from; the lower bound comes as text.
struct TableOrigin {
    std::string_view net;
    WrittenCount nodes;
    WrittenCount batches;
    WrittenCount episodes;
    std::uint64_t seed = 0;
    std::string_view lowerBound;
};
[[nodiscard]] std::string learnedTableHeading(const TableOrigin& origin);
[[nodiscard]] std::string moreStates(const WrittenCount& states);

inline constexpr std::string_view kNonNegativeInteger = "a non-negative integer";

} // namespace batchscope::words
