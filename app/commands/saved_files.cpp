// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/saved_files.h"

#include "views/session/session.h"

#include <QFileInfo>
#include <QStatusBar>

namespace batchscope {

Error plotCommandError(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

QString suggestedPath(const MainWindow& window, const QString& what, const QString& folder, const QString& ending) {
    const std::vector<std::string>& files = window.session().config().files;
    const QString trees =
        files.empty() ? QStringLiteral("batchscope") : QFileInfo(QString::fromStdString(files.front())).baseName();
    return folder % u'/' % trees % u'-' % what % u'.' % ending;
}

void tellSaved(MainWindow& window, const QString& path) {
    constexpr int kShownMs = 10'000;
    window.statusBar()->showMessage(MainWindow::tr("Saved %1").arg(path), kShownMs);
}

Status checkDialog(const MainWindow& window, const QJsonObject& arguments, const char* command) {
    if (window.mode() == MainWindow::Mode::Scripted && !arguments.value(QStringLiteral("dialog")).toBool()) {
        return plotCommandError(MainWindow::tr("%1 needs \"path\" here, because scripts cannot open dialogs")
                                    .arg(QString::fromLatin1(command)));
    }
    return Ok{};
}

} // namespace batchscope
