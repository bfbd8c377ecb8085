// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/saved_files.h"

#include "app/window/window_messages.h"
#include "views/session/session.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

namespace batchscope {

Error plotCommandError(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

void openSaveDialog(MainWindow& window, const QString& what, const QStringList& filters,
                    const std::shared_ptr<LastSaving>& last,
                    const std::function<Status(const QString& path, qsizetype filter)>& save) {
    const auto endingOf = [](const QString& filter) { return filter.section(QStringLiteral("*."), 1).chopped(1); };
    const std::vector<std::string>& files = window.session().config().files;
    const QString trees =
        files.empty() ? QStringLiteral("batchscope") : QFileInfo(QString::fromStdString(files.front())).baseName();
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Save"), last->folder);
    dialog->setObjectName(QStringLiteral("save-%1-dialog").arg(what));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(endingOf(filters.front()));
    dialog->selectFile(trees % u'-' % what % u'.' % endingOf(filters.front()));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
                     [dialog, endingOf](const QString& filter) { dialog->setDefaultSuffix(endingOf(filter)); });
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [=, &window](const QString& path) {
        if (const Status status = save(path, filters.indexOf(dialog->selectedNameFilter())); !status) {
            window.messages().showError(QString::fromStdString(status.error().text()));
            return;
        }
        constexpr int kShownMs = 10'000;
        last->folder = QFileInfo(path).absolutePath();
        window.statusBar()->showMessage(MainWindow::tr("Saved %1").arg(path), kShownMs);
    });
    dialog->open(); // not exec: the window stays alive
}

Status checkDialog(const MainWindow& window, const QJsonObject& arguments, const char* command) {
    if (window.mode() == MainWindow::Mode::Scripted && !arguments.value(QStringLiteral("dialog")).toBool()) {
        return plotCommandError(MainWindow::tr("%1 needs \"path\" here, because scripts cannot open dialogs")
                                    .arg(QString::fromLatin1(command)));
    }
    return Ok{};
}

} // namespace batchscope
