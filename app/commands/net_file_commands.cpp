// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of nets: modules, models written in the window, weights.
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/new_model_dialog.h"
#include "app/window/window_messages.h"
#include "core/nets/user_net.h"
#include "views/commands/command_registry.h"
#include "views/session/session.h"

#include <QAction>
#include <QFileDialog>
#include <QJsonObject>

namespace batchscope {

namespace {

/// {"path"}; without one, a dialog. The open trees are folded under the module.
Status openModel(MainWindow& window, const QJsonObject& arguments) {
    const auto choose = [&window](const QString& path) {
        SessionConfig config = window.session().config();
        config.graph.model = path.toStdString();
        config.graph.user = {};
        config.graph.module = {};
        window.session().setConfig(config);
    };
    if (arguments.contains(QStringLiteral("path")) || window.mode() == MainWindow::Mode::Scripted) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        TRY(path);
        if (!isModuleFile(path->toStdString())) {
            return Error{ErrorCode::Config, "a module's file ends with .pt, .pth, .ts or .py", path->toStdString()};
        }
        choose(*path);
        return Ok{};
    }
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Open a TorchScript module as the net"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({MainWindow::tr("TorchScript modules (*.pt *.pth *.ts *.py)")});
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, choose);
    dialog->open();
    return Ok{};
}

/// A dialog; scripts give the path under which its template is saved and used.
Status newModel(MainWindow& window, const QJsonObject& arguments) {
    const QString target = arguments.value(QStringLiteral("path")).toString();
    if (arguments.contains(QStringLiteral("path")) && !isModuleText(target.toStdString())) {
        return Error{ErrorCode::Config, "the file of a new model ends with .py", target.toStdString()};
    }
    auto* const dialog = new NewModelDialog(&window);
    QObject::connect(dialog, &NewModelDialog::useAsked, &window, [&window](const QString& path) {
        if (window.session().snapshot()->treebank == nullptr) {
            window.messages().showDone(MainWindow::tr("The model is saved. Open a treebank to run it on."));
        } else if (window.session().config().graph.model == path.toStdString()) {
            window.session().reloadModule();
        } else {
            (void)window.commands().run(QStringLiteral("open-model"), {{QStringLiteral("path"), path}});
        }
    });
    dialog->show();
    if (!target.isEmpty()) {
        dialog->saveAndUse(target);
    }
    return Ok{};
}

void chooseWeights(MainWindow& window, const QString& path) {
    SessionConfig config = window.session().config();
    config.weights = path.toStdString();
    window.session().setConfig(config);
}

/// {"path"}; without one, a dialog.
Status openWeights(MainWindow& window, const QJsonObject& arguments) {
    if (arguments.contains(QStringLiteral("path")) || window.mode() == MainWindow::Mode::Scripted) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        TRY(path);
        chooseWeights(window, *path);
        return Ok{};
    }
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Open the weights of the net"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({MainWindow::tr("Arrays (*.npz *.pt *.pth *.json)")});
    QObject::connect(dialog, &QFileDialog::fileSelected, &window,
                     [&window](const QString& path) { chooseWeights(window, path); });
    dialog->open();
    return Ok{};
}

void addWeightCommands(MainWindow& window) {
    CommandRegistry& commands = window.commands();
    commands.add(
        {.id = QStringLiteral("open-weights"),
         .text = MainWindow::tr("Open wei&ghts…"),
         .tip = MainWindow::tr("Run the net with weights from a file, as export-values or PyTorch wrote them."),
         .menu = MenuSection::FileOpen,
         .arguments = QStringLiteral("path (.npz, .pt or .json)")},
        [&window](const QJsonObject& arguments) { return openWeights(window, arguments); });
    QAction* const random = commands.add(
        {.id = QStringLiteral("random-weights"),
         .text = MainWindow::tr("Discard loaded weigh&ts"),
         .tip = MainWindow::tr(
             "Run the net without a file of weights: with random weights, or with those stored in the module."),
         .menu = MenuSection::FileOpen},
        [&window](const QJsonObject&) -> Status {
            chooseWeights(window, QString());
            return Ok{};
        });
    const auto follow = [&window, random] { random->setEnabled(!window.session().config().weights.empty()); };
    follow();
    QObject::connect(&window.session(), &Session::configChanged, random, follow);
}

/// Scripts cannot: a script may come with the module that asks for it.
Status switchTrust(MainWindow& window) {
    if (window.mode() == MainWindow::Mode::Scripted) {
        return Error{ErrorCode::Config,
                     "only a person at the window can trust a module; batchscope-cli has --trust-module"};
    }
    SessionConfig config = window.session().config();
    Trust& trust = config.graph.module.trust;
    trust = trust == Trust::Yes ? Trust::No : Trust::Yes;
    window.session().setConfig(config);
    return Ok{};
}

void addTrustCommand(MainWindow& window) {
    QAction* const trust = window.commands().add(
        {.id = QStringLiteral("trust-module"),
         .text = MainWindow::tr("&Trust this module"),
         .tip = MainWindow::tr("Run its methods in this process, which is faster and lets the module do whatever you "
                               "may do on this computer. Otherwise they run in a process without files or network."),
         .menu = MenuSection::FileOpen},
        [&window](const QJsonObject&) { return switchTrust(window); });
    trust->setCheckable(true);
    const auto follow = [&window, trust] {
        const GraphOptions& graph = window.session().config().graph;
        trust->setChecked(graph.module.trust == Trust::Yes);
        trust->setEnabled(isModuleFile(graph.model));
    };
    follow();
    QObject::connect(&window.session(), &Session::configChanged, trust, follow);
    QObject::connect(trust, &QAction::triggered, trust, follow);
}

} // namespace

void addNetFileCommands(MainWindow& window) {
    CommandRegistry& commands = window.commands();
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    commands.add({.id = QStringLiteral("open-model"),
                  .text = tr("Open &model…"),
                  .tip = tr("Use a TorchScript module of yours as the net of the open trees."),
                  .menu = MenuSection::FileOpen,
                  .arguments = QStringLiteral("path (.pt or .py)")},
                 [&window](const QJsonObject& arguments) { return openModel(window, arguments); });
    commands.add({.id = QStringLiteral("new-model"),
                  .text = tr("&New model…"),
                  .tip = tr("Write a net of your own, from a template, and run it on the open trees."),
                  .menu = MenuSection::FileOpen,
                  .arguments = QStringLiteral("path (.py): saves the template there and uses it")},
                 [&window](const QJsonObject& arguments) { return newModel(window, arguments); });
    addWeightCommands(window);
    addTrustCommand(window);
}

} // namespace batchscope
