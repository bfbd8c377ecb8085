// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/saved_files.h"
#include "app/window/main_window.h"
#include "app/window/window_pages.h"
#include "core/schedule/schedule_edit.h"
#include "core/schedule/schedule_json.h"
#include "core/session/schedule_file.h"
#include "views/commands/command_registry.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QTableView>

#include <array>
#include <functional>
#include <utility>

namespace batchscope {

namespace {

constexpr const char* kBatchArgument = "batch: step of the schedule, from 0; without it, the selected one";

/// What is shown, as the changes take it.
struct ShownSchedule {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> schedule;
    Focus focus;
};

ShownSchedule shownIn(const MainWindow& window) {
    const Snapshot& snapshot = *window.session().snapshot();
    return {snapshot.graph, snapshot.schedule, window.playback().focus()};
}

/// Of the arguments, else the selected one.
Result<BatchId> batchOf(const ShownSchedule& shown, const QJsonObject& arguments, const QString& key) {
    if (!arguments.contains(key) && !shown.focus.batch.valid()) {
        return Error{ErrorCode::Config, MainWindow::tr("Select a batch first.").toStdString()};
    }
    if (!arguments.contains(key)) {
        return shown.focus.batch;
    }
    const Result<std::size_t> index = indexArgument(arguments, key);
    return index ? Result<BatchId>(BatchId(*index)) : index.error();
}

/// Shows the schedule in place of the policy's.
Status give(MainWindow& window, Result<Schedule> schedule) {
    if (!schedule) {
        return schedule.error();
    }
    SessionConfig config = window.session().config();
    config.given = std::make_shared<const Schedule>(std::move(*schedule));
    window.session().setConfig(config);
    return Ok{};
}

/// {"batch", "row"}
Result<Schedule> splitShown(const ShownSchedule& shown, const QJsonObject& arguments) {
    const Result<BatchId> batch = batchOf(shown, arguments, QStringLiteral("batch"));
    if (!batch) {
        return batch.error();
    }
    const bool isOwnRow = shown.focus.node.valid() && shown.schedule->places[shown.focus.node].batch == *batch;
    std::uint32_t row = isOwnRow ? shown.schedule->places[shown.focus.node].row : 0;
    if (!isOwnRow && batch->value < shown.schedule->batchCount()) { // in two halves
        row = static_cast<std::uint32_t>(shown.schedule->batchSize(*batch) / 2);
        row -= row > 0 ? 1 : 0;
    }
    if (arguments.contains(QStringLiteral("row"))) {
        const Result<std::size_t> asked = indexArgument(arguments, QStringLiteral("row"));
        if (!asked) {
            return asked.error();
        }
        row = static_cast<std::uint32_t>(*asked);
    }
    return splitAfterRow(*shown.graph, *shown.schedule, *batch, row);
}

/// {"batch", "after"}
Result<Schedule> delayShown(const ShownSchedule& shown, const QJsonObject& arguments) {
    const Result<BatchId> batch = batchOf(shown, arguments, QStringLiteral("batch"));
    if (!batch) {
        return batch.error();
    }
    Result<std::size_t> after = std::size_t{batch->value} + 1;
    if (arguments.contains(QStringLiteral("after"))) {
        after = indexArgument(arguments, QStringLiteral("after"));
    }
    return after ? delayAfter(*shown.graph, *shown.schedule, *batch, BatchId(*after)) : after.error();
}

/// The next batch of the same signature; invalid: none.
BatchId nextAlike(const Schedule& schedule, BatchId batch) {
    for (std::size_t step = std::size_t{batch.value} + 1; step < schedule.batchCount(); ++step) {
        if (schedule.batchSignatures[BatchId(step)] == schedule.batchSignatures[batch]) {
            return BatchId(step);
        }
    }
    return {};
}

/// {"batch", "into"}
Result<Schedule> joinShown(const ShownSchedule& shown, const QJsonObject& arguments) {
    const Result<BatchId> batch = batchOf(shown, arguments, QStringLiteral("batch"));
    if (!batch) {
        return batch.error();
    }
    const bool isAsked = arguments.contains(QStringLiteral("into"));
    const bool exists = batch->value < shown.schedule->batchCount();
    Result<BatchId> into = isAsked || !exists ? batchOf(shown, arguments, QStringLiteral("into"))
                                              : Result<BatchId>(nextAlike(*shown.schedule, *batch));
    if (!into) {
        return into.error();
    }
    if (!isAsked && exists && !into->valid()) {
        return Error{
            ErrorCode::Schedule,
            MainWindow::tr("No later batch has the same signature as step %1.").arg(batch->value).toStdString()};
    }
    return joinBatches(*shown.graph, *shown.schedule, *batch, *into);
}

/// {"node", "into"}; without: the selected node, to the batch of the one that is marked in addition.
Result<Schedule> moveShown(const ShownSchedule& shown, const QJsonObject& arguments) {
    NodeId node = shown.focus.node;
    if (arguments.contains(QStringLiteral("node"))) {
        const Result<std::size_t> asked = indexArgument(arguments, QStringLiteral("node"));
        if (!asked) {
            return asked.error();
        }
        node = NodeId(*asked);
    }
    const NodeId second = shown.focus.second;
    const bool isAsked = arguments.contains(QStringLiteral("into"));
    if (!isAsked && !second.valid()) {
        return Error{ErrorCode::Config, MainWindow::tr("Mark a second node with Ctrl+click first.").toStdString()};
    }
    const Result<BatchId> into =
        isAsked ? batchOf(shown, arguments, QStringLiteral("into")) : shown.schedule->places[second].batch;
    return into ? moveNode(*shown.graph, *shown.schedule, node, *into) : into.error();
}

using Edit = Result<Schedule> (*)(const ShownSchedule& shown, const QJsonObject& arguments);

/// A command that changes the schedule; disabled where nothing is selected that it could change.
QAction* addEdit(MainWindow& window, CommandSpec spec, bool (*needs)(const Focus&), Edit edit) {
    spec.menu = MenuSection::ModelSchedule;
    spec.submenu = MainWindow::tr("Sc&hedule");
    QAction* const action = window.commands().add(spec, [&window, edit](const QJsonObject& arguments) -> Status {
        const ShownSchedule shown = shownIn(window);
        if (shown.schedule == nullptr) {
            return Error{ErrorCode::Config, MainWindow::tr("There is no schedule yet.").toStdString()};
        }
        return give(window, edit(shown, arguments));
    });
    const auto follow = [&window, action, needs] {
        const bool isShown = window.pages().isWorkspaceShown() && window.session().snapshot()->schedule != nullptr;
        const bool isScripted = window.mode() == MainWindow::Mode::Scripted; // its arguments say what
        action->setEnabled(isShown && (isScripted || needs(window.playback().focus())));
    };
    QObject::connect(&window.playback(), &Playback::selectionChanged, action, follow);
    QObject::connect(&window.session(), &Session::snapshotChanged, action, follow);
    QObject::connect(&window.pages(), &WindowPages::pageChanged, action, follow);
    follow();
    return action;
}

bool hasBatchSelected(const Focus& focus) {
    return focus.batch.valid();
}

bool hasTwoNodes(const Focus& focus) {
    return focus.node.valid() && focus.second.valid();
}

/// {"path"}
Status openSchedule(MainWindow& window, const QJsonObject& arguments) {
    QString path = arguments.value(QStringLiteral("path")).toString();
    if (path.isEmpty()) {
        if (const Status may = checkDialog(window, arguments, "open-schedule"); !may) {
            return may.error();
        }
        path = QFileDialog::getOpenFileName(&window, MainWindow::tr("Open a schedule"), {},
                                            MainWindow::tr("Schedules (*.json)"));
        if (path.isEmpty()) {
            return Ok{};
        }
    }
    const ShownSchedule shown = shownIn(window);
    Result<Schedule> schedule = readSchedule(path.toStdString(), *shown.graph, {});
    if (schedule) {
        schedule->policy = QFileInfo(path).fileName().toStdString();
    }
    return give(window, std::move(schedule));
}

/// {"path"}
Status saveSchedule(MainWindow& window, const QJsonObject& arguments) {
    QString path = arguments.value(QStringLiteral("path")).toString();
    if (path.isEmpty()) {
        if (const Status may = checkDialog(window, arguments, "save-schedule"); !may) {
            return may.error();
        }
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        path = QFileDialog::getSaveFileName(
            &window, MainWindow::tr("Save the schedule"),
            suggestedPath(window, QStringLiteral("schedule"), folder, QStringLiteral("json")),
            MainWindow::tr("Schedules (*.json)"));
        if (path.isEmpty()) {
            return Ok{};
        }
    }
    const ShownSchedule shown = shownIn(window);
    QSaveFile file(path);
    const std::string text = scheduleJson(*shown.graph, *shown.schedule);
    const bool isWritten =
        file.open(QIODevice::WriteOnly) &&
        file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) && file.commit();
    if (!isWritten) {
        return Error{ErrorCode::Io, MainWindow::tr("Cannot write %1: %2").arg(path, file.errorString()).toStdString()};
    }
    tellSaved(window, path);
    return Ok{};
}

/// A command that needs a schedule.
QAction* addOfSchedule(MainWindow& window, CommandSpec spec, const CommandRegistry::Handler& handler,
                       const std::function<bool()>& needs) {
    spec.menu = MenuSection::ModelSchedule;
    spec.submenu = MainWindow::tr("Sc&hedule");
    QAction* const action = window.commands().add(spec, handler);
    const auto follow = [&window, action, needs] {
        action->setEnabled(window.session().snapshot()->schedule != nullptr && needs());
    };
    QObject::connect(&window.session(), &Session::snapshotChanged, action, follow);
    QObject::connect(&window.session(), &Session::configChanged, action, follow);
    follow();
    return action;
}

void addFiles(MainWindow& window) {
    const auto always = [] { return true; };
    addOfSchedule(
        window,
        {.id = QStringLiteral("open-schedule"),
         .text = MainWindow::tr("&Open schedule…"),
         .tip = MainWindow::tr("Run a schedule from a file instead of the policy's; it must be for these "
                               "trees and options."),
         .arguments = QStringLiteral("path: of the file")},
        [&window](const QJsonObject& arguments) { return openSchedule(window, arguments); }, always);
    addOfSchedule(
        window,
        {.id = QStringLiteral("save-schedule"),
         .text = MainWindow::tr("Sa&ve schedule…"),
         .tip = MainWindow::tr("Save the schedule that is shown, to edit it or to run it with batchscope-cli."),
         .arguments = QStringLiteral("path: of the file")},
        [&window](const QJsonObject& arguments) { return saveSchedule(window, arguments); }, always);
    addOfSchedule(
        window,
        {.id = QStringLiteral("policy-schedule"),
         .text = MainWindow::tr("&Back to the policy's schedule"),
         .tip = MainWindow::tr("Show the schedule of the policy again instead of the one that was edited or "
                               "opened.")},
        [&window](const QJsonObject&) -> Status {
            SessionConfig config = window.session().config();
            config.given.reset();
            window.session().setConfig(config);
            return Ok{};
        },
        [&window] { return window.session().config().given != nullptr; });
}

} // namespace

