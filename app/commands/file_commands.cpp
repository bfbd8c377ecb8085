// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/samples.h"
#include "app/window/session_keeper.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/formats/format_registry.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/commands/command_registry.h"
#include "views/session/playback.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>

namespace batchscope {

namespace {

Error needsPath(const char* command) {
    return Error{ErrorCode::Config,
                 std::string(command) + R"( needs "path" here, because scripts cannot open dialogs)"};
}

void askForFiles(MainWindow& window) {
    QStringList patterns;
    for (const std::string& pattern : filePatterns()) {
        patterns.append(QString::fromStdString(pattern));
    }
    patterns << QStringLiteral("*.gz") << QStringLiteral("*.zst") << u'*' % QString::fromLatin1(kSessionSuffix);
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Open treebanks"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({MainWindow::tr("Treebanks, images, programs (%1)").arg(patterns.join(QLatin1Char(' '))),
                            MainWindow::tr("All files (*)")});
    QObject::connect(dialog, &QFileDialog::filesSelected, &window,
                     [&window](const QStringList& files) { window.openFiles(files); });
    dialog->open(); // not exec: the window stays alive
}

void askForFolder(MainWindow& window) {
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Open all treebanks in a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    QObject::connect(dialog, &QFileDialog::fileSelected, &window,
                     [&window](const QString& folder) { window.openFiles({folder}); });
    dialog->open();
}

/// {"path": file}, {"paths": [file, …]}, {"sample": name of a bundled one}, or nothing: a dialog.
Status open(MainWindow& window, const QJsonObject& arguments) {
    QStringList files;
    for (const QJsonValue path : arguments.value(QStringLiteral("paths")).toArray()) {
        files.append(path.toString());
    }
    if (arguments.contains(QStringLiteral("path"))) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        TRY(path);
        files.append(*path);
    }
    if (arguments.contains(QStringLiteral("sample"))) {
        const QString path = samplePath(arguments.value(QStringLiteral("sample")).toString());
        if (path.isEmpty()) {
            return Error{ErrorCode::Io, "there is no sample with that name"};
        }
        files.append(path);
    }
    if (!files.isEmpty()) {
        window.openFiles(files);
        return Ok{};
    }
    if (window.mode() == MainWindow::Mode::Scripted) {
        return needsPath("open");
    }
    askForFiles(window);
    return Ok{};
}

/// A dialog; scripts give `open` the folder's path.
Status openFolder(MainWindow& window, const QJsonObject& /*arguments*/) {
    if (window.mode() == MainWindow::Mode::Scripted) {
        return Error{ErrorCode::Config, R"(scripts cannot open dialogs; pass the folder to "open" as "path")"};
    }
    askForFolder(window);
    return Ok{};
}

/// {"path"}; without one, a dialog.
Status saveSessionAs(MainWindow& window, const QJsonObject& arguments) {
    if (arguments.contains(QStringLiteral("path")) || window.mode() == MainWindow::Mode::Scripted) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        return path ? window.keeper().save(*path) : path.error();
    }
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Save the session"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({MainWindow::tr("Sessions (*%1)").arg(QString::fromLatin1(kSessionSuffix))});
    dialog->setDefaultSuffix(QString::fromLatin1(kSessionSuffix).mid(1));
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [&window](const QString& path) {
        if (const Status saved = window.keeper().save(path); !saved) {
            window.messages().showError(QString::fromStdString(saved.error().text()));
        }
    });
    dialog->open();
    return Ok{};
}

void addSessionCommand(MainWindow& window) {
    window.commands().add(
        {.id = QStringLiteral("save-session"),
         .text = MainWindow::tr("&Save session…"),
         .tip =
             MainWindow::tr("Save the open files, all choices, the current moment, the selection and the breakpoints."),
         .menu = MenuSection::FileOpen,
         .shortcuts = {QKeySequence::Save},
         .arguments = QStringLiteral("path (.batchscope)")},
        [&window](const QJsonObject& arguments) { return saveSessionAs(window, arguments); });
}

