// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a figure of a benchmark back to a picture: the config that shows the net, width, policy, passes and trees that a
// result was measured with.
#pragma once

#include "core/base/result.h"
#include "core/bench/bench.h"
#include "core/session/session_config.h"

#include <string>

namespace batchscope {

/// A sentence that says why no picture shows what this arm ran; empty where one does. Arms that are batched by hand or
/// as TorchFold make no schedule of the kind that is drawn.
[[nodiscard]] std::string whyNotShown(const BenchResult& result);

/// `now` with all that `result` of a sweep with the options `measured` was measured with. The trees are those of its
/// first mini-batch. The bank must be the one that was measured; files, reading and number of threads stay as they are.
/// Config errors: whyNotShown(), an arm that is unknown here, fewer trees than the batch has. Sorts the trees by size:
/// O(n log n).
[[nodiscard]] Result<SessionConfig> measuredConfig(const SessionConfig& now, const BenchConfig& measured,
                                                   const BenchResult& result, const Treebank& bank);

} // namespace batchscope
