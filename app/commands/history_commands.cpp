// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/saved_files.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "core/base/check.h"
#include "core/bytes/file_writer.h"
#include "views/commands/command_registry.h"
#include "views/history/comparison_dialog.h"
#include "views/history/history_view.h"
#include "views/session/sweep_queue.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <cmath>
#include <memory>
#include <vector>

namespace batchscope {

namespace {

using Runs = std::vector<std::int64_t>;

HistoryView& historyOf(const MainWindow& window) {
    auto* const view = qobject_cast<HistoryView*>(window.panel(QStringLiteral("history"))->widget());
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

Error historyError(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

/// What comes later and fails is told above the canvas.
void tellFailure(MainWindow& window, const Error& error) {
    window.messages().showError(QString::fromStdString(error.text()));
}

/// {"run"} or {"runs"}; without them, those that are selected.
Result<Runs> runsOf(const MainWindow& window, const QJsonObject& arguments) {
    Runs runs;
    if (arguments.contains(QStringLiteral("run"))) {
        const Result<std::size_t> run = indexArgument(arguments, QStringLiteral("run"));
        if (!run) {
            return run.error();
        }
        return Runs{static_cast<std::int64_t>(*run)};
    }
    if (!arguments.contains(QStringLiteral("runs"))) {
        runs = historyOf(window).chosenRuns();
        return runs.empty() ? Result<Runs>(historyError(MainWindow::tr("choose a run in the History panel first")))
                            : Result<Runs>(runs);
    }
    for (const QJsonValue value : arguments.value(QStringLiteral("runs")).toArray()) {
        const double number = value.toDouble(-1.0);
        if (number < 0.0 || number != std::floor(number)) {
            return historyError(MainWindow::tr("\"runs\" must be a list of numbers of runs"));
        }
        runs.push_back(static_cast<std::int64_t>(number));
    }
    return runs;
}

Result<std::int64_t> oneRunOf(const MainWindow& window, const QJsonObject& arguments) {
    const Result<Runs> runs = runsOf(window, arguments);
    if (!runs) {
        return runs.error();
    }
    return runs->size() == 1 ? Result<std::int64_t>(runs->front())
                             : Result<std::int64_t>(historyError(MainWindow::tr("choose one run, not several")));
}

/// {"run"}: its figures in Time, as if it had just been measured.
Status openRun(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::int64_t> run = oneRunOf(window, arguments);
    if (!run) {
        return run.error();
    }
    historyOf(window).history().read(*run, [&window](const Result<RunHistory::Document>& found) {
        if (!found) {
            tellFailure(window, found.error());
            return;
        }
        window.session().sweeps().show(found->document);
        window.raisePanel(QStringLiteral("timing"));
    });
    return Ok{};
}

/// {"runs": [old, new]}
Status compareChosen(MainWindow& window, const QJsonObject& arguments) {
    const Result<Runs> runs = runsOf(window, arguments);
    if (!runs) {
        return runs.error();
    }
    if (runs->size() != 2) {
        return historyError(MainWindow::tr("choose two runs to compare; hold Ctrl to choose the second one"));
    }
    historyOf(window).history().compare(runs->front(), runs->back(), [&window](const Result<ComparedRuns>& found) {
        if (!found) {
            tellFailure(window, found.error());
            return;
        }
        auto* const dialog = new ComparisonDialog(*found, &window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    return Ok{};
}

/// {"run", "text"}; without a text, in the table.
Status writeNote(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::int64_t> run = oneRunOf(window, arguments);
    if (!run) {
        return run.error();
    }
    const QString key = QStringLiteral("text");
    if (!arguments.contains(key)) {
        window.raisePanel(QStringLiteral("history"));
        return historyOf(window).editNote(*run);
    }
    if (!arguments.value(key).isString()) {
        return historyError(MainWindow::tr(R"("text" must be a text; "" clears the note)"));
    }
    historyOf(window).history().setNote(*run, arguments.value(key).toString().toStdString());
    return Ok{};
}

/// {"runs"}: asks first, unless a script does it.
Status removeChosen(MainWindow& window, const QJsonObject& arguments) {
    const Result<Runs> runs = runsOf(window, arguments);
    if (!runs) {
        return runs.error();
    }
    RunHistory& history = historyOf(window).history();
    if (window.mode() == MainWindow::Mode::Scripted && !arguments.value(QStringLiteral("dialog")).toBool()) {
        history.remove(*runs);
        return Ok{};
    }
    auto* const box = new QMessageBox(&window);
    box->setObjectName(QStringLiteral("history-remove-dialog"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setWindowTitle(MainWindow::tr("Remove from the history"));
    box->setText(runs->size() == 1 ? MainWindow::tr("Remove run %1 from the history?").arg(runs->front())
                                   : MainWindow::tr("Remove %1 runs from the history?").arg(runs->size()));
    box->setInformativeText(MainWindow::tr("This cannot be undone. Save a run as JSON to keep a copy."));
    QPushButton* const remove = box->addButton(MainWindow::tr("&Remove"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    QObject::connect(box, &QMessageBox::buttonClicked, &window,
                     [&history, remove, runs = *runs](const QAbstractButton* button) {
                         if (button == static_cast<const QObject*>(remove)) {
                             history.remove(runs);
                         }
                     });
    box->open(); // not exec: the window stays alive
    return Ok{};
}

void exportRun(MainWindow& window, std::int64_t run, const QString& path) {
    historyOf(window).history().read(run, [&window, path](const Result<RunHistory::Document>& found) {
        if (!found) {
            tellFailure(window, found.error());
            return;
        }
        const Status saved = writeFile(path.toStdString(), found->text);
        if (saved) {
            tellSaved(window, path);
        } else {
            tellFailure(window, saved.error());
        }
    });
}

/// {"run", "path"}; without a path, a dialog.
Status exportChosen(MainWindow& window, const QJsonObject& arguments, const std::shared_ptr<LastSaving>& last) {
    const Result<std::int64_t> run = oneRunOf(window, arguments);
    if (!run) {
        return run.error();
    }
    if (arguments.contains(QStringLiteral("path"))) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        if (!path) {
            return path.error();
        }
        exportRun(window, *run, *path);
        return Ok{};
    }
    if (Status status = checkDialog(window, arguments, "history-export"); !status) {
        return status;
    }
    auto* const dialog = new QFileDialog(&window, MainWindow::tr("Save run as JSON"), last->folder);
    dialog->setObjectName(QStringLiteral("history-export-dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(MainWindow::tr("JSON of the measurement, for batchscope-cli bench (*.json)"));
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("run-%1.json").arg(*run));
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [&window, run = *run, last](const QString& path) {
        last->folder = QFileInfo(path).absolutePath();
        exportRun(window, run, path);
    });
    dialog->open();
    return Ok{};
}

/// {"runs", "place", "arm"}: what the panel selects and plots.
Status chooseInHistory(const MainWindow& window, const QJsonObject& arguments) {
    HistoryView& view = historyOf(window);
    if (arguments.contains(QStringLiteral("run")) || arguments.contains(QStringLiteral("runs"))) {
        const Result<Runs> runs = runsOf(window, arguments);
        Status chosen = runs ? view.chooseRuns(*runs) : Status(runs.error());
        if (!chosen) {
            return chosen;
        }
    }
    if (arguments.contains(QStringLiteral("place"))) {
        const Result<QString> place = textArgument(arguments, QStringLiteral("place"));
        Status shown = place ? view.showPlace(*place) : Status(place.error());
        if (!shown) {
            return shown;
        }
    }
    if (arguments.contains(QStringLiteral("arm"))) {
        const Result<QString> arm = textArgument(arguments, QStringLiteral("arm"));
        return arm ? view.showArm(*arm) : Status(arm.error());
    }
    return Ok{};
}

/// {"on": true or false}; without it, the other way round.
Status setKeeping(MainWindow& window, const QJsonObject& arguments) {
    const QJsonValue on = arguments.value(QStringLiteral("on"));
    if (!on.isUndefined() && !on.isBool()) {
        return Error{ErrorCode::Config, R"("on" must be true or false)"};
    }
    HistoryView& view = historyOf(window);
    const bool keeps = on.toBool(view.keeping() == HistoryView::Keeping::Off);
    view.setKeeping(keeps ? HistoryView::Keeping::On : HistoryView::Keeping::Off);
    window.settings().setKeepsMeasurements(keeps);
    window.commands().action(QStringLiteral("history-keep"))->setChecked(keeps);
    return Ok{};
}

/// The commands of the registry, for the selected runs. The menu deletes itself when it closes.
void popUpRunMenu(MainWindow& window, const QPoint& place) {
    auto* const menu = new QMenu(&window);
    menu->setObjectName(QStringLiteral("history-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->setAccessibleName(window.panel(QStringLiteral("history"))->windowTitle());
    const std::size_t chosen = historyOf(window).chosenRuns().size();
    const auto add = [&](const char* command, bool isEnabled, const QJsonObject& arguments) {
        const QString id = QString::fromLatin1(command);
        const QAction& known = *window.commands().action(id);
        QAction* const line = menu->addAction(known.text());
        line->setObjectName(id);
        line->setToolTip(known.toolTip());
        line->setEnabled(isEnabled);
        QObject::connect(line, &QAction::triggered, &window, [&window, id, arguments] {
            if (const Status status = window.commands().run(id, arguments); !status) {
                tellFailure(window, status.error());
            }
        });
    };
    add("history-open", chosen == 1, {});
    add("history-compare", chosen == 2, {});
    menu->addSeparator();
    add("history-note", chosen == 1, {});
    add("history-export", chosen == 1, {});
    add("history-remove", chosen > 0, {});
    menu->addSeparator();
    const QJsonObject panel = {{QStringLiteral("panel"), QStringLiteral("history")}};
    add("save-table", true, panel);
    add("copy-table", true, panel);
    menu->popup(place);
}

void connectView(MainWindow& window) {
    HistoryView& view = historyOf(window);
    QObject::connect(&view.history(), &RunHistory::failed, &window,
                     [&window](const QString& message) { window.messages().showError(message); });
    QObject::connect(&view, &HistoryView::runMenuAsked, &window,
                     [&window](const QPoint& place) { popUpRunMenu(window, place); });
    QObject::connect(&view, &HistoryView::openAsked, &window, [&window](qlonglong run) {
        static_cast<void>(openRun(window, {{QStringLiteral("run"), static_cast<double>(run)}}));
    });
    QObject::connect(&view, &HistoryView::removeAsked, window.commands().action(QStringLiteral("history-remove")),
                     &QAction::trigger);
}

/// As it was when the window was last open.
void restoreKeeping(const MainWindow& window, QAction& keep) {
    const bool keeps = window.settings().keepsMeasurements();
    historyOf(window).setKeeping(keeps ? HistoryView::Keeping::On : HistoryView::Keeping::Off);
    keep.setChecked(keeps);
}

} // namespace

void addHistoryCommands(MainWindow& window) {
    CommandRegistry& commands = window.commands();
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    const QString submenu = tr("&History");
    const auto last = std::make_shared<LastSaving>();
    const auto add = [&](CommandSpec spec, CommandRegistry::Handler handler) {
        spec.menu = MenuSection::ModelRun;
        spec.submenu = submenu;
        return commands.add(spec, std::move(handler));
    };
    const QString one = QStringLiteral("run: its number in the history; default: the selected one");
    QAction* const keep =
        add({.id = QStringLiteral("history-keep"),
             .text = tr("&Keep measurements"),
             .tip = tr("Keep every measurement of the window in the history, also those that are canceled."),
             .arguments = QStringLiteral("on: true or false; omit it to toggle")},
            [&window](const QJsonObject& arguments) { return setKeeping(window, arguments); });
    keep->setCheckable(true);
    add({.id = QStringLiteral("history-open"),
         .text = tr("&Open run"),
         .tip = tr("Show the figures of the selected run in Time."),
         .arguments = one},
        [&window](const QJsonObject& arguments) { return openRun(window, arguments); });
    add({.id = QStringLiteral("history-compare"),
         .text = tr("&Compare two runs"),
         .tip = tr("Compare the samples of the two selected runs, series by series."),
         .arguments = QStringLiteral("runs: the older and the newer one; default: those that are selected")},
        [&window](const QJsonObject& arguments) { return compareChosen(window, arguments); });
    add({.id = QStringLiteral("history-note"),
         .text = tr("Edit &note"),
         .tip = tr("Write something beside the selected run."),
         .arguments = QStringLiteral("%1; text: the note, instead of the cell of the table").arg(one)},
        [&window](const QJsonObject& arguments) { return writeNote(window, arguments); });
    add({.id = QStringLiteral("history-export"),
         .text = tr("&Save run as JSON…"),
         .tip = tr("Save the selected run for batchscope-cli bench."),
         .arguments = QStringLiteral("%1; path; dialog: true opens the dialog instead").arg(one)},
        [&window, last](const QJsonObject& arguments) { return exportChosen(window, arguments, last); });
    add({.id = QStringLiteral("history-remove"),
         .text = tr("&Remove runs…"),
         .tip = tr("Remove the selected runs from the history."),
         .arguments = QStringLiteral("run, or runs; default: those that are selected; dialog: true asks first")},
        [&window](const QJsonObject& arguments) { return removeChosen(window, arguments); });
    add({.id = QStringLiteral("history-refresh"),
         .text = tr("Re&fresh"),
         .tip = tr("Read the history again, for runs that another program added.")},
        [&window](const QJsonObject&) -> Status {
            historyOf(window).history().refresh();
            return Ok{};
        });
    commands.add(
        {.id = QStringLiteral("history-choose"),
         .text = tr("Choose in the history"),
         .tip = tr("Select runs of the history and choose which times are plotted."),
         .needsArguments = true,
         .arguments = QStringLiteral("run, or runs; place: as the list over the plot names it; arm: its name, or all")},
        [&window](const QJsonObject& arguments) { return chooseInHistory(window, arguments); });
    connectView(window);
    restoreKeeping(window, *keep);
}

} // namespace batchscope
