// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's bookmarks, and where they are in the shown graph. Every view that shows them asks here. GUI thread only.
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
    /// The node of each in the shown graph; invalid where it has none.
    [[nodiscard]] const std::vector<NodeId>& nodes() const { return m_nodes; }
    /// The step of each in the shown schedule; invalid where it has none.
    [[nodiscard]] BatchId stepOf(std::size_t index) const;

    /// The bookmark of this node of the shown graph; of a step, `node` is any of its batch. None: there is none.
    [[nodiscard]] std::optional<std::size_t> at(NodeId node, Bookmark::Of of) const;
    /// Adds one there, or removes the one that is there, note and all.
    void toggle(NodeId node, Bookmark::Of of);
    void setNote(std::size_t index, const QString& note);
    void remove(std::size_t index);
    /// In place of all there are.
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
