// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a schedule from a file to show it, and writes the schedule that is shown, on another thread: both take time
// proportional to the number of nodes, and the window must not wait. Only the newest request counts.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 cannot parse <concepts>, which the core's headers include
#include "views/session/lanes.h"
#endif

#include <QObject>
#include <QString>

namespace batchscope {

class Session;

/// open() and save() need a schedule that is shown.
class ScheduleStore final : public QObject {
    Q_OBJECT

public:
    /// The session must outlive this object.
    explicit ScheduleStore(Session& session, QObject* parent = nullptr);

    /// Shows the schedule of the file instead of the policy's, or emits failed(). Does nothing if the configuration has
    /// changed in the meantime.
    void open(const QString& path);
    /// Emits saved() or failed() when done.
    void save(const QString& path);
    [[nodiscard]] bool isBusy() const { return m_lane.isOpen(); }

signals:
    /// Reading or writing failed; `message` is for the user.
    void failed(const QString& message);
    void saved(const QString& path);

private:
    Session& m_session;
    ViewLane m_lane; // last: its jobs may still run during destruction
};

} // namespace batchscope
