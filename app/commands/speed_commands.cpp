// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/window_messages.h"
#include "core/base/check.h"
#include "views/commands/command_registry.h"
#include "views/inspector/inspector_view.h"
#include "views/plots/timing_view.h"

#include <QAction>
#include <QDockWidget>

namespace batchscope {

namespace {

TimingView& timingOf(const MainWindow& window) {
    auto* const view = qobject_cast<TimingView*>(viewOf(window, QStringLiteral("timing")));
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
    const auto* inspector = qobject_cast<InspectorView*>(window.panel(QStringLiteral("inspector"))->widget());
    QObject::connect(inspector, &InspectorView::speedUpAsked,
                     window.commands().action(QStringLiteral("show-panel-speed-up")), &QAction::trigger);
    QObject::connect(inspector, &InspectorView::whySlowAsked,
                     window.commands().action(QStringLiteral("show-panel-slow")), &QAction::trigger);
    window.commands().add({.id = QStringLiteral("show-measured"),
                           .text = MainWindow::tr("Show on the &canvas"),
                           .tip = MainWindow::tr("Show what this result was measured with: net, width, policy, passes, "
                                                 "and the trees of its first mini-batch."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("result: index in the results of the measurement, "
                                                       "from 0")},
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
