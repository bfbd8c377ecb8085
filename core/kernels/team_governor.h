// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decides whether a team of threads pays. Each run tells what sharing has saved and what waiting has cost; when the
// cost exceeds the savings by more than a hiccup of the system, the team works alone for a while and then tries again.
// The more often trying has failed, the longer the while: next to a process that stays busy, trying costs about a
// percent.
//
// All times are in seconds. Plain data: the caller guards it.
#pragma once

namespace batchscope {

class TeamGovernor {
public:
    /// What a run of several threads gained and lost against one thread.
    struct Outcome {
        double duration = 0.0; ///< of the run
        double saved = 0.0;    ///< time of shares that other threads did while the caller did its own
        double lost = 0.0;     ///< time that the caller waited for shares that took longer than its own
    };

    /// Whether a run that begins at `now` may use several threads.
    [[nodiscard]] bool mayShare(double now) const { return now >= m_aloneUntil; }
    /// Whether a run that is under way should go on alone.
    [[nodiscard]] bool hasFailed(const Outcome& soFar) const;
    /// A run of several threads ended at `now`.
    void add(double now, const Outcome& outcome);

    static constexpr double kShortestRest = 0.02;
    static constexpr double kLongestRest = 1.0;

private:
    [[nodiscard]] double balanceAfter(const Outcome& outcome) const;

    double m_balance = 0.0; ///< saved less lost, bounded above
    double m_aloneUntil = 0.0;
    double m_triedFor = 0.0; ///< duration of runs since the last rest
    double m_lost = 0.0;     ///< of these
    int m_failures = 0;      ///< in succession
};

} // namespace batchscope
