// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the `learned` policy of ED-Batch (ICML 2023). Without a table it trains one on the graph that it is given, with
// seed 1; with one (made before, or read from a file) it does not train. See learned_table.h for what a table is,
// q_learning.h for the training, q_table.h for what an unseen state does.
#pragma once

#include "core/schedule/learned_table.h"
#include "core/schedule/policy.h"

#include <optional>

namespace batchscope {

/// Training walks the graph up to 1000 times: above this many nodes a table must be given.
constexpr std::size_t kLearnedNodes = 200'000;
/// "all" trains only on graphs up to this size: a training there should not be felt.
constexpr std::size_t kLearnedNodesInAll = 20'000;

class LearnedPolicy final : public Policy {
public:
    LearnedPolicy() = default;
    explicit LearnedPolicy(LearnedTable table) : m_table(std::move(table)) {}

    [[nodiscard]] const char* name() const override { return "learned"; }
    [[nodiscard]] const char* description() const override;
    [[nodiscard]] const char* scoreName() const override { return "Q"; }
    [[nodiscard]] Choosing choosing() const override;
    [[nodiscard]] Status accepts(const OpGraph& graph) const override;
    [[nodiscard]] bool joinsAll(const OpGraph& graph) const override;
    /// Trains, or reads the given table against the graph; a Config error when it names none of its signatures.
    [[nodiscard]] Result<std::unique_ptr<Policy>> prepared(const OpGraph& graph,
                                                           const RunControl& control) const override;
    /// What it does before it is prepared: every state is unseen, so the rule of `sufficient`.
    [[nodiscard]] Pick choose(const Frontier& frontier) const override;

private:
    std::optional<LearnedTable> m_table;
};

} // namespace batchscope
