// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/node_finder.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

/// Searched within a frame: no need to wait for a thread.
constexpr std::size_t kAtOnce = 100'000;

} // namespace

/// What the thread is asked.
struct NodeFinder::Search {
    std::shared_ptr<const Snapshot> snapshot;
    TreeFilter query;
};

struct NodeFinder::Outcome {
    std::vector<NodeId> found;
    std::vector<NodeId> rows;
    std::vector<std::uint32_t> inBatches;
    std::optional<Error> error;
};

NodeFinder::NodeFinder(QObject* parent) : QObject(parent), m_lane(*this) {}

NodeFinder::~NodeFinder() = default;

void NodeFinder::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    const bool other = !m_snapshot || m_snapshot->graph != snapshot->graph;
    m_snapshot = std::move(snapshot);
    if (other) { // ids of another graph must never be looked up in this one
        m_found.clear();
        m_rows = std::make_shared<const std::vector<NodeId>>();
        m_foundInBatches.clear();
        emit foundChanged();
    }
    run();
}

void NodeFinder::setText(const QString& text) {
    if (text == m_text && !m_fault) {
        return;
    }
    m_text = text;
    Result<TreeFilter> query = parseNodeQuery(text.toStdString());
    if (!query) {
        m_lane.drop();
        m_fault = query.error();
        emit stateChanged();
        return;
    }
    m_fault.reset();
    m_query = std::move(*query);
    run();
}

void NodeFinder::run() {
    m_lane.drop();
    m_fault.reset();
    if (!m_snapshot || !m_snapshot->graph) {
        emit stateChanged();
        return;
    }
    Search search{m_snapshot, m_query};
    if (m_snapshot->graph->size() <= kAtOnce) {
        finish(outcomeOf(search, {}));
        return;
    }
    m_lane.ask([search = std::move(search)](const JobControl& control) { return outcomeOf(search, control.run()); },
               [this](Result<Outcome> outcome) {
                   finish(outcome ? std::move(*outcome) : Outcome{{}, {}, {}, outcome.error()});
               });
    emit stateChanged();
}

NodeFinder::Outcome NodeFinder::outcomeOf(const Search& search, const RunControl& control) {
    Outcome outcome;
    Result<std::vector<NodeId>> found = findNodes(*search.snapshot, search.query, control);
    if (!found) {
        outcome.error = found.error();
        return outcome;
    }
    outcome.rows = *found;
    if (search.query.takesAll()) {
        return outcome;
    }
    outcome.found = std::move(*found);
    if (const auto& schedule = search.snapshot->schedule) {
        outcome.inBatches.resize(schedule->batchCount());
        for (const NodeId node : outcome.found) {
            ++outcome.inBatches[schedule->places[node].batch.index()];
        }
    }
    return outcome;
}

void NodeFinder::finish(Outcome outcome) {
    m_fault = std::move(outcome.error);
    if (!m_fault) {
        m_found = std::move(outcome.found);
        m_rows = std::make_shared<const std::vector<NodeId>>(std::move(outcome.rows));
        m_foundInBatches = std::move(outcome.inBatches);
        emit foundChanged();
    }
    emit stateChanged();
}

std::optional<std::size_t> NodeFinder::placeOf(NodeId node) const {
    const auto place = std::lower_bound(m_found.begin(), m_found.end(), node);
    return place != m_found.end() && *place == node ? std::optional(static_cast<std::size_t>(place - m_found.begin()))
                                                    : std::nullopt;
}

NodeId NodeFinder::next(NodeId from) const {
    if (m_found.empty()) {
        return {};
    }
    const auto place = from.valid() ? std::upper_bound(m_found.begin(), m_found.end(), from) : m_found.begin();
    return place == m_found.end() ? m_found.front() : *place;
}

NodeId NodeFinder::previous(NodeId from) const {
    if (m_found.empty()) {
        return {};
    }
    const auto place = from.valid() ? std::lower_bound(m_found.begin(), m_found.end(), from) : m_found.begin();
    return place == m_found.begin() ? m_found.back() : *std::prev(place);
}

} // namespace batchscope
