// SPDX-License-Identifier: GPL-3.0-or-later
//
// The conditions of a run of a benchmark: machine, libraries, build, input and options. Where two runs differ in one of
// them, that may explain a difference in time. What identifies a series (arm, batch size, dim) is no condition.
#pragma once

#include "core/records/bench_document.h"

#include <string>
#include <vector>

namespace batchscope {

/// A key of `context` and what stands there.
struct RunCondition {
    std::string key;
    std::string value; ///< as in JSON; empty where the document does not say it, or says null
};

/// All of them, with the same keys in the same order for every run.
using RunConditions = std::vector<RunCondition>;

[[nodiscard]] RunConditions conditionsOf(const BenchDocument& document);

/// A line for each condition that differs: `cpu: "A" then, "B" now`. How many mini-batches were drawn is none: it
/// changes no step.
[[nodiscard]] std::vector<std::string> differentConditions(const RunConditions& before, const RunConditions& now);

/// Whether the mini-batches of both runs are of the same trees.
[[nodiscard]] bool haveSameDraw(const RunConditions& before, const RunConditions& now);

} // namespace batchscope
