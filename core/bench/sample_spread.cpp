// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/sample_spread.h"

#include "core/base/statistics.h"
#include "core/trace/speed_text.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace batchscope {

namespace {

constexpr std::size_t kFewestForRange = 6; // of fewer the range is from the least to the greatest sample

std::map<std::uint32_t, double> mediansByBatch(std::span<const double> samples,
                                               std::span<const std::uint32_t> batches) {
    std::map<std::uint32_t, std::vector<double>> samplesOf;
    for (std::size_t index = 0; index < samples.size(); ++index) {
        samplesOf[batches[index]].push_back(samples[index]);
    }
    std::map<std::uint32_t, double> medians;
    for (const auto& [batch, ofBatch] : samplesOf) {
        medians[batch] = median(ofBatch);
    }
    return medians;
}

std::vector<double> valuesOf(const std::map<std::uint32_t, double>& byBatch) {
    std::vector<double> values;
    values.reserve(byBatch.size());
    for (const auto& [batch, value] : byBatch) {
        values.push_back(value);
    }
    return values;
}

/// The medians fit the samples that they were taken from too well, by a degree of freedom each.
void widen(std::vector<double>& aligned, std::size_t batches) {
    const auto count = static_cast<double>(aligned.size());
    const double factor = std::sqrt(count / (count - static_cast<double>(batches)));
    const double middle = median(aligned);
    for (double& sample : aligned) {
        sample = middle + factor * (sample - middle);
    }
}

} // namespace

std::vector<double> alignedSamples(std::span<const double> samples, std::span<const std::uint32_t> batches,
                                   std::span<const double> references,
                                   std::span<const std::uint32_t> referenceBatches) {
    const std::map<std::uint32_t, double> medians = mediansByBatch(references, referenceBatches);
    const double middle = median(valuesOf(medians));
    std::vector<double> aligned;
    aligned.reserve(samples.size());
    for (std::size_t index = 0; index < samples.size(); ++index) {
        aligned.push_back(samples[index] / medians.at(batches[index]) * middle);
    }
    return aligned;
}

SampleSpread sampleSpread(std::span<const double> samples, std::span<const std::uint32_t> batches) {
    SampleSpread spread;
    const std::vector<double> medians = valuesOf(mediansByBatch(samples, batches));
    if (medians.size() > 1) {
        spread.overBatches = interQuartileRange(medians);
    }
    if (samples.size() <= medians.size()) {
        return spread;
    }
    std::vector<double> aligned = alignedSamples(samples, batches, samples, batches);
    if (medians.size() > 1) {
        widen(aligned, medians.size());
    }
    spread.overRepeats = interQuartileRange(aligned);
    spread.variation = coefficientOfVariation(aligned);
    if (aligned.size() >= kFewestForRange) {
        const MedianRange range = medianRange(aligned);
        spread.precision = (range.high - range.low) / 2.0 / median(aligned);
    }
    return spread;
}

SpeedVerdict sampleVerdict(const SampleSpread& spread, const MachineLoad& load) {
    if (isMachineBusy(load)) {
        return SpeedVerdict::Busy;
    }
    return spread.variation > kMostVariation ? SpeedVerdict::Varying : SpeedVerdict::Steady;
}

std::string noiseText(SpeedVerdict verdict, const MachineLoad& load) {
    switch (verdict) {
    case SpeedVerdict::Steady: return {};
    case SpeedVerdict::Busy: return busyText(load);
    case SpeedVerdict::Varying:
    case SpeedVerdict::Few:
    case SpeedVerdict::Off: break; // a bench has samples
    }
    return fmt::format("the samples vary by more than {:.0f}% (coefficient of variation)", 100.0 * kMostVariation);
}

} // namespace batchscope
