// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/q_table.h"

#include "core/base/check.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace batchscope {

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
