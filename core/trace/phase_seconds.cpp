// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/phase_seconds.h"

#include "core/base/statistics.h"
#include "core/words/plot_words.h"

#include <array>
#include <vector>

namespace batchscope {

namespace {

double medianOf(std::span<const PhaseSeconds> samples, double PhaseSeconds::*phase) {
    std::vector<double> values;
    values.reserve(samples.size());
    for (const PhaseSeconds& sample : samples) {
        values.push_back(sample.*phase);
    }
    return median(values);
}

constexpr auto kPhases = std::to_array<PhaseEntry>({
    {words::kBuildPhase, &PhaseSeconds::build},
    {words::kSchedulePhase, &PhaseSeconds::schedule},
    {words::kPlanPhase, &PhaseSeconds::plan},
    {words::kGatherPhase, &PhaseSeconds::gather},
    {words::kComputePhase, &PhaseSeconds::compute},
    {words::kScatterPhase, &PhaseSeconds::scatter},
    {words::kReadoutPhase, &PhaseSeconds::readout},
    {words::kBackwardPhase, &PhaseSeconds::backward},
});

} // namespace

std::span<const PhaseEntry> phaseEntries() {
    return kPhases;
}

PhaseSeconds medianPhases(std::span<const PhaseSeconds> samples) {
    PhaseSeconds phases;
    if (samples.empty()) {
        return phases;
    }
    for (double PhaseSeconds::*phase :
         {&PhaseSeconds::parse, &PhaseSeconds::build, &PhaseSeconds::schedule, &PhaseSeconds::plan,
          &PhaseSeconds::gather, &PhaseSeconds::compute, &PhaseSeconds::scatter, &PhaseSeconds::readout,
          &PhaseSeconds::backward, &PhaseSeconds::update}) {
        phases.*phase = medianOf(samples, phase);
    }
    return phases;
}

} // namespace batchscope
