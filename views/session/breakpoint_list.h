// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's breakpoints and the places where the shown run hits them, shared by all views that show hits. Hits are
// found anew with each snapshot, on a separate thread for large graphs; the newest request wins. GUI thread only.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/node_search.h"
#include "views/session/lanes.h"
#endif

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace batchscope {

class BreakpointList final : public QObject {
    Q_OBJECT

public:
    explicit BreakpointList(QObject* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);

    [[nodiscard]] const std::vector<Breakpoint>& all() const { return m_all; }
    /// The hits in the shown run; `each` is empty while the search runs.
    [[nodiscard]] const BreakpointHits& hits() const { return m_hits; }
    [[nodiscard]] bool running() const { return m_lane.isOpen(); }

    /// Parse error for an invalid query; Config error for an empty one. Does nothing if the breakpoint exists already.
    [[nodiscard]] Status add(const QString& query);
    void remove(std::size_t index);
    void setOn(std::size_t index, bool on);
    void clear();

signals:
    /// The breakpoints or the hits changed.
    void changed();

private:
    void search();
    void take(BreakpointHits hits);

    std::shared_ptr<const Snapshot> m_snapshot;
    std::vector<Breakpoint> m_all;
    BreakpointHits m_hits;
    ViewLane m_lane;
};

} // namespace batchscope
