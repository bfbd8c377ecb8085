// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/team_governor.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Savings that count at most: enough for one hiccup of the system, too little to hide a neighbor that came to stay.
constexpr double kMostCredit = 2e-3;
constexpr double kMostDebt = 0.5e-3;

/// A neighbor takes whole slices, in which nothing is saved either: losses weigh more than savings.
constexpr double kLossWeight = 1.5;

/// Rests last so many times what the attempt before has lost.
constexpr double kRestForLoss = 20.0;

/// An attempt that held this long was a success: the neighbor had gone.
constexpr double kSuccess = 0.1;

} // namespace

double TeamGovernor::balanceAfter(const Outcome& outcome) const {
    return m_balance + outcome.saved - kLossWeight * outcome.lost;
}

bool TeamGovernor::hasFailed(const Outcome& soFar) const {
    return balanceAfter(soFar) < -kMostDebt;
}

void TeamGovernor::add(double now, const Outcome& outcome) {
    m_triedFor += outcome.duration;
    m_lost += outcome.lost;
    if (m_triedFor > kSuccess) {
        m_failures = 0;
        m_triedFor = 0.0;
        m_lost = outcome.lost;
    }
    if (!hasFailed(outcome)) {
        m_balance = std::min(balanceAfter(outcome), kMostCredit);
        return;
    }
    const double rest = kRestForLoss * m_lost * static_cast<double>(1U << static_cast<unsigned>(m_failures));
    m_aloneUntil = now + std::clamp(rest, kShortestRest, kLongestRest);
    m_failures = std::min(m_failures + 1, 6);
    m_balance = 0.0;
    m_triedFor = 0.0;
    m_lost = 0.0;
}

} // namespace batchscope
