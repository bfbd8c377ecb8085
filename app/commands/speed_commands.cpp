// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "core/base/check.h"
#include "core/words/speed_words.h"
#include "views/commands/command_registry.h"
#include "views/inspector/inspector_view.h"
#include "views/plots/plot_widget.h"
#include "views/plots/speed_view.h"
#include "views/plots/timing_view.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <string>

namespace batchscope {

namespace {

const QString kWaterfallCommand = QStringLiteral("speed-waterfall");

/// Not modal, and closed with Esc; it is there from the start, hidden, so that commands find its plot like a panel's.
QDialog* makeSpeedDialog(MainWindow& window) {
    constexpr QSize kUsualSize = {660, 540};
    auto* const dialog = new QDialog(&window);
    dialog->setObjectName(kWaterfallCommand);
    dialog->setWindowTitle(MainWindow::tr("Speed-up"));
    dialog->resize(kUsualSize);
    auto* const view = new SpeedView(window.session(), window.playback(), dialog);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QPushButton* const save = buttons->addButton(MainWindow::tr("&Save plot…"), QDialogButtonBox::ActionRole);
    save->setAutoDefault(false);
    save->setEnabled(false);
    QObject::connect(view, &SpeedView::splitShown, save, [view, save] { save->setEnabled(!view->plot().isEmpty()); });
    QObject::connect(save, &QPushButton::clicked, &window, [&window] {
        const Status status =
            window.commands().run(QStringLiteral("save-plot"), {{QStringLiteral("panel"), kWaterfallCommand}});
        if (!status) {
            window.messages().showError(QString::fromStdString(status.error().text()));
        }
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* const column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view, 1);
    auto* const row = new QHBoxLayout;
    row->setContentsMargins(10, 0, 10, 10);
    row->addWidget(buttons);
    column->addLayout(row);
    return dialog;
}

/// Where nothing has run, the dialog says so to people, and this to scripts, which do not see it.
Status showSpeedDialog(const MainWindow& window, QDialog& dialog) {
    if (window.mode() == MainWindow::Mode::Scripted && window.session().snapshot()->report == nullptr) {
        return Error{ErrorCode::Config, std::string(words::kNoRunToSplit)};
    }
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
    return Ok{};
}

TimingView& timingOf(const MainWindow& window) {
    auto* const view = qobject_cast<TimingView*>(window.panel(QStringLiteral("timing"))->widget());
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

/// {"result"}
Status showMeasured(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::size_t> result = indexArgument(arguments, QStringLiteral("result"));
    return result ? timingOf(window).showMeasured(*result) : Status(result.error());
}

} // namespace

void addSpeedCommands(MainWindow& window) {
    QDialog* const dialog = makeSpeedDialog(window);
    window.commands().add(
        {.id = kWaterfallCommand,
         .text = MainWindow::tr("&Split the speed-up"),
         .tip = MainWindow::tr(
             "Show how much of the speed-up is batching and how much is the engine, as a waterfall of times."),
         .menu = MenuSection::ModelRun},
        [&window, dialog](const QJsonObject&) { return showSpeedDialog(window, *dialog); });
    const auto* inspector = qobject_cast<InspectorView*>(window.panel(QStringLiteral("inspector"))->widget());
    QObject::connect(inspector, &InspectorView::speedUpAsked, window.commands().action(kWaterfallCommand),
                     &QAction::trigger);
    addPlain(window,
             {.id = QStringLiteral("why-slow"),
              .text = MainWindow::tr("&Why slow?"),
              .tip = MainWindow::tr("Show what a step spends its time on, and what would need fewer batches."),
              .menu = MenuSection::ModelRun},
             [&window] { window.raisePanel(QStringLiteral("slow")); });
    QObject::connect(inspector, &InspectorView::whySlowAsked, window.commands().action(QStringLiteral("why-slow")),
                     &QAction::trigger);
    window.commands().add({.id = QStringLiteral("show-measured"),
                           .text = MainWindow::tr("Show on the &canvas"),
                           .tip = MainWindow::tr("Show what this result was measured with: net, width, policy, passes, "
                                                 "and the trees of its first mini-batch."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("result: index in the results of the Timing panel's "
                                                       "measurement, from 0")},
                          [&window](const QJsonObject& arguments) { return showMeasured(window, arguments); });
    QObject::connect(&timingOf(window), &PlotView::resultActivated, &window, [&window](qulonglong result) {
        const Status status = window.commands().run(QStringLiteral("show-measured"),
                                                    {{QStringLiteral("result"), static_cast<double>(result)}});
        if (!status) {
            window.messages().showError(QString::fromStdString(status.error().text()));
        }
    });
}

} // namespace batchscope
