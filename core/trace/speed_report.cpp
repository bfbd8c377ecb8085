// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/speed_report.h"

#include "core/base/statistics.h"

#include <algorithm>

namespace batchscope {

namespace {

enum class Paid { Running, WithConstruction };

std::vector<double> secondsOf(const std::vector<PhaseSeconds>& samples, Paid paid) {
    std::vector<double> seconds;
    seconds.reserve(samples.size());
    for (const PhaseSeconds& sample : samples) {
        seconds.push_back(paid == Paid::Running ? sample.execution() : sample.total() - sample.parse);
    }
    return seconds;
}

std::optional<SpeedRatio> ratioOf(const std::vector<double>& slower, const std::vector<double>& faster) {
    const MedianRange ofSlower = medianRange(slower);
    const MedianRange ofFaster = medianRange(faster);
    if (slower.empty() || !(ofFaster.low > 0.0)) {
        return std::nullopt;
    }
    return SpeedRatio{median(slower) / median(faster), ofSlower.low / ofFaster.high, ofSlower.high / ofFaster.low};
}

std::optional<SpeedRatio> shownRatio(const SpeedReport& report, TimedArm slower, TimedArm faster,
                                     Paid paid = Paid::Running) {
    return report.runsDiffer ? std::nullopt
                             : ratioOf(secondsOf(report.of(slower), paid), secondsOf(report.of(faster), paid));
}

/// Checks both figures, because the median may be well known although the samples form two clusters.
bool disagree(const std::vector<PhaseSeconds>& samples) {
    return spreadOf(samples) > kMostSpread || iqrOf(samples) > kMostIqr;
}

} // namespace

std::optional<SpeedRatio> SpeedReport::batching() const {
    return shownRatio(*this, regular(), folded());
}

std::optional<SpeedRatio> SpeedReport::engine() const {
    return shownRatio(*this, TimedArm::RegularOff, TimedArm::Regular);
}

std::optional<SpeedRatio> SpeedReport::both() const {
    return shownRatio(*this, TimedArm::RegularOff, TimedArm::Folded);
}

std::optional<SpeedRatio> SpeedReport::batchingOff() const {
    return shownRatio(*this, TimedArm::RegularOff, TimedArm::FoldedOff);
}

std::optional<SpeedRatio> SpeedReport::engineFolded() const {
    return shownRatio(*this, TimedArm::FoldedOff, TimedArm::Folded);
}

std::optional<SpeedRatio> SpeedReport::batchingWithConstruction() const {
    return shownRatio(*this, regular(), folded(), Paid::WithConstruction);
}

double iqrOf(const std::vector<PhaseSeconds>& samples) {
    const std::vector<double> seconds = secondsOf(samples, Paid::Running);
    const double middle = median(seconds);
    return middle > 0.0 ? interQuartileRange(seconds) / middle : 0.0;
}

double spreadOf(const std::vector<PhaseSeconds>& samples) {
    const std::vector<double> seconds = secondsOf(samples, Paid::Running);
    const double middle = median(seconds);
    const MedianRange range = medianRange(seconds);
    return middle > 0.0 ? (range.high - range.low) / middle : 0.0;
}

bool isMachineBusy(const MachineLoad& load) {
    return load.waiting > kMostWaiting * std::max(load.threads, 1) ||
           load.others + load.threads > load.processors + kMostOthers || load.slowdown > kMostSlowdown;
}

SpeedVerdict verdictOf(const SpeedReport& report) {
    if (isMachineBusy(report.load)) {
        return SpeedVerdict::Busy;
    }
    const bool spread = std::any_of(report.samples.begin(), report.samples.end(), disagree);
    const std::optional<SpeedRatio> headline = report.batching();
    return spread || !headline || headline->high > kMostRange * headline->low ? SpeedVerdict::Varying
                                                                              : SpeedVerdict::Steady;
}

} // namespace batchscope
