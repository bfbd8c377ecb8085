// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a schedule from a file to show it, and writes the one that is shown, on a thread of its own: both take time in
// proportion to the nodes, and the window must not wait. Only the newest request counts.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/session/lanes.h"
#endif

#include <QObject>
#include <QString>

namespace batchscope {

class Session;

/// Both need a schedule that is shown.
class ScheduleStore final : public QObject {
    Q_OBJECT

public:
    /// The session outlives it.
    explicit ScheduleStore(Session& session, QObject* parent = nullptr);

    /// Shows the schedule of the file in place of the policy's, or failed() follows. Nothing happens when the user has
    /// chosen something else by then.
    void open(const QString& path);
    /// saved() or failed() follows.
    void save(const QString& path);
    [[nodiscard]] bool isBusy() const { return m_lane.isOpen(); }

signals:
    /// In words.
    void failed(const QString& message);
    void saved(const QString& path);

private:
    Session& m_session;
    ViewLane m_lane; // last: its jobs may still run while this goes
};

} // namespace batchscope
