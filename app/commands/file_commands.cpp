// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/samples.h"
#include "app/window/session_keeper.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/formats/format_registry.h"
#include "core/nets/user_net.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonObject>

namespace batchscope {

namespace {

/// {"path": file}, {"paths": [file, …]}, {"sample": name of a bundled one}, or nothing: a dialog.
Status open(MainWindow& window, const QJsonObject& arguments) {
    if (arguments.contains(QStringLiteral("sample"))) {
        const QString path = samplePath(arguments.value(QStringLiteral("sample")).toString());
        if (path.isEmpty()) {
            return Error{ErrorCode::Io, "there is no sample with that name"};
        }
        window.openFiles({path});
        return Ok{};
    }
    QStringList patterns;
    for (const std::string& pattern : filePatterns()) {
        patterns.append(QString::fromStdString(pattern));
    }
    patterns << QStringLiteral("*.gz") << QStringLiteral("*.zst") << u'*' % QString::fromLatin1(kSessionSuffix);
    const QString filter =
        MainWindow::tr("Treebanks, images, programs (%1);;All files (*)").arg(patterns.join(QLatin1Char(' ')));
    return withPaths(window, arguments, {MainWindow::tr("Open treebanks"), filter},
                     [&window](const QStringList& paths) -> Status {
                         window.openFiles(paths);
                         return Ok{};
                     });
}

/// A dialog; scripts give `open` the folder's path.
Status openFolder(MainWindow& window, const QJsonObject& /*arguments*/) {
    if (window.mode() == MainWindow::Mode::Scripted) {
        return Error{ErrorCode::Config, R"(scripts cannot open dialogs; pass the folder to "open" as "path")"};
    }
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Open all treebanks in a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    QObject::connect(dialog, &QFileDialog::fileSelected, &window,
                     [&window](const QString& folder) { window.openFiles({folder}); });
    dialog->open();
    return Ok{};
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
    const Result<QString> path = textArgument(arguments, "path");
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

/// The open trees are folded under the module.
Status useModule(MainWindow& window, const QString& path) {
    if (!isModuleFile(path.toStdString())) {
        return Error{ErrorCode::Config, "a module's file ends with .pt, .pth, .ts or .py", path.toStdString()};
    }
    change(window, [&path](SessionConfig& config) {
        config.graph.model = path.toStdString();
        config.graph.user = {};
        config.graph.module = {};
    });
    return Ok{};
}

void chooseWeights(MainWindow& window, const QString& path) {
    change(window, [&path](SessionConfig& config) { config.weights = path.toStdString(); });
}

void addWeightCommands(MainWindow& window) {
    const FileQuestion weights = {MainWindow::tr("Open the weights of the net"),
                                  MainWindow::tr("Arrays (*.npz *.pt *.pth)")};
    add(window,
        {"open-weights", "Open wei&ghts…",
         "Run the net with weights from a file, as export-values or PyTorch wrote them.", MenuSection::FileOpen},
        "path (.npz or .pt)", [&window, weights](const QJsonObject& arguments) {
            return withPath(window, arguments, weights, [&window](const QString& path) -> Status {
                chooseWeights(window, path);
                return Ok{};
            });
        });
    QAction* const random =
        add(window,
            {"random-weights", "Discard loaded weigh&ts",
             "Run the net without a file of weights: with random weights, or with those stored in the module.",
             MenuSection::FileOpen},
            [&window] { chooseWeights(window, QString()); });
    follow(window, random, [&window, random] { random->setEnabled(!window.session().config().weights.empty()); });
}

void addNetFiles(MainWindow& window) {
    const FileQuestion module = {MainWindow::tr("Open a TorchScript module as the net"),
                                 MainWindow::tr("TorchScript modules (*.pt *.pth *.ts *.py)")};
    add(window,
        {"open-model", "Open &model…", "Use a TorchScript module of yours as the net of the open trees.",
         MenuSection::FileOpen},
        "path (.pt or .py)", [&window, module](const QJsonObject& arguments) {
            return withPath(window, arguments, module,
                            [&window](const QString& path) { return useModule(window, path); });
        });
    addWeightCommands(window);
}

} // namespace

void addFileCommands(MainWindow& window) {
    add(window,
        {"open", "&Open…", "Open one or more treebanks.", learn(MenuSection::FileOpen), QKeySequence::Open, "open"},
        "path, or paths, or sample (a file of sample_data)",
        [&window](const QJsonObject& arguments) { return open(window, arguments); });
    add(window, {"open-folder", "Open &folder…", "Open all treebanks in a folder as one.", MenuSection::FileOpen},
        [&window](const QJsonObject& arguments) { return openFolder(window, arguments); });
    addNetFiles(window);
    addRecentCommands(window);
    const FileQuestion session = {MainWindow::tr("Save the session"),
                                  MainWindow::tr("Sessions (*%1)").arg(QLatin1String(kSessionSuffix)),
                                  kSessionSuffix + 1};
    add(window,
        {"save-session", "&Save session…",
         "Save the open files, all choices, the current moment, the selection and the breakpoints.",
         MenuSection::FileOpen, QKeySequence::Save},
        "path (.batchscope)", [&window, session](const QJsonObject& arguments) {
            return withPath(window, arguments, session,
                            [&window](const QString& path) { return window.keeper().save(path); });
        });
    add(window,
        {"welcome", "&Welcome page", "Show the samples and recent files; open trees stay open.",
         learn(MenuSection::FileOpen)},
        [&window] { window.pages().showWelcome(); });
    add(window,
        {"reload", "&Run again", "Read the files again and run.", learn(MenuSection::FileRun), Qt::CTRL | Qt::Key_R,
         "reload"},
        [&window] { window.session().reload(); });
    add(window,
        {"cancel", "&Cancel", "Stop the current run; finished results are kept.", MenuSection::FileRun,
         Qt::SHIFT | Qt::Key_Escape, "cancel"},
        [&window] { window.session().cancel(); });
    add(window, {"screenshot", "Screenshot", "Save the window, the canvas or a panel as PNG."},
        "path, and widget: window, canvas or a panel's id",
        [&window](const QJsonObject& arguments) { return screenshot(window, arguments); });
    add(window, {"quit", "&Quit", "Close the window.", learn(MenuSection::FileQuit), Qt::CTRL | Qt::Key_Q},
        [&window] { window.close(); });
}

} // namespace batchscope
