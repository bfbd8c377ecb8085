// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/schedule_editor.h"

#include "views/session/schedule_files.h"
#include "views/session/session.h"

#include <utility>

namespace batchscope {

ScheduleEditor::ScheduleEditor(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_lane(*this) {}

ShownSchedule ScheduleEditor::shown() const {
    return {m_session.snapshot()->graph, m_session.snapshot()->schedule};
}

void ScheduleEditor::edit(Edit edit) {
    m_lane.ask(
        [shown = shown(), edit = std::move(edit)](const JobControl& control) { return edit(shown, control.run()); },
        [this, asked = m_session.config()](Result<Schedule> made) {
            if (!made) {
                emit failed(QString::fromStdString(made.error().text()));
            } else if (SessionConfig config = m_session.config(); config == asked) {
                config.given = std::make_shared<const Schedule>(std::move(*made));
                m_session.setConfig(config);
            }
        });
}

void ScheduleEditor::save(const QString& path) {
    m_lane.ask(
        [shown = shown(), path](const JobControl&) { return writeSchedule(*shown.graph, *shown.schedule, path); },
        [this](Result<QString> written) {
            if (written) {
                emit saved(*written);
            } else {
                emit failed(QString::fromStdString(written.error().text()));
            }
        });
}

} // namespace batchscope
