// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains the `learned` policy (ED-Batch, ICML 2023) by tabular Q-learning on the graph itself. An episode schedules the
// whole graph once, mostly following the table. The reward of a step is -1 + ready / type frontier: each step costs 1
// and earns the ready share of its signature's own frontier. A schedule in which every share is 1 is optimal; its
// rewards sum to 0.
//
// After 10 steps the value of an action moves by alpha towards the rewards of those steps and the best value of the
// state then reached. An op that cannot batch runs as soon as it is ready, as under `agenda`: it needs a batch of its
// own at any time, and early it may only make more ready. That is no choice, so it is no step of learning.
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

/// ED-Batch's numbers. Its code means to lower epsilon at every step, and never does; here it falls at each episode.
struct LearnOptions {
    std::uint64_t seed = 1;
    std::size_t episodes = 1000; ///< at most
    std::size_t checkEvery = 50; ///< episodes; the best table at a check is the result
    std::size_t lookAhead = 10;  ///< steps of temporal difference
    double alpha = 0.4;          ///< how far a value moves towards what was seen
    double gamma = 1.0;          ///< what later rewards count
    double epsilon = 0.5;        ///< share of random actions at first
    double epsilonDecay = 0.9;   ///< factor at each episode
    double epsilonLeast = 0.05;
    double tolerance = 0.01; ///< stops at a check when the batches are within this share of the lower bound
};

/// Same graph and options, same table. O(episodes × (nodes × signatures + arguments)). Cancelled when stopped.
[[nodiscard]] Result<LearnedTable> learnTable(const OpGraph& graph, const LearnOptions& options,
                                              const RunControl& control);

// Matches a LearnedTable, which has names of signatures, to a graph, which has signature ids: finds the state of a
// frontier and the value of each candidate in it.
//
// An action that was never tried is worth its immediate reward, -1 + ready / type frontier (see frontier.h): no
// action is worth more than that, because no reward is above 0. So an unseen state falls back to the rule of
// `sufficient`, on the same scale, where ED-Batch falls back to the last signature.

/// What a frontier looks like to a table.
struct TableView {
    std::vector<Candidate> candidates;               ///< score: what running it is worth
    std::vector<double> rewards;                     ///< by candidate: immediate reward
    SignatureId unbatchable;                         ///< valid: a ready op that cannot batch; it runs first, alone
    std::optional<std::vector<std::uint32_t>> state; ///< missing where the table does not name a ready signature
    std::optional<std::size_t> row;                  ///< the state's entry in LearnedTable::states, where it has one
};

/// A table read against the signatures of one graph, or of any other with the same; the graph itself is not held.
class QTable {
public:
    QTable(LearnedTable table, const OpGraph& graph);

    [[nodiscard]] const LearnedTable& table() const { return m_table; }
    [[nodiscard]] LearnedTable& table() { return m_table; }
    /// Signatures of the graph that the table names.
    [[nodiscard]] std::size_t knownSignatures() const { return m_known; }
    /// Must be called before anything runs in a round: the type frontiers are counted from there.
    [[nodiscard]] TableView view(const Frontier& frontier) const;
    /// Candidate of the highest score, the first of equals.
    [[nodiscard]] static std::size_t best(const TableView& view);
    /// Whether the candidate's score comes from the table.
    [[nodiscard]] bool wasTried(const TableView& view, std::size_t candidate) const;
    /// The view's state gets an entry, in which each action is worth its immediate reward; it must have none.
    std::size_t addState(const TableView& view);
    /// Position of a candidate's signature in its state's lists.
    [[nodiscard]] std::size_t slotOf(std::size_t row, SignatureId signature) const;

private:
    LearnedTable m_table;
    std::map<std::vector<std::uint32_t>, std::size_t> m_rows;    // by state
    IdVector<SignatureId, std::optional<std::uint32_t>> m_names; // entry in LearnedTable::signatures
    IdVector<SignatureId, Batchable> m_batchable;
    std::size_t m_known = 0;
};

} // namespace batchscope
