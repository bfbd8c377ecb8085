// SPDX-License-Identifier: GPL-3.0-or-later
//
// Owns the search for nodes of the graph. A query can be entered in several places (the bar over the canvas, the Nodes
// panel, a click on the legend, a script), and its result is shown in several: as marks on the canvas, its minimap and
// the scrubber, and as rows of the table. Small graphs are searched immediately, large ones on a separate thread; the
// newest search wins. GUI thread only.
//
//     finder.setText(QStringLiteral("op:children batch>64"));
//     // foundChanged: found(), rows(); stateChanged: fault(), running()
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/session/node_search.h"
#include "views/session/lanes.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace batchscope {

class NodeFinder final : public QObject {
    Q_OBJECT

public:
    explicit NodeFinder(QObject* parent = nullptr);
    ~NodeFinder() override;
    NodeFinder(const NodeFinder&) = delete;
    NodeFinder& operator=(const NodeFinder&) = delete;

    /// Sets the snapshot to search; the query is kept and runs again.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// The query as typed (node_search.h). An invalid query leaves the result unchanged; see fault().
    void setText(const QString& text);

    [[nodiscard]] const QString& text() const { return m_text; }
    /// True if there is a query; nodes are marked only then.
    [[nodiscard]] bool searches() const { return !m_query.takesAll(); }
    /// The nodes found, by id; empty without a query.
    [[nodiscard]] const std::vector<NodeId>& found() const { return m_found; }
    /// The nodes found; all nodes without a query. Never null, never modified: each search creates a new vector.
    [[nodiscard]] const std::shared_ptr<const std::vector<NodeId>>& rows() const { return m_rows; }
    /// The snapshot that the nodes of rows() and found() belong to; may be null.
    [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return m_snapshot; }
    /// The number of nodes found in each batch, by BatchId; empty without a query or a schedule.
    [[nodiscard]] const std::vector<std::uint32_t>& foundInBatches() const { return m_foundInBatches; }
    /// Why the text is not a valid query for this graph; the error's position is in UTF-8 bytes of text().
    [[nodiscard]] const std::optional<Error>& fault() const { return m_fault; }
    [[nodiscard]] bool running() const { return m_lane.isOpen(); }

    /// The index of a node in found(), from 0; nullopt if the node was not found.
    [[nodiscard]] std::optional<std::size_t> placeOf(NodeId node) const;
    /// The found node after (before) this one, wrapping around at the end; for an invalid node, the first (last) one.
    /// Invalid if nothing was found.
    [[nodiscard]] NodeId next(NodeId from) const;
    [[nodiscard]] NodeId previous(NodeId from) const;

signals:
    /// The found nodes changed.
    void foundChanged();
    /// The text, fault() or running() changed.
    void stateChanged();

private:
    struct Search;
    struct Outcome;
    void run();
    void finish(Outcome outcome);
    [[nodiscard]] static Outcome outcomeOf(const Search& search, const RunControl& control);

    std::shared_ptr<const Snapshot> m_snapshot;
    QString m_text;
    TreeFilter m_query;
    std::vector<NodeId> m_found;
    std::shared_ptr<const std::vector<NodeId>> m_rows = std::make_shared<const std::vector<NodeId>>();
    std::vector<std::uint32_t> m_foundInBatches;
    std::optional<Error> m_fault;
    ViewLane m_lane;
};

} // namespace batchscope
