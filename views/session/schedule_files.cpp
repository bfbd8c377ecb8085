// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/schedule_files.h"

#include "core/schedule/schedule_json.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QSaveFile>
#include <QStandardPaths>
#include <QStringBuilder>

namespace batchscope {

namespace {

Result<QString> writeText(const QByteArray& text, const QString& path) {
    QSaveFile file(path);
    const bool isWritten =
        file.open(QIODevice::WriteOnly) && file.write(text) == static_cast<qint64>(text.size()) && file.commit();
    if (!isWritten) {
        const QString message = QCoreApplication::translate("schedule", "Cannot write %1: %2");
        return Error{ErrorCode::Io, message.arg(path, file.errorString()).toStdString()};
    }
    return path;
}

} // namespace

Result<QString> writeSchedule(const OpGraph& graph, const Schedule& schedule, const QString& path) {
    return writeText(QByteArray::fromStdString(scheduleJson(graph, schedule)), path);
}

Result<QString> keepSchedule(const OpGraph& graph, const Schedule& schedule) {
    const QByteArray text = QByteArray::fromStdString(scheduleJson(graph, schedule));
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) % u"/schedules";
    QDir().mkpath(folder); // where it cannot be made, the file cannot be written, which says so
    constexpr qsizetype kLetters = 16;
    const QByteArray name = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().left(kLetters);
    return writeText(text, folder % u'/' % QString::fromLatin1(name) % u".json");
}

} // namespace batchscope
