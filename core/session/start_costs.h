// SPDX-License-Identifier: GPL-3.0-or-later
//
// What starting the batches of a run takes, apart from the work on their rows. Told by batches of one signature that
// have different sizes, of which nodes that ran one by one may be the smallest: the part of their times that does not
// grow with the rows (core/base/cost_line.h).
#pragma once

#include "core/schedule/schedule.h"
#include "core/trace/trace.h"

#include <optional>
#include <span>
#include <vector>

namespace batchscope {

/// What each batch of a recorded run took, by BatchId.
[[nodiscard]] std::vector<double> secondsOfBatches(const Schedule& schedule, const Trace& trace);

class StartCosts {
public:
    /// `seconds`: of each batch; a 0 (a batch that was elided) tells nothing and costs nothing. `ofNodes`: of one node
    /// of each signature by itself, by SignatureId, 0 where that is not known; may be empty.
    StartCosts(const Schedule& schedule, std::span<const double> seconds, std::span<const double> ofNodes = {});

    /// Whether some signature has three batches or more, or one beside the time of a node, the largest at least twice
    /// the smallest.
    [[nodiscard]] bool areKnown() const { return m_typical.has_value(); }
    /// Seconds. Of signatures that do not tell: the mean of those that do. Needs areKnown().
    [[nodiscard]] double ofSignature(SignatureId signature) const;
    /// The same, at most what the batch took.
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
