// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far the samples of an arm can be trusted. They differ for two reasons that must not be mixed up: mini-batches
// have trees of other sizes, which is a property of the data, and the machine is not as fast one moment as the next,
// which is an error of measurement. To see the second, the first is taken out: each sample is scaled by what its
// mini-batch differs from the others.
#pragma once

#include "core/trace/speed_report.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Samples vary if their coefficient of variation, mini-batches taken out, exceeds this.
constexpr double kMostVariation = 0.10;

struct SampleSpread {
    /// Inter-quartile range of the medians of the mini-batches; none of a single one.
    std::optional<double> overBatches;
    /// Inter-quartile range of the samples, mini-batches taken out; none where no mini-batch was measured twice.
    std::optional<double> overRepeats;
    /// Half the range of the median (medianRange, 95 % confidence) over the median, mini-batches taken out. None of
    /// fewer than six samples, or where overRepeats has none.
    std::optional<double> precision;
    double variation = 0.0; ///< coefficient of variation, mini-batches taken out; 0 where overRepeats has none
};

/// `batches`: for each sample the mini-batch that it ran on.
[[nodiscard]] SampleSpread sampleSpread(std::span<const double> samples, std::span<const std::uint32_t> batches);

/// The samples without what their mini-batches differ by: each over the median of `references` on the same mini-batch,
/// times the median of these medians. Every mini-batch must have references.
[[nodiscard]] std::vector<double> alignedSamples(std::span<const double> samples,
                                                 std::span<const std::uint32_t> batches,
                                                 std::span<const double> references,
                                                 std::span<const std::uint32_t> referenceBatches);

/// Busy before Varying: a reason that can be helped comes first.
[[nodiscard]] SpeedVerdict sampleVerdict(const SampleSpread& spread, const MachineLoad& load);
/// Why samples of such a verdict are worth little: "the samples vary by more than 10% (coefficient of variation)".
/// Empty if they are not.
[[nodiscard]] std::string noiseText(SpeedVerdict verdict, const MachineLoad& load);

} // namespace batchscope
