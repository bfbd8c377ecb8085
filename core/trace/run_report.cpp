// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/run_report.h"

#include "core/base/statistics.h"

#include <vector>

namespace batchscope {

namespace {

double ratio(double numerator, double denominator) {
    return denominator > 0.0 ? numerator / denominator : 0.0;
}

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

double RunReport::speedup() const {
    return ratio(regular.execution(), folded.execution());
}

double RunReport::speedupWithConstruction() const {
    return ratio(regular.total() - regular.parse, folded.total() - folded.parse);
}

} // namespace batchscope
