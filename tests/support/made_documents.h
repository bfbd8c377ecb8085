// SPDX-License-Identifier: GPL-3.0-or-later
//
// Made-up benchmark documents. The parameters describe how a run differs from another run of the same measurement, and
// nothing is random.
#pragma once

#include "core/base/statistics.h"
#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "core/records/bench_document.h"

#include <string>
#include <utility>
#include <vector>

namespace batchscope::testing {

/// A measurement of regular and folded at some batch sizes.
struct MadeRun {
    std::string date = "2026-05-01T10:00:00Z";
    double slower = 1.0;   ///< factor of all times
    double foldedBy = 1.0; ///< additional factor of the times of folded
    std::vector<std::size_t> batches = {8, 32};
    std::size_t samples = 20;
    std::string model = "tree-lstm";
    std::string host = "lab";
    std::string cpu = "Test CPU";
    std::string file = "/data/trees.ptb";
    std::string commit = "0123456789abcdef";
    std::string build = "release";
    SpeedVerdict verdict = SpeedVerdict::Steady;
    std::size_t nodes = 264;
    bool equal = true;
};

/// Samples within 1 % of `seconds`, unordered; another `shift` gives other samples of the same distribution.
inline std::vector<double> scatteredSamples(double seconds, std::size_t count, std::size_t shift) {
    std::vector<double> samples;
    for (std::size_t index = 0; index < count; ++index) {
        const auto step = static_cast<double>((7 * index + 3 * shift) % 11);
        samples.push_back(seconds * (0.99 + 0.002 * step));
    }
    return samples;
}

inline BenchDocument madeDocument(const MadeRun& made) {
    BenchDocument document;
    document.config.graph.model = made.model;
    document.config.arms = {"regular", "folded"};
    document.config.batches = made.batches;
    document.config.repeats = made.samples;
    document.config.miniBatches = 1;
    document.directory = "/data";
    document.files = {made.file};
    document.build = {"0.1.0", made.commit, "g++ 12.2.0"};
    document.host = made.host;
    document.date = made.date;
    document.command = {"batchscope-cli", "bench", made.file};
    document.isCancelled = false;
    document.report.context.cpu = made.cpu;
    document.report.context.torch = "1.13.1";
    document.report.context.blas = "blas";
    document.report.context.gemm = "gemm";
    document.report.context.build = made.build;
    document.report.context.file = made.file;
    std::size_t shift = made.date.empty() ? 0 : static_cast<std::size_t>(made.date[made.date.size() - 2]);
    for (const std::size_t batch : made.batches) {
        for (const std::string arm : {"regular", "folded"}) {
            const bool isFolded = arm == "folded";
            const double seconds =
                static_cast<double>(batch) * made.slower * (isFolded ? 0.0001 * made.foldedBy : 0.001);
            BenchResult result;
            result.arm = arm;
            result.grouping = groupingOf(*parseArm(arm));
            result.model = made.model;
            result.dim = 100;
            result.batch = batch;
            result.samples = scatteredSamples(seconds, made.samples, ++shift);
            result.sampleBatches.assign(made.samples, 0);
            result.medianSeconds = median(result.samples);
            result.iqrSeconds = interQuartileRange(result.samples);
            result.treesPerSecond = static_cast<double>(batch) / result.medianSeconds;
            result.phases.compute = seconds;
            result.verdict = made.verdict;
            result.noisy = made.verdict != SpeedVerdict::Steady;
            result.nodes = made.nodes * batch;
            result.batches = 20;
            result.equal = made.equal;
            document.report.results.push_back(std::move(result));
        }
    }
    fillRatios(document.report.results);
    return document;
}

} // namespace batchscope::testing
