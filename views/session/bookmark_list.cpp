// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/bookmark_list.h"

#include <algorithm>
#include <utility>

namespace batchscope {

void BookmarkList::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    const bool isOtherGraph = !m_snapshot || m_snapshot->graph != snapshot->graph;
    const bool isOther = isOtherGraph || m_snapshot->schedule != snapshot->schedule;
    m_snapshot = std::move(snapshot);
    if (isOtherGraph) {
        find();
    } else if (isOther && !m_all.empty()) { // the numbers of steps changed
        emit changed();
    }
}

BatchId BookmarkList::stepOf(std::size_t index) const {
    const bool isThere = m_snapshot && m_snapshot->schedule && m_nodes[index].valid();
    return isThere ? m_snapshot->schedule->places[m_nodes[index]].batch : BatchId();
}

std::optional<std::size_t> BookmarkList::at(NodeId node, Bookmark::Of of) const {
    const Schedule* const schedule = m_snapshot ? m_snapshot->schedule.get() : nullptr;
    for (std::size_t index = 0; index < m_all.size(); ++index) {
        if (m_all[index].of != of || !m_nodes[index].valid()) {
            continue;
        }
        const bool isSameStep =
            of == Bookmark::Of::Step && schedule != nullptr && stepOf(index) == schedule->places[node].batch;
        if (m_nodes[index] == node || isSameStep) {
            return index;
        }
    }
    return std::nullopt;
}

void BookmarkList::toggle(NodeId node, Bookmark::Of of) {
    if (!m_snapshot || !m_snapshot->graph || node.index() >= m_snapshot->graph->size()) {
        return;
    }
    if (const auto there = at(node, of)) {
        remove(*there);
        return;
    }
    m_all.push_back(bookmarkOf(*m_snapshot, node, of));
    m_nodes.push_back(node);
    emit changed();
}

void BookmarkList::setNote(std::size_t index, const QString& note) {
    std::string text = note.trimmed().toStdString();
    if (index < m_all.size() && m_all[index].note != text) {
        m_all[index].note = std::move(text);
        emit changed();
    }
}

void BookmarkList::remove(std::size_t index) {
    if (index < m_all.size()) {
        m_all.erase(m_all.begin() + static_cast<std::ptrdiff_t>(index));
        m_nodes.erase(m_nodes.begin() + static_cast<std::ptrdiff_t>(index));
        emit changed();
    }
}

void BookmarkList::replace(std::vector<Bookmark> bookmarks) {
    m_all = std::move(bookmarks);
    find();
}

void BookmarkList::find() {
    m_nodes = m_snapshot ? nodesOf(*m_snapshot, m_all) : std::vector<NodeId>(m_all.size());
    emit changed();
}

} // namespace batchscope