void addScheduleCommands(MainWindow& window) {
    const std::array<QAction*, 4> edits = {
        addEdit(window,
                {.id = QStringLiteral("split-batch"),
                 .text = MainWindow::tr("&Split the batch"),
                 .tip = MainWindow::tr("Split the selected batch after the row of the selected node; without one, in "
                                       "halves."),
                 .arguments = QStringLiteral("%1; row: from 0").arg(QLatin1String(kBatchArgument))},
                hasBatchSelected, splitShown),
        addEdit(window,
                {.id = QStringLiteral("delay-batch"),
                 .text = MainWindow::tr("&Delay the batch by one step"),
                 .tip = MainWindow::tr("Run the selected batch after the one that follows it."),
                 .arguments = QStringLiteral("%1; after: step that it runs after").arg(QLatin1String(kBatchArgument))},
                hasBatchSelected, delayShown),
        addEdit(
            window,
            {.id = QStringLiteral("join-batches"),
             .text = MainWindow::tr("&Join with the next of its kind"),
             .tip = MainWindow::tr("Run the nodes of the selected batch in the next batch with the same signature."),
             .arguments = QStringLiteral("%1; into: step that takes its nodes").arg(QLatin1String(kBatchArgument))},
            hasBatchSelected, joinShown),
        addEdit(
            window,
            {.id = QStringLiteral("move-node"),
             .text = MainWindow::tr("&Move the node to the batch of the second"),
             .tip = MainWindow::tr("Run the selected node in the batch of the node that is marked with Ctrl+click."),
             .arguments = QStringLiteral("node: from 0; into: step that takes it")},
            hasTwoNodes, moveShown),
    };
    addFiles(window);
    if (auto* const table = window.panel(QStringLiteral("steps"))->widget()->findChild<QTableView*>()) {
        for (QAction* const edit : edits) {
            table->addAction(edit);
        }
        table->addAction(window.commands().action(QStringLiteral("policy-schedule")));
    }
}

} // namespace batchscope
