// SPDX-License-Identifier: GPL-3.0-or-later
//
// A script as data: command ids with arguments, read and checked before anything runs.
//
//     [{"command": "open", "path": "trees.ptb"}, ["wait-idle"], ["seek", {"stop": 2}], {"command": "quit"}]
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <vector>

namespace batchscope {

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

} // namespace batchscope
