// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes the schedule that is shown, reads one from a file and writes it, on a thread of its own: each takes time in
// proportion to the nodes, and the window must not wait. Only the newest request counts.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/schedule.h"
#include "views/session/lanes.h"
#endif

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace batchscope {

class Session;

/// What is shown, as an edit takes it.
struct ShownSchedule {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> schedule;
};

class ScheduleEditor final : public QObject {
    Q_OBJECT

public:
    using Edit = std::function<Result<Schedule>(const ShownSchedule& shown, const RunControl& control)>;

    /// The session outlives it.
    explicit ScheduleEditor(Session& session, QObject* parent = nullptr);

    /// Shows what `edit` makes of the schedule that is shown, in place of the policy's. The caller has made sure that
    /// there is one. Nothing happens when the user has chosen something else by then.
    void edit(Edit edit);
    /// Writes the schedule that is shown; saved() or failed() follows.
    void save(const QString& path);
    [[nodiscard]] bool isBusy() const { return m_lane.isOpen(); }

signals:
    /// In words.
    void failed(const QString& message);
    void saved(const QString& path);

private:
    [[nodiscard]] ShownSchedule shown() const;

    Session& m_session;
    ViewLane m_lane; // last: its jobs may still run while this goes
};

} // namespace batchscope
