// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains the `learned` policy (ED-Batch, ICML 2023) by tabular Q-learning on the graph itself. An episode schedules the
// whole graph once, mostly following the table. The reward of a step is -1 + ready / type frontier: each step costs 1
// and earns the ready share of its signature's own frontier. A schedule in which every share is 1 is optimal; its
// rewards sum to 0.
//
// Ten steps after an action, its value moves by alpha towards the rewards of those steps plus the best value of the
// state then reached. An op that cannot be batched runs as soon as it is ready, as under `agenda`: it needs one batch
// at any time, and running it early can only make more nodes ready. That is not a choice, so it is not a learning step.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/frontier.h"
#include "core/schedule/learned_table.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace batchscope {

/// ED-Batch's settings. Its code means to lower epsilon at every step, but never does; here epsilon falls per episode.
struct LearnOptions {
    std::uint64_t seed = 1;
    std::size_t episodes = 1000; ///< upper limit
    std::size_t checkEvery = 50; ///< episodes between checks; the best table at a check is the result
    std::size_t lookAhead = 10;  ///< steps after which the value of an action is updated
    double alpha = 0.4;          ///< how far a value moves towards the observed one
    double gamma = 1.0;          ///< weight of later rewards
    double epsilon = 0.5;        ///< initial share of random actions
    double epsilonDecay = 0.9;   ///< factor per episode
    double epsilonLeast = 0.05;
    double tolerance = 0.01; ///< stops at a check if the batches exceed the lower bound by at most this share
};

/// Trains a table, the same for equal input. O(episodes × (nodes × signatures + arguments)). Cancelled when stopped.
[[nodiscard]] Result<LearnedTable> learnTable(const OpGraph& graph, const LearnOptions& options,
                                              const RunControl& control);

// Matches a LearnedTable, which identifies signatures by name, to a graph, which has signature ids: finds the state of
// a frontier and the value of each candidate in it.
//
// An action that was never tried has the value of its immediate reward, -1 + ready / type frontier (see frontier.h). An
// action cannot be worth more than that, because no reward is above 0. An unseen state thus falls back to the rule of
// `sufficient`, on the same scale; ED-Batch falls back to the last signature.

/// A frontier as seen by a table.
struct TableView {
    std::vector<Candidate> candidates; ///< `score` is the value of running the signature
    std::vector<double> rewards;       ///< immediate rewards, by candidate
    SignatureId unbatchable;           ///< if valid: a ready signature whose op cannot be batched; it runs first
    std::optional<std::vector<std::uint32_t>> state; ///< nullopt if `unbatchable` is valid or a signature is unknown
    std::optional<std::size_t> row;                  ///< the state's index in LearnedTable::states, if it has one
};

/// A table matched to the signatures of one graph, or of any graph with the same ones; the graph is not kept.
class QTable {
public:
    QTable(LearnedTable table, const OpGraph& graph);

    [[nodiscard]] const LearnedTable& table() const { return m_table; }
    [[nodiscard]] LearnedTable& table() { return m_table; }
    /// The number of signatures of the graph that the table names.
    [[nodiscard]] std::size_t knownSignatures() const { return m_known; }
    /// The frontier as the table sees it. Each round's first call must precede its first run (Frontier::typeFrontier).
    [[nodiscard]] TableView view(const Frontier& frontier) const;
    /// Index of the candidate with the highest score, the first at ties.
    [[nodiscard]] static std::size_t best(const TableView& view);
    /// True if the candidate's score comes from the table.
    [[nodiscard]] bool wasTried(const TableView& view, std::size_t candidate) const;
    /// Adds the view's state, which must be new; each action starts with its immediate reward. Returns its index.
    std::size_t addState(const TableView& view);
    /// Position of the signature, which must be ready in the state `row`, in the lists of that state.
    [[nodiscard]] std::size_t slotOf(std::size_t row, SignatureId signature) const;

private:
    LearnedTable m_table;
    std::map<std::vector<std::uint32_t>, std::size_t> m_rows;    // by state
    IdVector<SignatureId, std::optional<std::uint32_t>> m_names; // index into LearnedTable::signatures
    IdVector<SignatureId, Batchable> m_batchable;
    std::size_t m_known = 0;
};

} // namespace batchscope
