// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/script.h"

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

} // namespace batchscope
