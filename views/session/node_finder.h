// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one owner of the search for nodes of the graph. A search is entered in one place (the bar over the canvas, the
// Nodes panel, a click on the legend, a script) and shown in many: marks on the canvas, its minimap and the scrubber,
// rows of the table. Small graphs are searched immediately, large ones on a separate thread; the newest search wins.
// GUI thread only.
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

    /// What is searched; the query stays and is asked again.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// The query as typed (node_search.h). An invalid query leaves the result unchanged; see fault().
    void setText(const QString& text);

    [[nodiscard]] const QString& text() const { return m_text; }
    /// A query is asked: only then anything is marked.
    [[nodiscard]] bool searches() const { return !m_query.takesAll(); }
    /// What was found, by id; nothing without a query.
    [[nodiscard]] const std::vector<NodeId>& found() const { return m_found; }
    /// What was found; all nodes without a query. Never null, never changed: another
    /// search makes another one.
    [[nodiscard]] const std::shared_ptr<const std::vector<NodeId>>& rows() const { return m_rows; }
    /// What rows() and found() are nodes of; may be null.
    [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return m_snapshot; }
    /// Nodes that were found in each batch, by BatchId; empty without a query or a schedule.
    [[nodiscard]] const std::vector<std::uint32_t>& foundInBatches() const { return m_foundInBatches; }
    /// Why the text is not a query for this graph; its position is in UTF-8 bytes of text().
    [[nodiscard]] const std::optional<Error>& fault() const { return m_fault; }
    [[nodiscard]] bool running() const { return m_lane.isOpen(); }

    /// Place of a node among found(), from 0; nothing where it was not found.
    [[nodiscard]] std::optional<std::size_t> placeOf(NodeId node) const;
    /// The found node after (before) this one, wrapping around at the end; the first (last) for an invalid one. Invalid
    /// where nothing was found.
    [[nodiscard]] NodeId next(NodeId from) const;
    [[nodiscard]] NodeId previous(NodeId from) const;

signals:
    /// Other found nodes.
    void foundChanged();
    /// Text, fault, or whether it runs.
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
