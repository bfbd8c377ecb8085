// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/saved_files.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/window_messages.h"
#include "core/base/check.h"
#include "core/bench/plot_figures.h"
#include "core/bytes/file_writer.h"
#include "views/commands/command_registry.h"
#include "views/models/words.h"
#include "views/plots/batch_sizes_view.h"
#include "views/plots/measured.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_widget.h"
#include "views/plots/timing_view.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

namespace batchscope {

namespace {

/// A panel that is a plot and its table.
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

/// In front of the others of its area, not only open.
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
    if (!found->view->isVisible()) { // it shows what was there when it was closed
        return plotCommandError(MainWindow::tr("the panel \"%1\" is hidden; show it first").arg(id));
    }
    return *found;
}

/// {"panel": id}; without it the panel that is seen, and of several the one with the focus.
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

/// {"width", "height", "dpi"}, each only where it is given.
Result<PlotSize> plotSizeOf(const QJsonObject& arguments) {
    PlotSize size;
    for (const auto& [key, side] :
         {std::pair(QStringLiteral("width"), &size.width), std::pair(QStringLiteral("height"), &size.height)}) {
        if (arguments.contains(key)) {
            const Result<double> millimeters = numberArgument(arguments, key);
            TRY(millimeters);
            *side = *millimeters;
        }
    }
    if (arguments.contains(QStringLiteral("dpi"))) {
        const Result<std::size_t> dpi = indexArgument(arguments, QStringLiteral("dpi"));
        TRY(dpi);
        size.dpi = static_cast<int>(std::min<std::size_t>(*dpi, std::numeric_limits<int>::max()));
    }
    return size;
}

/// In each format, at the width of one column of a journal or of two.
void openPlotDialog(MainWindow& window, const PlotPanel& panel, const std::shared_ptr<LastSaving>& last) {
    QStringList filters;
    std::vector<double> widths;
    for (const PlotFormatSpec& format : plotFormats()) {
        for (const double width : {kSingleColumn, kDoubleColumn}) {
            filters << MainWindow::tr("%1, %2 mm wide (*.%3)")
                           .arg(PlotWidget::tr(format.title))
                           .arg(width)
                           .arg(QLatin1String(format.ending));
            widths.push_back(width);
        }
    }
    openSaveDialog(window, panel.id, filters, last, [panel, widths](const QString& path, qsizetype filter) {
        return savePlot(panel.view->plot(), {path, {.width = widths.at(static_cast<std::size_t>(filter))}});
    });
}

/// {"panel", "path", "width", "height", "dpi"}; without a path, a dialog.
Status savePlotFor(MainWindow& window, const QJsonObject& arguments, const std::shared_ptr<LastSaving>& last) {
    const Result<PlotPanel> panel = panelOf(window, arguments);
    TRY(panel);
    if (!arguments.contains(QStringLiteral("path"))) {
        TRY(checkDialog(window, arguments, "save-plot"));
        if (panel->view->plot().isEmpty()) {
            return plotCommandError(MainWindow::tr("there is nothing in this plot yet"));
        }
        openPlotDialog(window, *panel, last);
        return Ok{};
    }
    const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
    TRY(path);
    const Result<PlotSize> size = plotSizeOf(arguments);
    TRY(size);
    const Result<PlotFormat> format = plotFormatOf(*path);
    if (format && *format != PlotFormat::Png && arguments.contains(QStringLiteral("dpi"))) {
        return plotCommandError(
            MainWindow::tr("\"dpi\" has no effect on PDF and SVG, which have no pixels; omit it, or save a .png"));
    }
    return savePlot(panel->view->plot(), {*path, *size});
}

/// {"panel", "width", "height", "dpi"}
Status copyPlot(const MainWindow& window, const QJsonObject& arguments) {
    const Result<PlotPanel> panel = panelOf(window, arguments);
    TRY(panel);
    const Result<PlotSize> size = plotSizeOf(arguments);
    TRY(size);
    const Result<QImage> image = plotImage(panel->view->plot(), *size);
    TRY(image);
    QGuiApplication::clipboard()->setImage(*image);
    return Ok{};
}

/// As a table, or what the panel shows as a document, by the ending of the path.
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

void openTableDialog(MainWindow& window, const PlotPanel& panel, const std::shared_ptr<LastSaving>& last) {
    QStringList filters = {MainWindow::tr("Comma-separated values (*.csv)"),
                           MainWindow::tr("Tab-separated values (*.tsv)")};
    if (!panel.view->documentText().empty()) {
        filters << MainWindow::tr("JSON of the measurement, for batchscope-cli bench (*.json)");
    }
    openSaveDialog(window, panel.id, filters, last,
                   [panel](const QString& path, qsizetype /*filter*/) { return saveRows(panel, path); });
}

/// {"panel", "path"}; without a path, a dialog.
Status saveTableFor(MainWindow& window, const QJsonObject& arguments, const std::shared_ptr<LastSaving>& last) {
    const Result<PlotPanel> panel = panelOf(window, arguments);
    TRY(panel);
    if (!arguments.contains(QStringLiteral("path"))) {
        TRY(checkDialog(window, arguments, "save-table"));
        openTableDialog(window, *panel, last);
        return Ok{};
    }
    const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
    return path ? saveRows(*panel, *path) : Status(path.error());
}

/// {"panel"}
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

/// {"kind"}
Status showTimingPlot(const MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> id = textArgument(arguments, QStringLiteral("kind"));
    TRY(id);
    const Result<PlotKind> kind = parsePlotKind(id->toStdString());
    TRY(kind);
    auto* const view = qobject_cast<TimingView*>(viewOf(window, QStringLiteral("timing")));
    BATCHSCOPE_CHECK(view != nullptr);
    view->setPlotKind(*kind);
    return Ok{};
}

/// {"kind"}
Status showBatchSizePlot(const MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> id = textArgument(arguments, QStringLiteral("kind"));
    TRY(id);
    const bool isHistogram = *id == QStringLiteral("histogram");
    if (!isHistogram && *id != QStringLiteral("steps")) {
        return plotCommandError(
            MainWindow::tr("there is no plot \"%1\" of batch sizes; expected steps or histogram").arg(*id));
    }
    auto* const view = qobject_cast<BatchSizesView*>(window.panel(QStringLiteral("batch-sizes"))->widget());
    BATCHSCOPE_CHECK(view != nullptr);
    view->setKind(isHistogram ? BatchSizesView::Kind::Histogram : BatchSizesView::Kind::Steps);
    return Ok{};
}

/// Where the result cannot be shown, the line says why.
void addShowMeasured(MainWindow& window, QMenu& menu, std::size_t result) {
    const QString id = QStringLiteral("show-measured");
    const QAction& known = *window.commands().action(id);
    auto* const view = qobject_cast<TimingView*>(viewOf(window, QStringLiteral("timing")));
    BATCHSCOPE_CHECK(view != nullptr);
    const QString why = whyPointIsNotShown(window.session(), result);
    QAction* line = menu.addAction(why.isEmpty() ? known.text() : MainWindow::tr("Not on the canvas: %1").arg(why));
    line->setObjectName(id);
    line->setToolTip(known.toolTip());
    line->setEnabled(why.isEmpty());
    QObject::connect(line, &QAction::triggered, view, [view, result] { emit view->resultActivated(result); });
}

/// The commands of the registry, for this panel. The menu deletes itself when it closes.
void popUpPlotMenu(MainWindow& window, const PlotPanel& panel, const QPoint& place) {
    auto* menu = new QMenu(&window);
    menu->setObjectName(QStringLiteral("plot-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->setAccessibleName(window.panel(panel.id)->windowTitle());
    const auto add = [&](const char* command, bool isEnabled) {
        const QString id = QString::fromLatin1(command);
        const QAction& known = *window.commands().action(id);
        QAction* line = menu->addAction(known.icon(), known.text());
        line->setObjectName(id);
        line->setToolTip(known.toolTip());
        line->setEnabled(isEnabled);
        QObject::connect(line, &QAction::triggered, &window, [&window, id, name = panel.id] {
            const Status status = window.commands().run(id, {{QStringLiteral("panel"), name}});
            if (!status) {
                window.messages().showError(QString::fromStdString(status.error().text()));
            }
        });
    };
    if (const std::optional<std::size_t> result = panel.view->resultAt(place)) {
        addShowMeasured(window, *menu, *result);
        menu->addSeparator();
    }
    const bool hasPlot = !panel.view->plot().isEmpty();
    const bool hasRows = panel.view->table().model()->rowCount() > 0;
    add("save-plot", hasPlot);
    add("copy-plot", hasPlot);
    menu->addSeparator();
    add("save-table", hasRows);
    add("copy-table", hasRows);
    if (!panel.view->documentText().empty()) {
        menu->addSeparator();
        add("save-report", true);
    }
    menu->popup(place);
}

} // namespace

void addPlotCommands(MainWindow& window) {
    CommandRegistry& commands = window.commands();
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    const auto last = std::make_shared<LastSaving>();
    const QString panel = QStringLiteral("panel: %1; default: the visible one").arg(plotPanelIds(window));
    const QString size = QStringLiteral("width, height in mm (85, automatic), dpi (300)");
    commands.add(
        {.id = QStringLiteral("save-plot"),
         .text = tr("&Save plot…"),
         .tip = tr("Save the plot in the visible panel as PDF, SVG or PNG, at the width of a journal's column."),
         .menu = MenuSection::FileRun,
         .icon = iconPath("export"),
         .arguments = QStringLiteral("path (.pdf, .svg or .png), %1; %2, only for .png; dialog: true (also of "
                                     "save-table) opens the dialog instead")
                          .arg(panel, size)},
        [&window, last](const QJsonObject& arguments) { return savePlotFor(window, arguments, last); });
    commands.add(
        {.id = QStringLiteral("save-table"),
         .text = tr("Save &table…"),
         .tip = tr("Save the table next to the plot as CSV, with plain numbers for other programs; a measurement "
                   "also as JSON, for batchscope-cli bench."),
         .menu = MenuSection::FileRun,
         .icon = iconPath("export"),
         .arguments = QStringLiteral("path (.csv or .tsv; of timing also .json), %1").arg(panel)},
        [&window, last](const QJsonObject& arguments) { return saveTableFor(window, arguments, last); });
    addReportCommand(window, last);
    commands.add({.id = QStringLiteral("copy-plot"),
                  .text = tr("Copy p&lot"),
                  .tip = tr("Copy the plot in the visible panel as a picture for print."),
                  .menu = MenuSection::EditCopy,
                  .arguments = QStringLiteral("%1; %2").arg(panel, size)},
                 [&window](const QJsonObject& arguments) { return copyPlot(window, arguments); });
    commands.add({.id = QStringLiteral("copy-table"),
                  .text = tr("Copy ta&ble"),
                  .tip = tr("Copy the table next to the plot, separated by tabs, for a spreadsheet."),
                  .menu = MenuSection::EditCopy,
                  .arguments = panel},
                 [&window](const QJsonObject& arguments) { return copyTable(window, arguments); });
    commands.add({.id = QStringLiteral("timing-plot"),
                  .text = tr("Choose the timing plot"),
                  .tip = tr("Choose which plot of the measurement is shown."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("kind: %1").arg(plotKindIds())},
                 [&window](const QJsonObject& arguments) { return showTimingPlot(window, arguments); });
    commands.add({.id = QStringLiteral("batch-size-plot"),
                  .text = tr("Choose the plot of batch sizes"),
                  .tip = tr("Choose whether the Batch sizes panel shows each batch or a histogram."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("kind: steps, histogram")},
                 [&window](const QJsonObject& arguments) { return showBatchSizePlot(window, arguments); });
    for (const PlotPanel& each : plotPanels(window)) {
        QObject::connect(each.view, &PlotView::menuAsked, &window,
                         [&window, each](const QPoint& place) { popUpPlotMenu(window, each, place); });
    }
}

} // namespace batchscope
