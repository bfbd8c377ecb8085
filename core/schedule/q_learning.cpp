// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/q_learning.h"

#include "core/base/check.h"
#include "core/base/random.h"
#include "core/schedule/metrics.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace batchscope {

namespace {

/// One action taken in an episode.
struct Taken {
    std::size_t row = 0;  // index of the state
    std::size_t slot = 0; // position of the action in that state
    double reward = 0.0;
};

class Learner {
public:
    Learner(const OpGraph& graph, const LearnOptions& options)
        : m_graph(graph), m_options(options), m_random(options.seed), m_epsilon(options.epsilon),
          m_table({.net = graph.ops.name,
                   .seed = options.seed,
                   .nodes = graph.size(),
                   .lowerBound = lowerBound(graph).batches,
                   .signatures = signatureNames(graph)},
                  graph) {}

    Result<LearnedTable> run(const RunControl& control) {
        // An empty table falls back to the rule of `sufficient`; what is learned must be at least as good.
        m_table.table().batches = followedBatches();
        LearnedTable best = m_table.table();
        for (std::size_t episode = 1; episode <= m_options.episodes; ++episode) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            walkAndLearn();
            m_epsilon = std::max(m_options.epsilonLeast, m_epsilon * m_options.epsilonDecay);
            control.report("learn", episode, m_options.episodes);
            if (episode % m_options.checkEvery != 0 && episode != m_options.episodes) {
                continue;
            }
            LearnedTable& now = m_table.table();
            now.batches = followedBatches();
            now.episodes = episode;
            if (now.batches < best.batches || (best.states.empty() && now.batches == best.batches)) {
                best = now;
            }
            best.episodes = episode;
            const auto enough = static_cast<double>(now.lowerBound) * (1.0 + m_options.tolerance);
            if (static_cast<double>(best.batches) <= enough) {
                break;
            }
        }
        return best;
    }

private:
    /// Runs the chosen signature like the scheduler does.
    void run(SignatureId signature, Frontier& frontier) const {
        if (m_graph.opOf(signature).batchable == Batchable::No) {
            const NodeId node = frontier.takeOne(signature);
            frontier.release(std::span(&node, 1));
            return;
        }
        frontier.release(frontier.takeAll(signature, std::nullopt));
    }

    std::size_t followedBatches() const {
        Frontier frontier(m_graph, m_graph.levels);
        std::size_t batches = 0;
        for (TableView view = m_table.view(frontier); !view.candidates.empty(); view = m_table.view(frontier)) {
            run(view.unbatchable.valid() ? view.unbatchable : view.candidates[QTable::best(view)].signature, frontier);
            ++batches;
        }
        return batches;
    }

    void walkAndLearn() {
        Frontier frontier(m_graph, m_graph.levels);
        std::vector<Taken> taken;
        for (TableView view = m_table.view(frontier); !view.candidates.empty(); view = m_table.view(frontier)) {
            if (view.unbatchable.valid()) {
                run(view.unbatchable, frontier);
                continue;
            }
            const std::size_t row = view.row ? *view.row : m_table.addState(view);
            if (taken.size() >= m_options.lookAhead) {
                const std::vector<double>& values = m_table.table().states[row].values;
                learn(taken, taken.size() - m_options.lookAhead, *std::max_element(values.begin(), values.end()));
            }
            const std::size_t choice = explores() ? m_random.below(view.candidates.size()) : greedy(row, view);
            const SignatureId signature = view.candidates[choice].signature;
            taken.push_back({row, m_table.slotOf(row, signature), view.rewards[choice]});
            run(signature, frontier);
        }
        const std::size_t left = std::min(taken.size(), m_options.lookAhead);
        for (std::size_t step = taken.size() - left; step < taken.size(); ++step) {
            learn(taken, step, 0.0); // nothing comes after the end
        }
    }

    bool explores() { return m_random.uniform() < m_epsilon; }

    /// Index of the candidate with the highest value, the first at ties.
    std::size_t greedy(std::size_t row, const TableView& view) const {
        const std::vector<double>& values = m_table.table().states[row].values;
        std::size_t best = 0;
        for (std::size_t index = 1; index < view.candidates.size(); ++index) {
            if (values[m_table.slotOf(row, view.candidates[index].signature)] >
                values[m_table.slotOf(row, view.candidates[best].signature)]) {
                best = index;
            }
        }
        return best;
    }