void addRecentCommands(MainWindow& window) {
    constexpr int kMostInLearn = 5;
    for (int place = 0; place < Settings::kMostRecent; ++place) {
        const QString id = QStringLiteral("open-recent-%1").arg(place + 1);
        window.commands().add(
            {.id = id,
             .text = {},
             .tip = MainWindow::tr("Open a recently used file."),
             .menu = {MenuSection::FileOpen, place < kMostInLearn ? Interface::Learn : Interface::Expert},
             .submenu = MainWindow::tr("Open &recent")},
            [&window, place](const QJsonObject&) -> Status {
                const QStringList recent = window.settings().recentFiles();
                if (place >= recent.size()) {
                    return Error{ErrorCode::Io, "the file no longer exists"};
                }
                window.openFiles({recent[place]});
                return Ok{};
            });
    }
    window.updateRecentFiles();
}

/// {"path", "widget": "window" (default), "canvas" or a panel}: what is on the screen, as a PNG.
Status screenshot(MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
    TRY(path);
    const QString name = arguments.value(QStringLiteral("widget")).toString(QStringLiteral("window"));
    QWidget* widget = &window;
    if (name == u"canvas") {
        widget = &window.canvas();
    } else if (name != u"window") {
        widget = window.panel(name);
    }
    if (widget == nullptr) {
        return Error{ErrorCode::Config, "there is no widget \"" + name.toStdString() + '"'};
    }
    if (!widget->grab().save(*path, "PNG")) {
        return Error{ErrorCode::Io, "the picture could not be written", path->toStdString()};
    }
    return Ok{};
}

} // namespace

void addFileCommands(MainWindow& window) {
    CommandRegistry& commands = window.commands();
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    commands.add({.id = QStringLiteral("open"),
                  .text = tr("&Open…"),
                  .tip = tr("Open one or more treebanks."),
                  .menu = {MenuSection::FileOpen, Interface::Learn},
                  .shortcuts = {QKeySequence::Open},
                  .icon = iconPath("open"),
                  .arguments = QStringLiteral("path, or paths, or sample (a file of sample_data)")},
                 [&window](const QJsonObject& arguments) { return open(window, arguments); });
    commands.add({QStringLiteral("open-folder"), tr("Open &folder…"), tr("Open all treebanks in a folder as one."),
                  MenuSection::FileOpen},
                 [&window](const QJsonObject& arguments) { return openFolder(window, arguments); });
    addNetFileCommands(window);
    addRecentCommands(window);
    addSessionCommand(window);
    commands.add({QStringLiteral("welcome"),
                  tr("&Welcome page"),
                  tr("Show the samples and recent files; open trees stay open."),
                  {MenuSection::FileOpen, Interface::Learn}},
                 [&window](const QJsonObject&) -> Status {
                     window.pages().showWelcome();
                     return Ok{};
                 });
    commands.add({QStringLiteral("reload"),
                  tr("&Run again"),
                  tr("Read the files again and run."),
                  {MenuSection::FileRun, Interface::Learn},
                  {QKeySequence(Qt::CTRL | Qt::Key_R)},
                  iconPath("reload")},
                 [&window](const QJsonObject&) -> Status {
                     window.session().reload();
                     return Ok{};
                 });
    commands.add({QStringLiteral("cancel"),
                  tr("&Cancel"),
                  tr("Stop the current run; finished results are kept."),
                  MenuSection::FileRun,
                  {QKeySequence(Qt::SHIFT | Qt::Key_Escape)},
                  iconPath("cancel")},
                 [&window](const QJsonObject&) -> Status {
                     window.session().cancel();
                     return Ok{};
                 });
    commands.add({.id = QStringLiteral("screenshot"),
                  .text = tr("Screenshot"),
                  .tip = tr("Save the window, the canvas or a panel as PNG."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("path, and widget: window, canvas or a panel's id")},
                 [&window](const QJsonObject& arguments) { return screenshot(window, arguments); });
    commands.add({QStringLiteral("quit"),
                  tr("&Quit"),
                  tr("Close the window."),
                  {MenuSection::FileQuit, Interface::Learn},
                  {QKeySequence(Qt::CTRL | Qt::Key_Q)}},
                 [&window](const QJsonObject&) -> Status {
                     window.close();
                     return Ok{};
                 });
}

} // namespace batchscope
