// SPDX-License-Identifier: GPL-3.0-or-later
//
// A net of three ops over four small trees, recorded with the installed headers only.
#pragma once

#include <batchscope/graph/fold.h>

/// 24 calls: 12 words, 8 joins and, at each root, 4 scores. Roots are on two levels, so `depth` needs two batches for
/// the scores where `agenda` needs one.
[[nodiscard]] batchscope::Result<batchscope::OpGraph> recordToyGraph();
