// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/saved_files.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/window_messages.h"
#include "core/base/check.h"
#include "views/commands/command_registry.h"
#include "views/plots/shown_runs.h"
#include "views/plots/timing_view.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>

#include <memory>

namespace batchscope {

namespace {

TimingView& measurePanelOf(const MainWindow& window) {
    auto* const view = qobject_cast<TimingView*>(viewOf(window, QStringLiteral("timing")));
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

Status showRuns(MainWindow& window, const QStringList& paths) {
    window.raisePanel(QStringLiteral("timing"));
    return measurePanelOf(window).openRuns(paths);
}

void openRunDialog(MainWindow& window, const std::shared_ptr<LastSaving>& last) {
    auto* const dialog = new QFileDialog(&window, MainWindow::tr("Open runs"), last->folder,
                                         MainWindow::tr("Runs of a benchmark (*.json);;All files (*)"));
    dialog->setObjectName(QStringLiteral("open-runs-dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, &window, [&window, last](const QStringList& paths) {
        last->folder = QFileInfo(paths.front()).absolutePath();
        if (const Status shown = showRuns(window, paths); !shown) {
            window.messages().showError(QString::fromStdString(shown.error().text()));
        }
    });
    dialog->open(); // not exec: the window stays alive
}

/// {"path"} or {"paths"}; without them, a dialog.
Status openRuns(MainWindow& window, const QJsonObject& arguments, const std::shared_ptr<LastSaving>& last) {
    QStringList paths;
    for (const QJsonValue path : arguments.value(QStringLiteral("paths")).toArray()) {
        paths << path.toString();
    }
    if (arguments.contains(QStringLiteral("path"))) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        TRY(path);
        paths << *path;
    }
    if (!paths.isEmpty()) {
        return showRuns(window, paths);
    }
    TRY(checkDialog(window, arguments, "open-runs"));
    openRunDialog(window, last);
    return Ok{};
}

Status compareNamed(MainWindow& window, const QStringList& names) {
    const Result<ComparedRuns> compared = measurePanelOf(window).shownRuns().compare(names);
    TRY(compared);
    auto* const dialog = new ComparisonDialog(*compared, &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return Ok{};
}

/// {"runs": [name, name]}
Status compareRuns(MainWindow& window, const QJsonObject& arguments) {
    QStringList names;
    for (const QJsonValue name : arguments.value(QStringLiteral("runs")).toArray()) {
        names << name.toString();
    }
    return compareNamed(window, names);
}

} // namespace

void addRunCommands(MainWindow& window) {
    CommandRegistry& commands = window.commands();
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    const auto last = std::make_shared<LastSaving>();
    const auto add = [&](CommandSpec spec, CommandRegistry::Handler handler) {
        spec.menu = MenuSection::ModelRun;
        spec.submenu = tr("&Runs from files");
        commands.add(spec, std::move(handler));
    };
    add({.id = QStringLiteral("open-runs"),
         .text = tr("&Open runs…"),
         .tip = tr("Show runs that batchscope-cli bench --out or Save table wrote, beside what was measured here."),
         .arguments = QStringLiteral("path, or paths; dialog: true opens the dialog instead")},
        [&window, last](const QJsonObject& arguments) { return openRuns(window, arguments, last); });
    add({.id = QStringLiteral("compare-runs"),
         .text = tr("&Compare two runs"),
         .tip = tr("Compare the samples of two runs that are shown in Time, Measure, series by series."),
         .arguments = QStringLiteral("runs: two names as shown; default: the only two")},
        [&window](const QJsonObject& arguments) { return compareRuns(window, arguments); });
    add({.id = QStringLiteral("close-runs"),
         .text = tr("C&lose all runs from files"),
         .tip = tr("Show only what was measured here.")},
        [&window](const QJsonObject& /*arguments*/) -> Status {
            measurePanelOf(window).closeRuns();
            return Ok{};
        });
    QObject::connect(&measurePanelOf(window), &TimingView::comparisonAsked, &window,
                     [&window](const QStringList& names) {
                         if (const Status compared = compareNamed(window, names); !compared) {
                             window.messages().showError(QString::fromStdString(compared.error().text()));
                         }
                     });
}

} // namespace batchscope
