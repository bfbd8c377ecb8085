// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/phase_seconds.h"

#include "core/base/statistics.h"

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

} // namespace

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
