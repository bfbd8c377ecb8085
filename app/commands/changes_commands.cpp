// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/saved_files.h"
#include "app/window/main_window.h"
#include "views/changes/changes_view.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>

#include <string>
#include <string_view>

namespace batchscope {

namespace {

/// What is compared with, and how its file is asked for.
struct FileToCompare {
    std::string_view id;
    QString title;
    QString filter;
};

ChangesView& changesIn(const MainWindow& window) {
    return *qobject_cast<ChangesView*>(window.panel(QStringLiteral("changes"))->widget());
}

/// {"path"}; `command`: its id.
Status compareWithFile(MainWindow& window, const std::string& command, const FileToCompare& file,
                       const QJsonObject& arguments) {
    QString path = arguments.value(QStringLiteral("path")).toString();
    if (path.isEmpty()) {
        TRY(checkDialog(window, arguments, command.c_str()));
        path = QFileDialog::getOpenFileName(&window, file.title, {}, file.filter);
        if (path.isEmpty()) {
            return Ok{};
        }
    }
    window.raisePanel(QStringLiteral("changes"));
    changesIn(window).setOther({std::string(file.id), path.toStdString()});
    return Ok{};
}

void addComparison(MainWindow& window, CommandSpec spec, const FileToCompare& file) {
    spec.arguments = QStringLiteral("path: of the file");
    spec.menu = MenuSection::ModelSchedule;
    spec.submenu = MainWindow::tr("Sc&hedule");
    QAction* const action =
        window.commands().add(spec, [&window, file, command = spec.id.toStdString()](const QJsonObject& arguments) {
            return compareWithFile(window, command, file, arguments);
        });
    const auto follow = [&window, action] { action->setEnabled(window.session().snapshot()->schedule != nullptr); };
    QObject::connect(&window.session(), &Session::snapshotChanged, action, follow);
    follow();
    QObject::connect(&changesIn(window), &ChangesView::fileAsked, action, [action, id = file.id](const QString& asked) {
        if (asked == QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))) {
            action->trigger();
        }
    });
}

} // namespace

void addChangesCommands(MainWindow& window) {
    addComparison(
        window,
        {.id = QStringLiteral("compare-file"),
         .text = MainWindow::tr("Compare with another &file…"),
         .tip = MainWindow::tr("Compare the schedule with that of the trees of another file.")},
        {kOtherTreebank, MainWindow::tr("Compare with the trees of another file"), MainWindow::tr("All files (*)")});
    addComparison(
        window,
        {.id = QStringLiteral("compare-schedule"),
         .text = MainWindow::tr("&Compare with a saved schedule…"),
         .tip = MainWindow::tr("Compare the schedule with one from a file.")},
        {kOtherSchedule, MainWindow::tr("Compare with a saved schedule"), MainWindow::tr("Schedules (*.json)")});
}

} // namespace batchscope
