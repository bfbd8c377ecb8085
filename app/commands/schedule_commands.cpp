// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/schedule_store.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "core/bytes/file_writer.h"
#include "core/schedule/schedule_json.h"
#include "core/session/chosen_policy.h"
#include "views/changes/changes_view.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"

#include <QAction>
#include <QFileInfo>

#include <functional>
#include <string>
#include <utility>

namespace batchscope {

namespace {

constexpr const char* kSubmenu = "Sc&hedule";

/// A command that needs a schedule; `applies`: whether it is available then.
QAction* addOfSchedule(MainWindow& window, CommandRow row, const char* arguments,
                       const CommandRegistry::Handler& handler, const std::function<bool()>& applies) {
    row.place = in(MenuSection::ModelSchedule, kSubmenu);
    QAction* const action = add(window, row, arguments, handler);
    follow(window, action, [&window, action, applies] {
        action->setEnabled(window.session().snapshot()->schedule != nullptr && applies());
    });
    return action;
}

bool always() {
    return true;
}

void addComparison(MainWindow& window) {
    auto& changes = panelView<ChangesView>(window, "changes");
    const FileQuestion question = {MainWindow::tr("Compare with a saved schedule"),
                                   MainWindow::tr("Schedules (*.json)")};
    QAction* const action = addOfSchedule(
        window, {"compare-schedule", "&Compare with a saved schedule…", "Compare the schedule with one from a file."},
        "path: of the file",
        [&window, &changes, question](const QJsonObject& arguments) {
            return withPath(window, arguments, question, [&window, &changes](const QString& path) -> Status {
                window.raisePanel(QStringLiteral("changes"));
                changes.setOther({OtherChoice::Kind::File, path.toStdString()});
                return Ok{};
            });
        },
        always);
    QObject::connect(&changes, &ChangesView::fileAsked, action, [action] { action->trigger(); });
}

void addFiles(MainWindow& window, ScheduleStore& store) {
    const FileQuestion toOpen = {MainWindow::tr("Open a schedule"), MainWindow::tr("Schedules (*.json)")};
    const auto open = [&store](const QString& path) -> Status {
        store.open(path);
        return Ok{};
    };
    const auto save = [&store](const QString& path) -> Status {
        store.save(path);
        return Ok{};
    };
    addOfSchedule(
        window,
        {"open-schedule", "&Open schedule…",
         "Run a schedule from a file instead of the policy's; it must be for these trees and options."},
        "path: of the file",
        [&window, toOpen, open](const QJsonObject& arguments) { return withPath(window, arguments, toOpen, open); },
        always);
    addOfSchedule(
        window,
        {"save-schedule", "Sa&ve schedule…",
         "Save the schedule that is shown, to edit it or to run it with batchscope-cli."},
        "path: of the file",
        [&window, save](const QJsonObject& arguments) {
            return withPath(window, arguments,
                            {MainWindow::tr("Save the schedule"), MainWindow::tr("Schedules (*.json)"), "json",
                             suggestedPath(window, QStringLiteral("schedule"), "json")},
                            save);
        },
        always);
    addOfSchedule(
        window,
        {"policy-schedule", "&Back to the policy's schedule",
         "Show the schedule of the policy again instead of the one that was opened."},
        "",
        [&window](const QJsonObject&) -> Status {
            change(window, [](SessionConfig& config) { config.given.reset(); });
            return Ok{};
        },
        [&window] { return window.session().config().given != nullptr; });
}

} // namespace

void addScheduleCommands(MainWindow& window) {
    auto& store = *new ScheduleStore(window.session(), &window);
    QObject::connect(&store, &ScheduleStore::failed, &window.messages(), &WindowMessages::showError);
    QObject::connect(&store, &ScheduleStore::saved, &window,
                     [&window](const QString& path) { tellSaved(window, path); });
    addFiles(window, store);
    addComparison(window);
}

ScheduleStore::ScheduleStore(Session& session, QObject* parent) : QObject(parent), m_session(session), m_lane(*this) {}

void ScheduleStore::open(const QString& path) {
    m_lane.ask(
        [graph = m_session.snapshot()->graph, path](const JobControl& control) {
            Result<Schedule> schedule = readSchedule(path.toStdString(), *graph, control.run());
            if (schedule) {
                schedule->policy = QFileInfo(path).fileName().toStdString();
            }
            return schedule;
        },
        [this, asked = m_session.config()](Result<Schedule> read) {
            if (!read) {
                emit failed(QString::fromStdString(read.error().text()));
            } else if (SessionConfig config = m_session.config(); config == asked) {
                config.given = std::make_shared<const Schedule>(std::move(*read));
                m_session.setConfig(config);
            }
        });
}

void ScheduleStore::save(const QString& path) {
    m_lane.ask(
        [graph = m_session.snapshot()->graph, schedule = m_session.snapshot()->schedule, path](const JobControl&) {
            return writeFile(path.toStdString(), scheduleJson(*graph, *schedule), Replaces::Opened);
        },
        [this, path](const Status& written) {
            if (written) {
                emit saved(path);
            } else {
                emit failed(QString::fromStdString(written.error().text()));
            }
        });
}

} // namespace batchscope
