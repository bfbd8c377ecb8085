// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's bookmarks and their places in the shown graph, shared by all views that show bookmarks. GUI thread only.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/kept_place.h"
#endif

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace batchscope {

class BookmarkList final : public QObject {
    Q_OBJECT

public:
    explicit BookmarkList(QObject* parent = nullptr) : QObject(parent) {}

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);

    [[nodiscard]] const std::vector<Bookmark>& all() const { return m_all; }
    /// The node of each bookmark in the shown graph; invalid if the graph has no such node.
    [[nodiscard]] const std::vector<NodeId>& nodes() const { return m_nodes; }
    /// The step of a bookmark in the shown schedule; invalid if the schedule has no such step.
    [[nodiscard]] BatchId stepOf(std::size_t index) const;

    /// The index of the bookmark at this node or, for a step, at any node of its batch; nullopt if there is none.
    [[nodiscard]] std::optional<std::size_t> at(NodeId node, Bookmark::Of of) const;
    /// Adds a bookmark there, or removes the present one together with its note.
    void toggle(NodeId node, Bookmark::Of of);
    void setNote(std::size_t index, const QString& note);
    void remove(std::size_t index);
    /// Replaces all bookmarks.
    void replace(std::vector<Bookmark> bookmarks);

signals:
    void changed();

private:
    void find();

    std::shared_ptr<const Snapshot> m_snapshot;
    std::vector<Bookmark> m_all;
    std::vector<NodeId> m_nodes;
};

} // namespace batchscope
