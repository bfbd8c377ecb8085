// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/speed_measurement.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/exec/machine.h"

#include <vector>

namespace batchscope {

namespace {

class Measurement {
public:
    Measurement(const TimedArms& timed, const TimedRun& run, int threads, const RunControl& control,
                const MeasureLimits& limits)
        : m_arms(timed.arms), m_run(run), m_threads(threads), m_control(control), m_limits(limits) {
        m_report.executor = timed.executor;
    }

    Result<SpeedReport> measure() {
        if (isTooLong(m_limits.knownSeconds)) {
            return takeFew();
        }
        TRY(round());
        if (isTooLong(secondsSoFar())) {
            return takeFew();
        }
        forget();
        for (double last = 0.0; last == 0.0 || secondsSoFar() + last < m_limits.retrySeconds;) {
            const double begun = secondsSoFar();
            TRY(tryOnce());
            last = secondsSoFar() - begun;
            if (m_report.verdict == SpeedVerdict::Steady) {
                break;
            }
        }
        return m_report;
    }

private:
    [[nodiscard]] double secondsSoFar() const { return secondsSince(m_start); }

    bool isTooLong(double roundSeconds) {
        m_report.roundSeconds = roundSeconds;
        return m_limits.isTooLong(roundSeconds);
    }

    /// Rounds this long need no warm-up, so a round that has already run counts as a sample.
    Result<SpeedReport> takeFew() {
        const LoadProbe probe(m_threads);
        while (m_report.runs() == 0 || (m_report.runs() < m_limits.leastRounds &&
                                        secondsSoFar() + m_report.roundSeconds < m_limits.mostSeconds)) {
            const double begun = secondsSoFar();
            TRY(round());
            m_report.roundSeconds = secondsSoFar() - begun;
        }
        m_report.load = probe.load();
        m_report.verdict = isMachineBusy(m_report.load) ? SpeedVerdict::Busy : SpeedVerdict::Few;
        return m_report;
    }

    void forget() {
        for (auto& samples : m_report.samples) {
            samples.clear();
        }
    }

    Status round() {
        m_random.shuffle(m_arms);
        for (const TimedArm arm : m_arms) {
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            const Result<PhaseSeconds> seconds = m_run(arm);
            TRY(seconds);
            m_report.samples[static_cast<std::size_t>(arm)].push_back(*seconds);
        }
        return Ok{};
    }

    /// Makes a try, which adds to the samples of the previous try, or replaces them if the machine was busy then.
    Status tryOnce() {
        if (m_report.verdict == SpeedVerdict::Busy) {
            forget();
        }
        const LoadProbe probe(m_threads);
        const double begun = secondsSoFar();
        for (std::size_t rounds = 0; rounds < m_limits.leastRounds ||
                                     (rounds < m_limits.mostRounds && secondsSoFar() - begun < m_limits.trySeconds);
             ++rounds) {
            TRY(round());
        }
        m_report.load = probe.load();
        m_report.verdict = verdictOf(m_report);
        return Ok{};
    }

    std::vector<TimedArm> m_arms;
    const TimedRun& m_run;
    int m_threads;
    const RunControl& m_control;
    const MeasureLimits& m_limits;
    Random m_random = Random(1);
    Clock::time_point m_start = Clock::now();
    SpeedReport m_report;
};

} // namespace

Result<SpeedReport> measureSpeed(const TimedArms& arms, const TimedRun& run, int threads, const RunControl& control,
                                 const MeasureLimits& limits) {
    return Measurement(arms, run, threads, control, limits).measure();
}

} // namespace batchscope
