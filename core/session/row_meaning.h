// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether an integer argument is a word, a letter or only a number, decided once for captions and for the search for
// words.
#pragma once

#include "core/graph/op_set.h"

namespace batchscope {

/// What the integers of a slot count: the rows of the table that the op looks them up in. `slot` is one of the op's
/// fixed ones.
[[nodiscard]] RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot);

} // namespace batchscope
