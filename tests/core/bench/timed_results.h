// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results of a benchmark that nobody measured: samples whose median is known to the digit.
#pragma once

#include "core/base/statistics.h"
#include "core/bench/arms.h"
#include "core/bench/bench.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace batchscope::testing {

/// Ten samples within 1 % of `seconds`, so that the range of their median is 0.6 % either way.
[[nodiscard]] inline BenchResult timedResult(const std::string& arm, std::size_t batch, double seconds) {
    constexpr int kSamples = 10;
    BenchResult result;
    result.arm = arm;
    result.grouping = groupingOf(*parseArm(arm));
    result.kernels = kernelsOf(*parseArm(arm), RunOptions{.executor = EngineOptions()});
    result.model = "tree-lstm";
    result.dim = 100;
    result.batch = batch;
    for (int sample = 0; sample < kSamples; ++sample) {
        result.samples.push_back(seconds * (0.99 + 0.02 * sample / (kSamples - 1)));
    }
    result.medianSeconds = median(result.samples);
    result.equal = true;
    return result;
}

/// One result for each of `batches`; `seconds` of a batch size.
inline void addSeries(std::vector<BenchResult>& results, const std::string& arm,
                      const std::vector<std::size_t>& batches, const std::function<double(double)>& seconds) {
    for (const std::size_t batch : batches) {
        results.push_back(timedResult(arm, batch, seconds(static_cast<double>(batch))));
    }
}

/// Times of a step as a line over the batch size.
[[nodiscard]] inline std::function<double(double)> costs(double fixed, double perTree) {
    return [=](double batch) { return fixed + perTree * batch; };
}

} // namespace batchscope::testing
