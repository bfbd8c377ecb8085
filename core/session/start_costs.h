// SPDX-License-Identifier: GPL-3.0-or-later
//
// What starting the batches of a run takes, apart from the work on their rows. Told by batches of one signature that
// have different sizes: the part of their times that does not grow with the rows (core/base/cost_line.h).
#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <span>
#include <vector>

namespace batchscope {

class StartCosts {
public:
    /// `seconds`: of each batch; a 0 (a batch that was elided) tells nothing and costs nothing.
    StartCosts(const Schedule& schedule, std::span<const double> seconds);

    /// Whether some signature has three batches or more, the largest at least twice the smallest.
    [[nodiscard]] bool areKnown() const { return m_typical.has_value(); }
    /// Seconds, at most what the batch took. Of signatures that do not tell: the mean of those that do. Needs
    /// areKnown().
    [[nodiscard]] double of(BatchId batch) const;
    /// Of all batches together. Needs areKnown().
    [[nodiscard]] double total() const;

private:
    const Schedule& m_schedule;
    std::span<const double> m_seconds;
    std::vector<std::optional<double>> m_bySignature;
    std::optional<double> m_typical;
};

} // namespace batchscope
