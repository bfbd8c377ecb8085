// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/script_runner.h"

#include "app/commands/commands.h"
#include "app/commands/lesson_runner.h"
#include "app/commands/schedule_editor.h"
#include "app/commands/window_idle.h"
#include "app/window/main_window.h"
#include "views/commands/command_registry.h"
#include "views/session/playback.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr double kIdleTimeout = 60'000.0; // milliseconds
constexpr double kLongestWait = 600'000.0;

QString treesText(const Snapshot& snapshot) {
    const GraphOptions& graph = snapshot.config.graph;
    if (!graph.picked.empty()) {
        return QStringLiteral("%1 picked trees").arg(graph.picked.size());
    }
    const std::size_t end = std::min(graph.trees.end, snapshot.treebank->trees.size());
    return QStringLiteral("trees %1:%2").arg(graph.trees.begin).arg(end);
}

/// Where the playback is: "at step 2 (3 of 12)"; before and behind the steps "at stop 1 of 15".
QString placeText(const Snapshot& snapshot, const Playback& playback) {
    const Storyboard* const story = playback.storyboard();
    if (story == nullptr || !snapshot.schedule) {
        return QStringLiteral("without a picture");
    }
    const BatchId batch = batchAt(*story, playback.time());
    return batch.valid() ? QStringLiteral("at step %1 (%2 of %3)")
                               .arg(batch.index())
                               .arg(batch.index() + 1)
                               .arg(snapshot.schedule->batchCount())
                         : QStringLiteral("at stop %1 of %2").arg(stopBefore(playback.time())).arg(story->end());
}

/// What the window showed when a script failed: files, net, policy, trees and place.
QString shownText(const MainWindow& window) {
    const Snapshot& snapshot = *window.session().snapshot();
    if (!snapshot.treebank) {
        return QStringLiteral("while nothing was open");
    }
    QStringList parts;
    for (const std::string& file : snapshot.config.files) {
        parts.append(QString::fromStdString(file));
    }
    const bool isProgram = !snapshot.treebank->program.empty();
    parts.append(isProgram ? QStringLiteral("a program") : QString::fromStdString(snapshot.config.graph.model));
    parts.append(QString::fromStdString(snapshot.config.policy));
    parts.append(treesText(snapshot));
    parts.append(placeText(snapshot, window.playback()));
    return QStringLiteral("while showing ") % parts.join(QStringLiteral(", "));
}

} // namespace

ScriptRunner::ScriptRunner(MainWindow& window, Script script, QObject* parent)
    : QObject(parent), m_window(window), m_script(std::move(script)) {
    CommandRegistry& commands = window.commands();
    commands.add({.id = QStringLiteral("wait"),
                  .text = tr("Wait"),
                  .tip = tr("Wait N ms."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("ms")},
                 [this](const QJsonObject& arguments) { return wait(arguments); });
    commands.add({.id = QStringLiteral("wait-idle"),
                  .text = tr("Wait until idle"),
                  .tip = tr("Wait until nothing is running or moving."),
                  .needsArguments = true},
                 [this](const QJsonObject& arguments) { return waitIdle(arguments); });
    const auto noteFailure = [this](const QString& message) { m_failure = message; };
    connect(&window.session(), &Session::failed, this, noteFailure);
    if (const auto* const editor = window.findChild<ScheduleEditor*>(QString(), Qt::FindDirectChildrenOnly)) {
        connect(editor, &ScheduleEditor::failed, this, noteFailure);
    }
    connect(&m_timer, &QTimer::timeout, this, &ScriptRunner::poll);
    m_timer.setInterval(kIdleLookMs);
}

void ScriptRunner::start() {
    m_timer.start();
}

void ScriptRunner::poll() {
    if (!m_waitOver) {
        step();
    } else if (m_waitOver()) {
        m_waitOver = nullptr;
        if (!m_failure.isEmpty()) {
            end(std::exchange(m_failure, {}));
        }
    } else if (m_timeout > 0 && m_waited.elapsed() > m_timeout) {
        end(QStringLiteral("error: still busy after %1 ms").arg(m_timeout));
    }
}

void ScriptRunner::step() {
    if (m_next == m_script.steps.size()) {
        end({});
        return;
    }
    const ScriptStep& step = m_script.steps[m_next];
    ++m_next;
    const Status status = m_window.commands().run(step.command, step.arguments);
    if (!status || step.command == u"quit") {
        end(status ? QString() : QString::fromStdString(status.error().text()));
    }
}

/// Empty: it ended well.
void ScriptRunner::end(const QString& error) {
    m_timer.stop();
    if (error.isEmpty()) {
        emit finished({});
        return;
    }
    const QString command = m_script.steps[m_next - 1].command;
    emit finished(QStringLiteral("%1: command %2 (%3): %4; %5")
                      .arg(m_script.file, QString::number(m_next), command, error, shownText(m_window)));
}

Status ScriptRunner::wait(const QJsonObject& arguments) {
    const Result<double> milliseconds = numberArgument(arguments, QStringLiteral("ms"));
    TRY(milliseconds);
    if (*milliseconds < 0.0 || *milliseconds > kLongestWait) {
        return Error{ErrorCode::Config, "the wait must be from 0 to 600000 ms"};
    }
    m_waited.start();
    m_timeout = 0;
    m_waitOver = [this, limit = static_cast<qint64>(*milliseconds)] { return m_waited.elapsed() >= limit; };
    return Ok{};
}

Status ScriptRunner::waitIdle(const QJsonObject& arguments) {
    m_timeout = static_cast<qint64>(arguments.value(QStringLiteral("timeout_ms")).toDouble(kIdleTimeout));
    m_waited.start();
    m_idleLooks = 0;
    m_waitOver = [this] {
        const bool isQuiet = isIdle(m_window) && !m_window.findChild<LessonRunner*>()->isBusy();
        m_idleLooks = isQuiet ? m_idleLooks + 1 : 0;
        return m_idleLooks == kIdleLooks;
    };
    return Ok{};
}

} // namespace batchscope
