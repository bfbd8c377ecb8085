// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/saved_files.h"
#include "app/commands/schedule_editor.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/bytes/file_writer.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/schedule_json.h"
#include "core/session/chosen_policy.h"
#include "views/changes/changes_view.h"
#include "views/commands/command_registry.h"
#include "views/models/words.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QAction>
#include <QDockWidget>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTableView>

#include <array>
#include <functional>
#include <string>
#include <string_view>
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

/// `id`: of what is compared with.
void addComparison(MainWindow& window, const CommandRow& row, std::string_view id, const FileQuestion& question) {
    auto& changes = panelView<ChangesView>(window, "changes");
    QAction* const action = addOfSchedule(
        window, row, "path: of the file",
        [&window, &changes, id, question](const QJsonObject& arguments) {
            return withPath(window, arguments, question, [&window, &changes, id](const QString& path) -> Status {
                window.raisePanel(QStringLiteral("changes"));
                changes.setOther({std::string(id), path.toStdString()});
                return Ok{};
            });
        },
        always);
    QObject::connect(&changes, &ChangesView::fileAsked, action, [action, id](const QString& asked) {
        if (asked == QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))) {
            action->trigger();
        }
    });
}

void addComparisons(MainWindow& window) {
    addComparison(
        window,
        {"compare-file", "Compare with another &file…", "Compare the schedule with that of the trees of another file."},
        kOtherTreebank, {MainWindow::tr("Compare with the trees of another file"), MainWindow::tr("All files (*)")});
    addComparison(
        window, {"compare-schedule", "&Compare with a saved schedule…", "Compare the schedule with one from a file."},
        kOtherSchedule, {MainWindow::tr("Compare with a saved schedule"), MainWindow::tr("Schedules (*.json)")});
}

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
        const Result<std::size_t> asked = indexArgument(arguments, "row");
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
        after = indexArgument(arguments, "after");
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
        const Result<std::size_t> asked = indexArgument(arguments, "node");
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
QAction* addEdit(MainWindow& window, ScheduleEditor& editor, const CommandRow& row, const char* arguments,
                 bool (*needs)(const Focus&), Prepare prepare) {
    const auto handler = [&window, &editor, prepare](const QJsonObject& given) -> Status {
        const Seen seen = seenIn(window);
        if (seen.shown.schedule == nullptr) {
            return Error{ErrorCode::Config, MainWindow::tr("There is no schedule yet.").toStdString()};
        }
        AnEdit edit = prepare(seen, given);
        TRY(edit);
        editor.edit(std::move(*edit));
        return Ok{};
    };
    return addOfSchedule(window, row, arguments, handler, [&window, needs] {
        const bool isScripted = window.mode() == MainWindow::Mode::Scripted; // its arguments say what
        return window.pages().isWorkspaceShown() && (isScripted || needs(window.playback().focus()));
    });
}

bool hasBatchSelected(const Focus& focus) {
    return focus.batch.valid();
}

bool hasTwoNodes(const Focus& focus) {
    return focus.node.valid() && focus.second.valid();
}

void addFiles(MainWindow& window, ScheduleEditor& editor) {
    const FileQuestion toOpen = {MainWindow::tr("Open a schedule"), MainWindow::tr("Schedules (*.json)")};
    const auto open = [&editor](const QString& path) -> Status {
        editor.edit([path](const ShownSchedule& shown, const RunControl& control) {
            Result<Schedule> schedule = readSchedule(path.toStdString(), *shown.graph, control);
            if (schedule) {
                schedule->policy = QFileInfo(path).fileName().toStdString();
            }
            return schedule;
        });
        return Ok{};
    };
    const auto save = [&editor](const QString& path) -> Status {
        editor.save(path);
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
            const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
            return withPath(window, arguments,
                            {MainWindow::tr("Save the schedule"), MainWindow::tr("Schedules (*.json)"), "json",
                             suggestedPath(window, QStringLiteral("schedule"), folder, QStringLiteral("json"))},
                            save);
        },
        always);
    addOfSchedule(
        window,
        {"policy-schedule", "&Back to the policy's schedule",
         "Show the schedule of the policy again instead of the one that was edited or opened."},
        "",
        [&window](const QJsonObject&) -> Status {
            change(window, [](SessionConfig& config) { config.given.reset(); });
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
                {"split-batch", "&Split the batch",
                 "Split the selected batch after the row of the selected node; without one, in halves."},
                "batch: step of the schedule, from 0; without it, the selected one; row: from 0", hasBatchSelected,
                splitSeen),
        addEdit(
            window, editor,
            {"delay-batch", "&Delay the batch by one step", "Run the selected batch after the one that follows it."},
            "batch: step of the schedule, from 0; without it, the selected one; after: step that it runs after",
            hasBatchSelected, delaySeen),
        addEdit(window, editor,
                {"join-batches", "&Join with the next of its kind",
                 "Run the nodes of the selected batch in the next batch with the same signature."},
                "batch: step of the schedule, from 0; without it, the selected one; into: step that takes its nodes",
                hasBatchSelected, joinSeen),
        addEdit(window, editor,
                {"move-node", "&Move the node to the batch of the second",
                 "Run the selected node in the batch of the node that is marked with Ctrl+click."},
                "node: from 0; into: step that takes it", hasTwoNodes, moveSeen),
    };
    addFiles(window, editor);
    addComparisons(window);
    if (auto* const table = window.panel(QStringLiteral("steps"))->widget()->findChild<QTableView*>()) {
        for (QAction* const edit : edits) {
            table->addAction(edit);
        }
        table->addAction(window.commands().action(QStringLiteral("policy-schedule")));
    }
}

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
        [shown = shown(), path](const JobControl&) {
            return writeFile(path.toStdString(), scheduleJson(*shown.graph, *shown.schedule), Replaces::Opened);
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
