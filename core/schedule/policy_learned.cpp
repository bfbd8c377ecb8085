// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policy_learned.h"

#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policies.h"
#include "core/schedule/q_learning.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

constexpr PolicyTraits kLearned = {
    .name = "learned",
    .title = "Learned table",
    .description = "follows a table trained on this graph (ED-Batch's state machine)",
    .scoreName = "Q",
    .line = "batch = best in the table",
    .tip = "The signature with the highest value in the learned table for this state.",
    .ownReason = "the policy chose it",
    .quickNodes = kLearnedNodesInAll,
};

/// A table read against the graph that is to be scheduled.
class TablePolicy final : public Policy {
public:
    explicit TablePolicy(QTable table) : Policy(kLearned), m_table(std::move(table)) {}

    [[nodiscard]] std::unique_ptr<Policy> readAgainst(const OpGraph& graph) const override {
        return std::make_unique<TablePolicy>(QTable(m_table.table(), graph));
    }
    [[nodiscard]] Pick choose(const Frontier& frontier) const override {
        TableView view = m_table.view(frontier);
        Pick pick;
        if (view.candidates.empty()) {
            return pick;
        }
        const std::size_t best = QTable::best(view);
        pick.signature = view.unbatchable.valid() ? view.unbatchable : view.candidates[best].signature;
        if (view.unbatchable.valid()) {
            pick.reason = Reason::Unbatchable;
        } else if (view.candidates.size() == 1) {
            pick.reason = Reason::OnlyCandidate;
        } else if (m_table.wasTried(view, best)) {
            pick.reason = Reason::Learned;
        } else {
            pick.reason = view.rewards[best] >= 0.0 ? Reason::WholeFrontier : Reason::HighestShare;
        }
        pick.candidates = std::move(view.candidates);
        return pick;
    }

private:
    QTable m_table;
};

} // namespace

LearnedPolicy::LearnedPolicy(std::optional<LearnedTable> table) : Policy(kLearned), m_table(std::move(table)) {}

Status LearnedPolicy::accepts(const OpGraph& graph) const {
    if (!m_table && graph.size() > kLearnedNodes) {
        return Error{ErrorCode::Config,
                     fmt::format("policy 'learned' trains on graphs of at most {} nodes, but this one has {}; choose "
                                 "fewer trees, or train on some of them and use that table for all",
                                 withThousands(kLearnedNodes), withThousands(graph.size()))};
    }
    return Ok{};
}

Result<std::unique_ptr<Policy>> LearnedPolicy::prepared(const OpGraph& graph, const RunControl& control) const {
    if (!m_table) {
        Result<LearnedTable> learned = learnTable(graph, {}, control);
        TRY(learned);
        return std::unique_ptr<Policy>(std::make_unique<TablePolicy>(QTable(std::move(*learned), graph)));
    }
    QTable table(*m_table, graph);
    if (table.knownSignatures() == 0 && graph.size() > 0) {
        return Error{ErrorCode::Config,
                     fmt::format("the table was learned on {} and contains none of this graph's signatures ({}, …)",
                                 m_table->net, signatureNames(graph).front())};
    }
    return std::unique_ptr<Policy>(std::make_unique<TablePolicy>(std::move(table)));
}

Pick LearnedPolicy::choose(const Frontier& frontier) const {
    return chooseSufficient(frontier);
}

} // namespace batchscope
