// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/script_runner.h"

#include "app/commands/commands.h"
#include "app/commands/lesson_runner.h"
#include "app/commands/schedule_store.h"
#include "app/window/main_window.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace batchscope {

namespace {

SourcePosition positionOf(const QByteArray& text, qsizetype byte) {
    const auto end = text.begin() + std::min(byte, text.size());
    const auto lines = std::count(text.begin(), end, '\n');
    const qsizetype lineStart = text.left(end - text.begin()).lastIndexOf('\n') + 1;
    SourcePosition position;
    position.line = static_cast<std::uint32_t>(lines + 1);
    position.column = static_cast<std::uint32_t>(end - text.begin() - lineStart + 1);
    position.byte = static_cast<std::uint64_t>(end - text.begin());
    return position;
}

/// {"command": id, …arguments} or [id, {…arguments}]; empty command when it is neither.
ScriptStep stepOf(const QJsonValue& value) {
    if (value.isArray()) {
        const QJsonArray pair = value.toArray();
        const bool isFine = !pair.isEmpty() && pair.size() <= 2 && (pair.size() == 1 || pair[1].isObject());
        return isFine ? ScriptStep{pair[0].toString(), pair.size() == 2 ? pair[1].toObject() : QJsonObject()}
                      : ScriptStep();
    }
    ScriptStep step{{}, value.toObject()};
    step.command = step.arguments.take(QStringLiteral("command")).toString();
    return step;
}

} // namespace

Result<Script> parseScript(const QByteArray& text, const QString& file) {
    QJsonParseError fault;
    const QJsonDocument document = QJsonDocument::fromJson(text, &fault);
    if (fault.error != QJsonParseError::NoError) {
        return Error{ErrorCode::Parse, fault.errorString().toStdString(), file.toStdString(),
                     positionOf(text, fault.offset)};
    }
    if (!document.isArray()) {
        return Error{ErrorCode::Parse, "a script must be a list of commands", file.toStdString()};
    }
    Script script{file, {}};
    for (const QJsonValue value : document.array()) {
        ScriptStep step = stepOf(value);
        if (step.command.isEmpty()) {
            return Error{ErrorCode::Parse,
                         "command " + std::to_string(script.steps.size() + 1) +
                             R"( is neither {"command": id, ...} nor [id, {...}])",
                         file.toStdString()};
        }
        script.steps.push_back(std::move(step));
    }
    return script;
}

Result<Script> readScript(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::Io, file.errorString().toStdString(), path.toStdString()};
    }
    constexpr qint64 kLargest = 16 << 20;
    const QByteArray text = file.read(kLargest + 1); // a device gives bytes for ever
    if (text.size() > kLargest) {
        return Error{ErrorCode::Io, "the script is larger than the limit of 16 MiB", path.toStdString()};
    }
    return parseScript(text, path);
}

namespace {

constexpr double kIdleTimeout = 60'000.0; // milliseconds
constexpr double kLongestWait = 600'000.0;

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
    if (const auto* const store = window.findChild<ScheduleStore*>(QString(), Qt::FindDirectChildrenOnly)) {
        connect(store, &ScheduleStore::failed, this, noteFailure);
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
    emit finished(
        QStringLiteral("%1: command %2 (%3): %4").arg(m_script.file, QString::number(m_next), command, error));
}

Status ScriptRunner::wait(const QJsonObject& arguments) {
    const Result<double> milliseconds = numberArgument(arguments, "ms");
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
