// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/schedule_files.h"

#include "core/bytes/file_writer.h"
#include "core/schedule/schedule_json.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QDir>
#include <QStandardPaths>
#include <QStringBuilder>

namespace batchscope {

namespace {

Result<QString> writeText(const std::string& text, const QString& path) {
    const Status written = writeFile(path.toStdString(), text, Replaces::Opened);
    return written ? Result<QString>(path) : written.error();
}

} // namespace

Result<QString> writeSchedule(const OpGraph& graph, const Schedule& schedule, const QString& path) {
    return writeText(scheduleJson(graph, schedule), path);
}

Result<QString> keepSchedule(const OpGraph& graph, const Schedule& schedule) {
    const std::string text = scheduleJson(graph, schedule);
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) % u"/schedules";
    QDir().mkpath(folder); // where it cannot be made, the file cannot be written, which says so
    constexpr qsizetype kLetters = 16;
    const QByteArray name =
        QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex().left(kLetters);
    return writeText(text, folder % u'/' % QString::fromLatin1(name) % u".json");
}

} // namespace batchscope
