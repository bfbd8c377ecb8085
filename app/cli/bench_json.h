// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON document of `bench`: every figure and sample, and all it takes to run the same again. Described key by key
// in resources/bench.schema.json; the keys are a contract.
#pragma once

#include "app/cli/json.h"
#include "app/cli/options.h"
#include "core/bench/bench_context.h"

#include <optional>
#include <string>

namespace batchscope {

/// Of the document: rises whenever a key changes its meaning or goes away.
constexpr int kBenchSchema = 1;

/// One run of `bench`, as far as it came.
struct BenchRecord {
    const CliOptions& options;
    const Treebank& bank;
    BenchConfig config; ///< as measured: with the graph options that fit the trees
    std::string date;   ///< when it began
    std::optional<LoadAverages> loadBefore = std::nullopt;
    std::optional<LoadAverages> loadAfter = std::nullopt; ///< none: it has not ended
    BenchReport report = {};
    bool isCancelled = false; ///< stopped before its end: results of batch sizes and widths are missing
    std::string error = {};   ///< what else ended it early; empty: nothing
};

[[nodiscard]] Json benchJson(const BenchRecord& record);

/// The keys in `context` that hold an option of the graph or of reading, besides `trees` and `classes`: "merge",
/// "rare_below".
[[nodiscard]] std::vector<std::string> graphOptionKeys();

} // namespace batchscope
