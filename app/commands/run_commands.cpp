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

Status showRuns(MainWindow& window, const QStringList& paths) {
    window.raisePanel(QStringLiteral("timing"));
    return panelView<TimingView>(window, "timing").openRuns(paths);
}

void openRunDialog(MainWindow& window, const std::shared_ptr<LastSaving>& last) {
    auto* const dialog = new QFileDialog(&window, MainWindow::tr("Open runs"), last->folder,
                                         MainWindow::tr("Runs of a benchmark (*.json);;All files (*)"));
    dialog->setObjectName(QStringLiteral("open-runs-dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, &window, [&window, last](const QStringList& paths) {
        last->folder = QFileInfo(paths.front()).absolutePath();
        showFault(window, showRuns(window, paths));
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
        const Result<QString> path = textArgument(arguments, "path");
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
    const Result<ComparedRuns> compared = panelView<TimingView>(window, "timing").shownRuns().compare(names);
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
    const auto last = std::make_shared<LastSaving>();
    const RowPlace place = in(MenuSection::ModelRun, "&Runs from files");
    add(window,
        {"open-runs", "&Open runs…",
         "Show runs that batchscope-cli bench --out or Save table wrote, beside what was measured here.", place},
        "path, or paths; dialog: true opens the dialog instead",
        [&window, last](const QJsonObject& arguments) { return openRuns(window, arguments, last); });
    add(window,
        {"compare-runs", "&Compare two runs",
         "Compare the samples of two runs that are shown in Time, Measure, series by series.", place},
        "runs: two names as shown; default: the only two",
        [&window](const QJsonObject& arguments) { return compareRuns(window, arguments); });
    add(window, {"close-runs", "C&lose all runs from files", "Show only what was measured here.", place},
        [&window] { panelView<TimingView>(window, "timing").closeRuns(); });
    QObject::connect(&panelView<TimingView>(window, "timing"), &TimingView::comparisonAsked, &window,
                     [&window](const QStringList& names) { showFault(window, compareNamed(window, names)); });
}

} // namespace batchscope
