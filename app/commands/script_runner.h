// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replays a script in the event loop, through the same registry as menus and keys: for the pictures in the README,
// demos and tests. Adds the commands `wait` and `wait-idle`, which make sense only in scripts.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <vector>

namespace batchscope {

class MainWindow;

/// A script as data: command ids with arguments, read and checked before anything runs.
///
///     [{"command": "open", "path": "trees.ptb"}, ["wait-idle"], ["seek", {"stop": 2}], {"command": "quit"}]
struct ScriptStep {
    QString command;
    QJsonObject arguments; ///< all members except "command"
};

struct Script {
    QString file; ///< path as given, for messages
    std::vector<ScriptStep> steps;
};

/// Io error if the file cannot be read; otherwise fails like parseScript().
[[nodiscard]] Result<Script> readScript(const QString& path);
/// Parse error with the file, and with line and column if the text is not JSON.
[[nodiscard]] Result<Script> parseScript(const QByteArray& text, const QString& file);

class ScriptRunner final : public QObject {
    Q_OBJECT

public:
    ScriptRunner(MainWindow& window, Script script, QObject* parent = nullptr);

    void start();

signals:
    /// The script ended, ran `quit` or failed. `error` is empty, or `FILE: command N (id): error: …`.
    void finished(const QString& error);

private:
    void step();
    void poll();
    void end(const QString& error);
    [[nodiscard]] Status waitIdle(const QJsonObject& arguments);
    [[nodiscard]] Status wait(const QJsonObject& arguments);

    MainWindow& m_window;
    Script m_script;
    std::size_t m_next = 0;
    QTimer m_timer;                   // runs the next step, or checks if the wait is over
    QElapsedTimer m_waited;           // since the present wait began
    std::function<bool()> m_waitOver; // empty: nothing is waited for
    qint64 m_timeout = 0;             // limit of the present wait, in milliseconds; 0: none
    int m_idleLooks = 0;              // consecutive checks that found the window idle
    QString m_failure;                // last error of the session
};

} // namespace batchscope
