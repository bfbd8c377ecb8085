// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a kernel computes columns that are all made alike. Where a value reads a concatenation, its columns to the left
// of the seam are made from one side and those to the right from the other, so it is cut there into pieces.
#pragma once

#include "core/plan/body_stages.h"

#include <set>

namespace batchscope {

/// Ends of the pieces of a value with rows of its own, its width the last of them. Below it stand the values that its
/// kernel computes for itself: all but those whose rows can be read by then.
[[nodiscard]] std::set<std::int32_t> pieceEnds(const OpBody& body, const BodyStages& stages, BodyId value);

} // namespace batchscope
