// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/breakpoint_list.h"

#include "core/session/node_search.h"

#include <algorithm>
#include <utility>

namespace batchscope {

BreakpointList::BreakpointList(QObject* parent) : QObject(parent), m_lane(*this) {}

void BreakpointList::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    search();
}

Status BreakpointList::add(const QString& query) {
    const std::string text = query.trimmed().toStdString();
    const Result<TreeFilter> parsed = parseNodeQuery(text);
    TRY(parsed);
    if (parsed->takesAll()) {
        return Error{ErrorCode::Config,
                     tr("a breakpoint needs a condition, such as op:children level:3").toStdString()};
    }
    const bool isThere =
        std::any_of(m_all.begin(), m_all.end(), [&](const Breakpoint& other) { return other.query == text; });
    if (!isThere) {
        m_all.push_back({text, true});
        search();
    }
    return Ok{};
}

void BreakpointList::remove(std::size_t index) {
    if (index < m_all.size()) {
        m_all.erase(m_all.begin() + static_cast<std::ptrdiff_t>(index));
        search();
    }
}

void BreakpointList::setOn(std::size_t index, bool on) {
    if (index < m_all.size() && m_all[index].isOn != on) {
        m_all[index].isOn = on;
        search();
    }
}

void BreakpointList::clear() {
    m_all.clear();
    search();
}

void BreakpointList::search() {
    constexpr std::size_t kAtOnce = 20'000; // nodes that can be searched within a frame
    m_lane.drop();
    m_hits = {};
    if (!m_snapshot || !m_snapshot->graph || !m_snapshot->schedule || m_all.empty()) {
        emit changed();
        return;
    }
    if (m_snapshot->graph->size() <= kAtOnce) {
        if (Result<BreakpointHits> hits = findHits(*m_snapshot, m_all, {})) {
            take(std::move(*hits));
        }
        return;
    }
    m_lane.ask([snapshot = m_snapshot,
                all = m_all](const JobControl& control) { return findHits(*snapshot, all, control.run()); },
               [this](Result<BreakpointHits> hits) {
                   if (hits) {
                       take(std::move(*hits));
                   }
               });
    emit changed();
}

void BreakpointList::take(BreakpointHits hits) {
    m_hits = std::move(hits);
    emit changed();
}

} // namespace batchscope