    /// Moves the value of one action towards the rewards that followed it plus the value expected after them.
    void learn(const std::vector<Taken>& taken, std::size_t step, double after) {
        double target = after;
        for (std::size_t later = std::min(step + m_options.lookAhead, taken.size()); later-- > step;) {
            target = taken[later].reward + m_options.gamma * target;
        }
        LearnedState& state = m_table.table().states[taken[step].row];
        double& value = state.values[taken[step].slot];
        value += m_options.alpha * (target - value);
        ++state.visits[taken[step].slot];
    }

    const OpGraph& m_graph;
    LearnOptions m_options;
    Random m_random;
    double m_epsilon;
    QTable m_table;
};

} // namespace

Result<LearnedTable> learnTable(const OpGraph& graph, const LearnOptions& options, const RunControl& control) {
    return Learner(graph, options).run(control);
}

QTable::QTable(LearnedTable table, const OpGraph& graph)
    : m_table(std::move(table)), m_names(graph.signatures.size()), m_batchable(graph.signatures.size()) {
    std::unordered_map<std::string, std::uint32_t> entries;
    for (std::size_t index = 0; index < m_table.signatures.size(); ++index) {
        entries.emplace(m_table.signatures[index], static_cast<std::uint32_t>(index));
    }
    const std::vector<std::string> names = signatureNames(graph);
    for (std::size_t index = 0; index < names.size(); ++index) {
        m_batchable[SignatureId(index)] = graph.opOf(SignatureId(index)).batchable;
        if (const auto found = entries.find(names[index]); found != entries.end()) {
            m_names[SignatureId(index)] = found->second;
            ++m_known;
        }
    }
    for (std::size_t row = 0; row < m_table.states.size(); ++row) {
        m_rows.emplace(m_table.states[row].ready, row);
    }
}

TableView QTable::view(const Frontier& frontier) const {
    TableView view;
    view.candidates = frontier.candidates();
    std::vector<std::uint32_t> state;
    bool named = true;
    for (Candidate& candidate : view.candidates) {
        const double share =
            static_cast<double>(candidate.ready) / static_cast<double>(frontier.typeFrontier(candidate.signature));
        candidate.score = share - 1.0;
        view.rewards.push_back(candidate.score);
        if (m_batchable[candidate.signature] == Batchable::No) {
            view.unbatchable = view.unbatchable.valid() ? view.unbatchable : candidate.signature;
        }
        const auto name = m_names[candidate.signature];
        named = named && name.has_value();
        state.push_back(name.value_or(0));
    }
    if (!named || view.unbatchable.valid() || state.empty()) {
        return view;
    }
    std::sort(state.begin(), state.end());
    view.state = std::move(state);
    const auto found = m_rows.find(*view.state);
    if (found == m_rows.end()) {
        return view;
    }
    view.row = found->second;
    const LearnedState& known = m_table.states[*view.row];
    for (Candidate& candidate : view.candidates) {
        const std::size_t slot = slotOf(*view.row, candidate.signature);
        candidate.score = known.visits[slot] > 0 ? known.values[slot] : candidate.score;
    }
    return view;
}

std::size_t QTable::best(const TableView& view) {
    const auto found =
        std::max_element(view.candidates.begin(), view.candidates.end(),
                         [](const Candidate& left, const Candidate& right) { return left.score < right.score; });
    return static_cast<std::size_t>(found - view.candidates.begin());
}

bool QTable::wasTried(const TableView& view, std::size_t candidate) const {
    return view.row.has_value() &&
           m_table.states[*view.row].visits[slotOf(*view.row, view.candidates[candidate].signature)] > 0;
}

std::size_t QTable::addState(const TableView& view) {
    BATCHSCOPE_CHECK(view.state.has_value() && !view.row.has_value());
    const std::size_t row = m_table.states.size();
    m_table.states.push_back({*view.state, {}, std::vector<std::uint64_t>(view.state->size(), 0)});
    LearnedState& state = m_table.states.back();
    state.values.resize(state.ready.size(), 0.0);
    for (std::size_t index = 0; index < view.candidates.size(); ++index) {
        state.values[slotOf(row, view.candidates[index].signature)] = view.rewards[index];
    }
    m_rows.emplace(*view.state, row);
    return row;
}

std::size_t QTable::slotOf(std::size_t row, SignatureId signature) const {
    const std::vector<std::uint32_t>& ready = m_table.states[row].ready;
    const auto found = std::find(ready.begin(), ready.end(), *m_names[signature]);
    BATCHSCOPE_CHECK(found != ready.end());
    return static_cast<std::size_t>(found - ready.begin());
}

} // namespace batchscope
