// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/saved_files.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "views/commands/command_registry.h"
#include "views/plots/report_drawing.h"
#include "views/plots/timing_view.h"

namespace batchscope {

namespace {

/// What was measured here; where nothing was, the first run that was opened.
std::shared_ptr<const BenchDocument> measuredRun(const MainWindow& window) {
    return static_cast<const TimingView*>(viewOf(window, QStringLiteral("timing")))->shownRuns().first();
}

Status writeReport(const MainWindow& window, const QString& path) {
    TRY(checkReportPath(path));
    return saveReport(measuredRun(window), path);
}

bool hasMeasured(const MainWindow& window) {
    const auto document = measuredRun(window);
    return document != nullptr && !document->report.results.empty();
}

/// {"path"}; without it, a dialog.
Status saveReportFor(MainWindow& window, const QJsonObject& arguments, const std::shared_ptr<LastSaving>& last) {
    if (!hasMeasured(window)) {
        return plotCommandError(
            MainWindow::tr("nothing has been measured yet; choose Time, Measure first, or open a run"));
    }
    if (!arguments.contains(QStringLiteral("path"))) {
        TRY(checkDialog(window, arguments, "save-report"));
        openSaveDialog(window, QStringLiteral("report"), {MainWindow::tr("Web page (*.html)")}, last,
                       [&window](const QString& path, qsizetype /*filter*/) { return writeReport(window, path); });
        return Ok{};
    }
    const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
    return path ? writeReport(window, *path) : Status(path.error());
}

} // namespace

void addReportCommand(MainWindow& window, const std::shared_ptr<LastSaving>& last) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    window.commands().add(
        {.id = QStringLiteral("save-report"),
         .text = tr("Save repo&rt…"),
         .tip = tr("Save the measurement as one page of HTML to read, print and send: all plots and tables, the "
                   "machine, and how to repeat it."),
         .menu = MenuSection::FileRun,
         .icon = iconPath("export"),
         .arguments = QStringLiteral("path (.html); dialog: true opens the dialog instead")},
        [&window, last](const QJsonObject& arguments) { return saveReportFor(window, arguments, last); });
}

} // namespace batchscope
