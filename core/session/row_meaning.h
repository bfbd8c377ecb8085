// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: an integer argument may be a word, a letter or only a number; captions and the search for words must say the
// same of it.
#pragma once

#include "core/graph/op_set.h"

namespace batchscope {

/// What the integers of a slot count: the rows of the table that the op looks them up in. `slot` is one of the op's
/// fixed ones.
[[nodiscard]] RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot);

} // namespace batchscope
