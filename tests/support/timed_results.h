// SPDX-License-Identifier: GPL-3.0-or-later
//
// Made-up benchmark results, whose samples have an exactly known median.
#pragma once

#include "core/base/statistics.h"
#include "core/bench/arms.h"
#include "core/bench/bench.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace batchscope::testing {

/// A result that only has a median, for an arm of tree-lstm on its usual kernels.
[[nodiscard]] inline BenchResult armResult(const std::string& armName, std::size_t batch, double seconds) {
    const Arm arm = *parseArm(armName);
    BenchResult result;
    result.arm = armName;
    result.grouping = groupingOf(arm);
    result.kernels = kernelsOf(arm, RunOptions());
    result.model = "tree-lstm";
    result.dim = 100;
    result.batch = batch;
    result.medianSeconds = seconds;
    result.treesPerSecond = static_cast<double>(batch) / seconds;
    result.equal = true;
    return result;
}

/// Ten samples within 1 % of `seconds`, so that the range of their median is 0.6 % either way.
[[nodiscard]] inline BenchResult timedResult(const std::string& arm, std::size_t batch, double seconds) {
    constexpr int kSamples = 10;
    BenchResult result = armResult(arm, batch, seconds);
    for (int sample = 0; sample < kSamples; ++sample) {
        result.samples.push_back(seconds * (0.99 + 0.02 * sample / (kSamples - 1)));
    }
    result.medianSeconds = median(result.samples);
    return result;
}

/// Adds one result for each of `batches`; `seconds` returns the time of a batch size.
inline void addSeries(std::vector<BenchResult>& results, const std::string& arm,
                      const std::vector<std::size_t>& batches, const std::function<double(double)>& seconds) {
    for (const std::size_t batch : batches) {
        results.push_back(timedResult(arm, batch, seconds(static_cast<double>(batch))));
    }
}

/// The time of a step as a linear function of the batch size.
[[nodiscard]] inline std::function<double(double)> costs(double fixed, double perTree) {
    return [=](double batch) { return fixed + perTree * batch; };
}

} // namespace batchscope::testing
