// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a value is cut into pieces whose columns are all computed alike, as a kernel needs them: where it reads a
// concatenation, columns to the left of the seam come from one side and those to the right from the other.
#pragma once

#include "core/plan/body_stages.h"

#include <set>

namespace batchscope {

/// Ends of the pieces of a value with rows of its own, its width the last of them. Below it are the values that its
/// kernel computes for itself: all but those whose rows can be read by then.
[[nodiscard]] std::set<std::int32_t> pieceEnds(const OpBody& body, const BodyStages& stages, BodyId value);

} // namespace batchscope
