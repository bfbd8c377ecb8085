// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
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

/// Shows the schedule of the file in place of the policy's.
Status openSchedule(MainWindow& window, const QString& path) {
    Result<Schedule> read = readSchedule(path.toStdString(), *window.session().snapshot()->graph, {});
    TRY(read);
    read->policy = QFileInfo(path).fileName().toStdString();
    change(window,
           [&read](SessionConfig& config) { config.given = std::make_shared<const Schedule>(std::move(*read)); });
    return Ok{};
}

Status saveSchedule(MainWindow& window, const QString& path) {
    const Snapshot& shown = *window.session().snapshot();
    TRY(writeFile(path.toStdString(), scheduleJson(*shown.graph, *shown.schedule), Replaces::Opened));
    tellSaved(window, path);
    return Ok{};
}

void addFiles(MainWindow& window) {
    const FileQuestion toOpen = {MainWindow::tr("Open a schedule"), MainWindow::tr("Schedules (*.json)")};
    addOfSchedule(
        window,
        {"open-schedule", "&Open schedule…",
         "Run a schedule from a file instead of the policy's; it must be for these trees and options."},
        "path: of the file",
        [&window, toOpen](const QJsonObject& arguments) {
            return withPath(window, arguments, toOpen,
                            [&window](const QString& path) { return openSchedule(window, path); });
        },
        always);
    addOfSchedule(
        window,
        {"save-schedule", "Sa&ve schedule…",
         "Save the schedule that is shown, to edit it or to run it with batchscope-cli."},
        "path: of the file",
        [&window](const QJsonObject& arguments) {
            return withPath(window, arguments,
                            {MainWindow::tr("Save the schedule"), MainWindow::tr("Schedules (*.json)"), "json",
                             suggestedPath(window, QStringLiteral("schedule"), "json")},
                            [&window](const QString& path) { return saveSchedule(window, path); });
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
    addFiles(window);
    addComparison(window);
}

} // namespace batchscope
