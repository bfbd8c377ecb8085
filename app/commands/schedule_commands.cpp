// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/saved_files.h"
#include "app/commands/schedule_editor.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/schedule/given_schedule.h"
#include "core/session/chosen_policy.h"
#include "views/commands/command_registry.h"
#include "views/models/words.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QTableView>

#include <array>
#include <functional>
#include <utility>

namespace batchscope {

namespace {

constexpr const char* kBatchArgument = "batch: step of the schedule, from 0; without it, the selected one";

/// What is shown, and what is selected in it.
struct Seen {
    ShownSchedule shown;
    Focus focus;

    [[nodiscard]] const Schedule& schedule() const { return *shown.schedule; }
};

Seen seenIn(const MainWindow& window) {
    const Snapshot& snapshot = *window.session().snapshot();
    return {{snapshot.graph, snapshot.schedule}, window.playback().focus()};
}

/// Of the arguments, else the selected one.
Result<BatchId> batchOf(const Seen& seen, const QJsonObject& arguments, const QString& key) {
    if (!arguments.contains(key) && !seen.focus.batch.valid()) {
        return Error{ErrorCode::Config, MainWindow::tr("Select a batch first.").toStdString()};
    }
    if (!arguments.contains(key)) {
        return seen.focus.batch;
    }
    const Result<std::size_t> index = indexArgument(arguments, key);
    return index ? Result<BatchId>(BatchId(*index)) : index.error();
}

using AnEdit = Result<ScheduleEditor::Edit>;

/// {"batch", "row"}
AnEdit splitSeen(const Seen& seen, const QJsonObject& arguments) {
    const Result<BatchId> batch = batchOf(seen, arguments, QStringLiteral("batch"));
    TRY(batch);
    const bool isOwnRow = seen.focus.node.valid() && seen.schedule().places[seen.focus.node].batch == *batch;
    std::uint32_t row = isOwnRow ? seen.schedule().places[seen.focus.node].row : 0;
    if (!isOwnRow && batch->value < seen.schedule().batchCount()) { // in two halves
        row = static_cast<std::uint32_t>(seen.schedule().batchSize(*batch) / 2);
        row -= row > 0 ? 1 : 0;
    }
    if (arguments.contains(QStringLiteral("row"))) {
        const Result<std::size_t> asked = indexArgument(arguments, QStringLiteral("row"));
        TRY(asked);
        row = static_cast<std::uint32_t>(*asked);
    }
    return ScheduleEditor::Edit([batch = *batch, row](const ShownSchedule& shown, const RunControl&) {
        return splitAfterRow(*shown.graph, *shown.schedule, batch, row);
    });
}

/// {"batch", "after"}
AnEdit delaySeen(const Seen& seen, const QJsonObject& arguments) {
    const Result<BatchId> batch = batchOf(seen, arguments, QStringLiteral("batch"));
    TRY(batch);
    Result<std::size_t> after = std::size_t{batch->value} + 1;
    if (arguments.contains(QStringLiteral("after"))) {
        after = indexArgument(arguments, QStringLiteral("after"));
    }
    TRY(after);
    return ScheduleEditor::Edit(
        [batch = *batch, after = BatchId(*after)](const ShownSchedule& shown, const RunControl&) {
            return delayAfter(*shown.graph, *shown.schedule, batch, after);
        });
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
AnEdit joinSeen(const Seen& seen, const QJsonObject& arguments) {
    const Result<BatchId> batch = batchOf(seen, arguments, QStringLiteral("batch"));
    TRY(batch);
    const bool isAsked = arguments.contains(QStringLiteral("into"));
    const bool exists = batch->value < seen.schedule().batchCount();
    Result<BatchId> into = isAsked || !exists ? batchOf(seen, arguments, QStringLiteral("into"))
                                              : Result<BatchId>(nextAlike(seen.schedule(), *batch));
    TRY(into);
    if (!isAsked && exists && !into->valid()) {
        return Error{ErrorCode::Schedule, MainWindow::tr("No later batch has the same signature as batch %1.")
                                              .arg(ordinalText(batch->index()))
                                              .toStdString()};
    }
    return ScheduleEditor::Edit([batch = *batch, into = *into](const ShownSchedule& shown, const RunControl&) {
        return joinBatches(*shown.graph, *shown.schedule, batch, into);
    });
}

/// {"node", "into"}; without: the selected node, to the batch of the one that is marked in addition.
AnEdit moveSeen(const Seen& seen, const QJsonObject& arguments) {
    NodeId node = seen.focus.node;
    if (arguments.contains(QStringLiteral("node"))) {
        const Result<std::size_t> asked = indexArgument(arguments, QStringLiteral("node"));
        TRY(asked);
        node = NodeId(*asked);
    }
    const NodeId second = seen.focus.second;
    const bool isAsked = arguments.contains(QStringLiteral("into"));
    if (!isAsked && !second.valid()) {
        return Error{ErrorCode::Config, MainWindow::tr("Mark a second node with Ctrl+click first.").toStdString()};
    }
    const Result<BatchId> into =
        isAsked ? batchOf(seen, arguments, QStringLiteral("into")) : seen.schedule().places[second].batch;
    TRY(into);
    return ScheduleEditor::Edit([node, into = *into](const ShownSchedule& shown, const RunControl&) {
        return moveNode(*shown.graph, *shown.schedule, node, into);
    });
}

using Prepare = AnEdit (*)(const Seen& seen, const QJsonObject& arguments);

/// A command that changes the schedule; disabled where nothing is selected that it could change.
QAction* addEdit(MainWindow& window, ScheduleEditor& editor, CommandSpec spec, bool (*needs)(const Focus&),
                 Prepare prepare) {
    spec.menu = MenuSection::ModelSchedule;
    spec.submenu = MainWindow::tr("Sc&hedule");
    const auto handler = [&window, &editor, prepare](const QJsonObject& arguments) -> Status {
        const Seen seen = seenIn(window);
        if (seen.shown.schedule == nullptr) {
            return Error{ErrorCode::Config, MainWindow::tr("There is no schedule yet.").toStdString()};
        }
        AnEdit edit = prepare(seen, arguments);
        TRY(edit);
        editor.edit(std::move(*edit));
        return Ok{};
    };
    QAction* const action = window.commands().add(spec, handler);
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
Status openSchedule(MainWindow& window, ScheduleEditor& editor, const QJsonObject& arguments) {
    QString path = arguments.value(QStringLiteral("path")).toString();
    if (path.isEmpty()) {
        TRY(checkDialog(window, arguments, "open-schedule"));
        path = QFileDialog::getOpenFileName(&window, MainWindow::tr("Open a schedule"), {},
                                            MainWindow::tr("Schedules (*.json)"));
        if (path.isEmpty()) {
            return Ok{};
        }
    }
    editor.edit([path](const ShownSchedule& shown, const RunControl& control) {
        Result<Schedule> schedule = readSchedule(path.toStdString(), *shown.graph, control);
        if (schedule) {
            schedule->policy = QFileInfo(path).fileName().toStdString();
        }
        return schedule;
    });
    return Ok{};
}

/// {"path"}
Status saveSchedule(MainWindow& window, ScheduleEditor& editor, const QJsonObject& arguments) {
    QString path = arguments.value(QStringLiteral("path")).toString();
    if (path.isEmpty()) {
        TRY(checkDialog(window, arguments, "save-schedule"));
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        path = QFileDialog::getSaveFileName(
            &window, MainWindow::tr("Save the schedule"),
            suggestedPath(window, QStringLiteral("schedule"), folder, QStringLiteral("json")),
            MainWindow::tr("Schedules (*.json)"));
        if (path.isEmpty()) {
            return Ok{};
        }
    }
    editor.save(path);
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

void addFiles(MainWindow& window, ScheduleEditor& editor) {
    const auto always = [] { return true; };
    addOfSchedule(
        window,
        {.id = QStringLiteral("open-schedule"),
         .text = MainWindow::tr("&Open schedule…"),
         .tip = MainWindow::tr("Run a schedule from a file instead of the policy's; it must be for these "
                               "trees and options."),
         .arguments = QStringLiteral("path: of the file")},
        [&window, &editor](const QJsonObject& arguments) { return openSchedule(window, editor, arguments); }, always);
    addOfSchedule(
        window,
        {.id = QStringLiteral("save-schedule"),
         .text = MainWindow::tr("Sa&ve schedule…"),
         .tip = MainWindow::tr("Save the schedule that is shown, to edit it or to run it with batchscope-cli."),
         .arguments = QStringLiteral("path: of the file")},
        [&window, &editor](const QJsonObject& arguments) { return saveSchedule(window, editor, arguments); }, always);
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
    auto& editor = *new ScheduleEditor(window.session(), &window);
    QObject::connect(&editor, &ScheduleEditor::failed, &window.messages(), &WindowMessages::showError);
    QObject::connect(&editor, &ScheduleEditor::saved, &window,
                     [&window](const QString& path) { tellSaved(window, path); });
    const std::array<QAction*, 4> edits = {
        addEdit(window, editor,
                {.id = QStringLiteral("split-batch"),
                 .text = MainWindow::tr("&Split the batch"),
                 .tip = MainWindow::tr("Split the selected batch after the row of the selected node; without one, in "
                                       "halves."),
                 .arguments = QStringLiteral("%1; row: from 0").arg(QLatin1String(kBatchArgument))},
                hasBatchSelected, splitSeen),
        addEdit(window, editor,
                {.id = QStringLiteral("delay-batch"),
                 .text = MainWindow::tr("&Delay the batch by one step"),
                 .tip = MainWindow::tr("Run the selected batch after the one that follows it."),
                 .arguments = QStringLiteral("%1; after: step that it runs after").arg(QLatin1String(kBatchArgument))},
                hasBatchSelected, delaySeen),
        addEdit(
            window, editor,
            {.id = QStringLiteral("join-batches"),
             .text = MainWindow::tr("&Join with the next of its kind"),
             .tip = MainWindow::tr("Run the nodes of the selected batch in the next batch with the same signature."),
             .arguments = QStringLiteral("%1; into: step that takes its nodes").arg(QLatin1String(kBatchArgument))},
            hasBatchSelected, joinSeen),
        addEdit(
            window, editor,
            {.id = QStringLiteral("move-node"),
             .text = MainWindow::tr("&Move the node to the batch of the second"),
             .tip = MainWindow::tr("Run the selected node in the batch of the node that is marked with Ctrl+click."),
             .arguments = QStringLiteral("node: from 0; into: step that takes it")},
            hasTwoNodes, moveSeen),
    };
    addFiles(window, editor);
    if (auto* const table = window.panel(QStringLiteral("steps"))->widget()->findChild<QTableView*>()) {
        for (QAction* const edit : edits) {
            table->addAction(edit);
        }
        table->addAction(window.commands().action(QStringLiteral("policy-schedule")));
    }
}

} // namespace batchscope
