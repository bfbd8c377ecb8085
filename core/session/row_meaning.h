// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether an integer argument is a word, a letter or only a number, decided once for captions and for the search for
// words.
#pragma once

#include "core/graph/op_set.h"

#include <cstddef>
#include <vector>

namespace batchscope {

/// What the integers of a slot count: the rows of the table that the op looks them up in. `slot` is one of the op's
/// fixed ones.
[[nodiscard]] RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot);

/// Where an op's word or letter comes from; `slot` is kNone for ops without.
struct WordSlot {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t slot = kNone;
    RowMeaning meaning = RowMeaning::None;
};

/// Of each op, by OpId::index(): the first slot whose integers are words or letters.
[[nodiscard]] std::vector<WordSlot> wordSlots(const OpSet& ops);

} // namespace batchscope
