// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replays a script from the event loop, through the same registry as menus and keys: for the pictures in the README,
// demos and tests. It adds the commands `wait` and `wait-idle`, which make sense only in scripts.
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
    QJsonObject arguments; ///< without "command"
};

struct Script {
    QString file; ///< as given, for messages
    std::vector<ScriptStep> steps;
};

/// Io error when the file cannot be read, else as parseScript.
[[nodiscard]] Result<Script> readScript(const QString& path);
/// Parse error with file, line and column where the text is not a script.
[[nodiscard]] Result<Script> parseScript(const QByteArray& text, const QString& file);

class ScriptRunner final : public QObject {
    Q_OBJECT

public:
    ScriptRunner(MainWindow& window, Script script, QObject* parent = nullptr);

    void start();

signals:
    /// The end of the script, `quit`, or the first error: empty, or `FILE: command N (id): error: …`.
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
    QTimer m_timer;                   // the next step, or the next look whether the wait is over
    QElapsedTimer m_waited;           // since the present wait began
    std::function<bool()> m_waitOver; // empty: nothing is waited for
    qint64 m_timeout = 0;             // of the present wait, in milliseconds; 0: none
    int m_idleLooks = 0;              // one after another
    QString m_failure;                // what the session reported since the last wait
};

} // namespace batchscope
