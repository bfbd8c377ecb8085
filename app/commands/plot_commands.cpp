// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "core/bench/plot_figures.h"
#include "core/bytes/file_writer.h"
#include "views/commands/command_registry.h"
#include "views/models/words.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_widget.h"
#include "views/plots/report_drawing.h"
#include "views/plots/shown_runs.h"
#include "views/plots/timing_view.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QJsonArray>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

Error plotCommandError(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

/// Reports in the status bar that the file was saved, if it was.
Status saved(MainWindow& window, const QString& path, Status status) {
    if (status) {
        tellSaved(window, path);
    }
    return status;
}

TimingView& timingOf(const MainWindow& window) {
    return panelView<TimingView>(window, "timing");
}

/// A panel or tab that shows a plot and its table.
struct PlotPanel {
    QString id;
    PlotView* view = nullptr;
};

std::vector<PlotPanel> plotPanels(const MainWindow& window) {
    std::vector<PlotPanel> found;
    const auto add = [&](const char* name) {
        const QString id = QString::fromLatin1(name);
        if (auto* view = qobject_cast<PlotView*>(viewOf(window, id))) {
            found.push_back({id, view});
        }
    };
    for (const PanelSpec& panel : panels()) {
        add(panel.id);
    }
    for (const TabSpec& tab : panelTabs()) {
        add(tab.id);
    }
    return found;
}

QString plotPanelIds(const MainWindow& window) {
    QStringList ids;
    for (const PlotPanel& panel : plotPanels(window)) {
        ids << panel.id;
    }
    return ids.join(QStringLiteral(", "));
}

/// True if the panel is in front of the others in its area, not only open.
bool isSeen(const PlotPanel& panel) {
    return panel.view->isVisible() && !panel.view->visibleRegion().isEmpty();
}

bool hasFocus(const PlotPanel& panel) {
    return panel.view->isAncestorOf(QApplication::focusWidget());
}

Result<PlotPanel> panelNamed(const MainWindow& window, const QString& id) {
    const std::vector<PlotPanel> all = plotPanels(window);
    const auto found = std::find_if(all.begin(), all.end(), [&id](const PlotPanel& panel) { return panel.id == id; });
    if (found == all.end()) {
        return plotCommandError(
            MainWindow::tr("there is no plot panel \"%1\"; expected one of %2").arg(id, plotPanelIds(window)));
    }
    if (!found->view->isVisible()) { // a hidden panel is not up to date
        return plotCommandError(MainWindow::tr("the panel \"%1\" is hidden; show it first").arg(id));
    }
    return *found;
}

/// Argument: {"panel": id}; without it, the visible panel; among several, the one with the focus.
Result<PlotPanel> panelOf(const MainWindow& window, const QJsonObject& arguments) {
    const QString key = QStringLiteral("panel");
    if (arguments.contains(key)) {
        const Result<QString> id = textArgument(arguments, key);
        return id ? panelNamed(window, *id) : Result<PlotPanel>(id.error());
    }
    std::vector<PlotPanel> seen = plotPanels(window);
    std::erase_if(seen, [](const PlotPanel& panel) { return !isSeen(panel); });
    if (seen.empty()) {
        return plotCommandError(
            MainWindow::tr("no plot is visible; show one of the panels %1").arg(plotPanelIds(window)));
    }
    const auto focused = std::find_if(seen.begin(), seen.end(), hasFocus);
    return focused == seen.end() ? seen.front() : *focused;
}

/// The argument {"width"}, in millimeters.
Result<double> plotWidthOf(const QJsonObject& arguments) {
    return arguments.contains(QStringLiteral("width")) ? numberArgument(arguments, "width")
                                                       : Result<double>(kSingleColumn);
}

/// Arguments: {"panel", "path", "width"}; without a path, opens a dialog.
Status savePlotFor(MainWindow& window, const QJsonObject& arguments) {
    const Result<PlotPanel> panel = panelOf(window, arguments);
    TRY(panel);
    if (!arguments.contains(QStringLiteral("path")) && panel->view->plot().isEmpty()) {
        return plotCommandError(MainWindow::tr("there is nothing in this plot yet"));
    }
    const Result<double> width = plotWidthOf(arguments);
    TRY(width);
    return withPath(window, arguments,
                    {MainWindow::tr("Save plot"), MainWindow::tr("Plots (*.pdf *.svg *.png)"), "pdf",
                     suggestedPath(window, panel->id, "pdf")},
                    [&window, panel = *panel, width = *width](const QString& path) {
                        return saved(window, path, savePlot(panel.view->plot(), {path, width}));
                    });
}

/// Arguments: {"panel", "width"}.
Status copyPlot(const MainWindow& window, const QJsonObject& arguments) {
    const Result<PlotPanel> panel = panelOf(window, arguments);
    TRY(panel);
    const Result<double> width = plotWidthOf(arguments);
    TRY(width);
    const Result<QImage> image = plotImage(panel->view->plot(), *width);
    TRY(image);
    QGuiApplication::clipboard()->setImage(*image);
    return Ok{};
}

/// Saves the table or, if the path ends in .json, the document that the panel shows.
Status saveRows(const PlotPanel& panel, const QString& path) {
    const QAbstractItemModel& rows = *panel.view->table().model();
    if (QFileInfo(path).suffix().toLower() != u"json") {
        return saveTable(rows, path);
    }
    const std::string text = panel.view->documentText();
    if (text.empty()) {
        return plotCommandError(
            rows.rowCount() == 0
                ? MainWindow::tr("there is nothing in this table yet")
                : MainWindow::tr("the panel \"%1\" has no JSON document; save a .csv or .tsv").arg(panel.id));
    }
    return writeFile(path.toStdString(), text);
}

/// Arguments: {"panel", "path"}; without a path, opens a dialog.
Status saveTableFor(MainWindow& window, const QJsonObject& arguments) {
    const Result<PlotPanel> panel = panelOf(window, arguments);
    TRY(panel);
    const QString filter = panel->view->documentText().empty()
                               ? MainWindow::tr("Tables (*.csv *.tsv)")
                               : MainWindow::tr("Tables, measurements (*.csv *.tsv *.json)");
    return withPath(
        window, arguments, {MainWindow::tr("Save table"), filter, "csv", suggestedPath(window, panel->id, "csv")},
        [&window, panel = *panel](const QString& path) { return saved(window, path, saveRows(panel, path)); });
}

/// Argument: {"panel"}.
Status copyTable(const MainWindow& window, const QJsonObject& arguments) {
    const Result<PlotPanel> panel = panelOf(window, arguments);
    TRY(panel);
    const QAbstractItemModel& rows = *panel->view->table().model();
    if (rows.rowCount() == 0) {
        return plotCommandError(MainWindow::tr("there is nothing in this table yet"));
    }
    QGuiApplication::clipboard()->setText(QString::fromStdString(tableText(shownFigures(rows), TableFormat::Tabs)));
    return Ok{};
}

QString plotKindIds() {
    QStringList ids;
    for (const PlotKindEntry& entry : plotKinds()) {
        ids << toText(entry.id);
    }
    return ids.join(QStringLiteral(", "));
}

/// Argument: {"kind"}.
Status showTimingPlot(const MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> id = textArgument(arguments, QStringLiteral("kind"));
    TRY(id);
    const Result<PlotKind> kind = parsePlotKind(id->toStdString());
    TRY(kind);
    timingOf(window).setPlotKind(*kind);
    return Ok{};
}

/// Reports what was measured here or, if nothing was, the first run that was opened. Without {"path"}, opens a dialog.
Status saveReportFor(MainWindow& window, const QJsonObject& arguments) {
    const auto measured = timingOf(window).shownRuns().first();
    if (measured == nullptr || measured->report.results.empty()) {
        return plotCommandError(
            MainWindow::tr("nothing has been measured yet; choose Time, Measure first, or open a run"));
    }
    return withPath(window, arguments,
                    {MainWindow::tr("Save report"), MainWindow::tr("Web page (*.html)"), "html",
                     suggestedPath(window, QStringLiteral("report"), "html")},
                    [&window, measured](const QString& path) {
                        const Status fine = checkReportPath(path);
                        return saved(window, path, fine ? saveReport(measured, path) : fine);
                    });
}

/// Arguments: {"path"} or {"paths"}; without them, opens a dialog.
Status openRuns(MainWindow& window, const QJsonObject& arguments) {
    return withPaths(window, arguments,
                     {MainWindow::tr("Open runs"), MainWindow::tr("Runs of a benchmark (*.json);;All files (*)")},
                     [&window](const QStringList& paths) {
                         window.raisePanel(QStringLiteral("timing"));
                         return timingOf(window).openRuns(paths);
                     });
}

Status compareNamed(MainWindow& window, const QStringList& names) {
    const Result<ComparedRuns> compared = timingOf(window).shownRuns().compare(names);
    TRY(compared);
    auto* const dialog = new ComparisonDialog(*compared, &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return Ok{};
}

/// Argument: {"runs": [name, name]}.
Status compareRuns(MainWindow& window, const QJsonObject& arguments) {
    QStringList names;
    for (const QJsonValue name : arguments.value(QStringLiteral("runs")).toArray()) {
        names << name.toString();
    }
    return compareNamed(window, names);
}

void addRunCommands(MainWindow& window) {
    const RowPlace place = in(MenuSection::ModelRun, "&Runs from files");
    add(window,
        {"open-runs", "&Open runs…",
         "Show runs that batchscope-cli bench --out or Save table wrote, beside what was measured here.", place},
        "path, or paths; dialog: true opens the dialog instead",
        [&window](const QJsonObject& arguments) { return openRuns(window, arguments); });
    add(window,
        {"compare-runs", "&Compare two runs",
         "Compare the samples of two runs that are shown in Time, Measure, series by series.", place},
        "runs: two names as shown; default: the only two",
        [&window](const QJsonObject& arguments) { return compareRuns(window, arguments); });
    add(window, {"close-runs", "C&lose all runs from files", "Show only what was measured here.", place},
        [&window] { timingOf(window).closeRuns(); });
    QObject::connect(&timingOf(window), &TimingView::comparisonAsked, &window,
                     [&window](const QStringList& names) { showFault(window, compareNamed(window, names)); });
}

} // namespace

void addPlotCommands(MainWindow& window) {
    const QString panel = QStringLiteral("panel: %1; default: the visible one").arg(plotPanelIds(window));
    const QString size = QStringLiteral("width in mm (85)");
    add(window,
        {"save-plot",
         "&Save plot…",
         "Save the plot in the visible panel as PDF, SVG or PNG, at the width of a journal's column.",
         MenuSection::FileRun,
         {},
         "export"},
        QStringLiteral("path (.pdf, .svg or .png), %1; %2; dialog: true (also of save-table) opens the dialog instead")
            .arg(panel, size),
        [&window](const QJsonObject& arguments) { return savePlotFor(window, arguments); });
    add(window,
        {"save-table",
         "Save &table…",
         "Save the table next to the plot as CSV, with plain numbers for other programs; a measurement also as JSON, "
         "for batchscope-cli bench.",
         MenuSection::FileRun,
         {},
         "export"},
        QStringLiteral("path (.csv or .tsv; of timing also .json), %1").arg(panel),
        [&window](const QJsonObject& arguments) { return saveTableFor(window, arguments); });
    add(window,
        {"save-report",
         "Save repo&rt…",
         "Save the measurement as one page of HTML to read, print and send: all plots and tables, the machine, and how "
         "to repeat it.",
         MenuSection::FileRun,
         {},
         "export"},
        "path (.html); dialog: true opens the dialog instead",
        [&window](const QJsonObject& arguments) { return saveReportFor(window, arguments); });
    add(window,
        {"copy-plot", "Copy p&lot", "Copy the plot in the visible panel as a picture for print.",
         MenuSection::EditCopy},
        QStringLiteral("%1; %2").arg(panel, size),
        [&window](const QJsonObject& arguments) { return copyPlot(window, arguments); });
    add(window,
        {"copy-table", "Copy ta&ble", "Copy the table next to the plot, separated by tabs, for a spreadsheet.",
         MenuSection::EditCopy},
        panel, [&window](const QJsonObject& arguments) { return copyTable(window, arguments); });
    add(window, {"timing-plot", "Choose the timing plot", "Choose which plot of the measurement is shown."},
        QStringLiteral("kind: %1").arg(plotKindIds()),
        [&window](const QJsonObject& arguments) { return showTimingPlot(window, arguments); });
    addRunCommands(window);
}

} // namespace batchscope
