// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's breakpoints and where the shown run hits them. Every view that shows hits asks here. Hits are found anew
// with each snapshot, in large graphs on a thread of their own; the newest request wins. GUI thread only.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/breakpoints.h"
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
    /// Of the shown run; `each` is empty while they are being looked for.
    [[nodiscard]] const BreakpointHits& hits() const { return m_hits; }
    [[nodiscard]] bool running() const { return m_lane.isOpen(); }

    /// Parse error for what is no query; Config error for an empty one. Does nothing where there is such a breakpoint.
    [[nodiscard]] Status add(const QString& query);
    void remove(std::size_t index);
    void setOn(std::size_t index, bool on);
    void clear();

signals:
    /// Breakpoints or hits.
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
