// SPDX-License-Identifier: GPL-3.0-or-later
//
// The `learned` policy of ED-Batch (ICML 2023). Without a table, it trains one on the given graph with seed 1; with a
// table (trained earlier or read from a file), it does not train. See learned_table.h for the contents of a table, and
// q_learning.h for the training and for states that the table does not contain.
#pragma once

#include "core/schedule/learned_table.h"
#include "core/schedule/policy.h"

#include <optional>

namespace batchscope {

/// The largest graph for training, which runs through it up to 1000 times; larger graphs need a given table.
constexpr std::size_t kLearnedNodes = 200'000;
/// The largest graph for which "all" includes this policy, so that training does not take long.
constexpr std::size_t kLearnedNodesInAll = 20'000;

class LearnedPolicy final : public Policy {
public:
    explicit LearnedPolicy(std::optional<LearnedTable> table = {});

    [[nodiscard]] Status accepts(const OpGraph& graph) const override;
    /// Trains, or matches the given table to the graph; Config error if the table has none of the graph's signatures.
    [[nodiscard]] Result<std::unique_ptr<Policy>> prepared(const OpGraph& graph,
                                                           const RunControl& control) const override;
    /// The choice of an unprepared policy: every state is unseen, so it follows the rule of `sufficient`.
    [[nodiscard]] Pick choose(const Frontier& frontier) const override;

private:
    std::optional<LearnedTable> m_table;
};

} // namespace batchscope
