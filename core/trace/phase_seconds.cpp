// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/phase_seconds.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <vector>

namespace batchscope {

namespace {

constexpr std::array kAllPhases = {&PhaseSeconds::parse,   &PhaseSeconds::build,   &PhaseSeconds::schedule,
                                   &PhaseSeconds::plan,    &PhaseSeconds::gather,  &PhaseSeconds::compute,
                                   &PhaseSeconds::scatter, &PhaseSeconds::readout, &PhaseSeconds::backward,
                                   &PhaseSeconds::update};

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

PhaseSeconds eachPhase(std::span<const PhaseSeconds> samples, double (*typical)(std::span<const double>)) {
    PhaseSeconds phases;
    std::vector<double> values(samples.size());
    for (double PhaseSeconds::*phase : kAllPhases) {
        std::transform(samples.begin(), samples.end(), values.begin(),
                       [phase](const PhaseSeconds& sample) { return sample.*phase; });
        phases.*phase = typical(values);
    }
    return phases;
}

double medianTotal(std::span<const PhaseSeconds> samples) {
    std::vector<double> totals;
    totals.reserve(samples.size());
    std::transform(samples.begin(), samples.end(), std::back_inserter(totals),
                   [](const PhaseSeconds& sample) { return sample.total(); });
    return median(totals);
}

bool isSameInAll(std::span<const PhaseSeconds> samples, double PhaseSeconds::*phase) {
    return std::all_of(samples.begin(), samples.end(),
                       [&](const PhaseSeconds& sample) { return sample.*phase == samples.front().*phase; });
}

constexpr auto kPhases = std::to_array<PhaseEntry>({
    {"build", &PhaseSeconds::build},
    {"schedule", &PhaseSeconds::schedule},
    {"plan", &PhaseSeconds::plan},
    {"gather", &PhaseSeconds::gather},
    {"compute", &PhaseSeconds::compute},
    {"scatter", &PhaseSeconds::scatter},
    {"read out", &PhaseSeconds::readout},
    {"backward", &PhaseSeconds::backward},
});

} // namespace

std::span<const PhaseEntry> phaseEntries() {
    return kPhases;
}

PhaseSeconds medianPhases(std::span<const PhaseSeconds> samples) {
    if (samples.empty()) {
        return {};
    }
    PhaseSeconds phases = eachPhase(samples, median);
    if (phases.total() == 0.0) {
        phases = eachPhase(samples, meanOf);
    }
    PhaseSeconds same;
    PhaseSeconds varied;
    for (double PhaseSeconds::*phase : kAllPhases) {
        PhaseSeconds& part = isSameInAll(samples, phase) ? same : varied; // GCC 12 assigns to a copy without this name
        part.*phase = phases.*phase;
    }
    if (const double sum = varied.total(); sum > 0.0) {
        const double scale = (medianTotal(samples) - same.total()) / sum;
        for (double PhaseSeconds::*phase : kAllPhases) {
            phases.*phase = same.*phase + varied.*phase * scale;
        }
    }
    return phases;
}

} // namespace batchscope
