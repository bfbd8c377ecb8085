// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "core/schedule/policy.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_registry.h"

#include <QAction>
#include <QActionGroup>

namespace batchscope {

namespace {

QString titleOf(const QString& rival) {
    const auto policy = findPolicy(rival.toStdString());
    return rival == QStringLiteral("none") ? MainWindow::tr("Nothing")
           : policy                        ? QString::fromUtf8((*policy)->title())
                                           : rival;
}

/// One command for each thing to compare with, `split-NAME`; checked while it is the one.
void addRival(MainWindow& window, QActionGroup& group, const QString& rival) {
    SplitView& split = window.split();
    QAction* action = window.commands().add(
        {.id = QStringLiteral("split-") + rival,
         .text = MainWindow::tr("Compare with: %1").arg(titleOf(rival)),
         .tip = MainWindow::tr("Show a second picture of the same trees, batched differently, on the same clock."),
         .menu = MenuSection::ViewCompare,
         .submenu = MainWindow::tr("&Compare with")},
        [&split, rival](const QJsonObject&) { return split.compareWith(rival); });
    action->setText(titleOf(rival)); // its menu says that it compares
    action->setCheckable(true);
    group.addAction(action);
    action->setChecked(split.rival() == rival);
    QObject::connect(&split, &SplitView::rivalChanged, action,
                     [&split, action, rival] { action->setChecked(split.rival() == rival); });
}

} // namespace

void addSplitCommands(MainWindow& window) {
    SplitView& split = window.split();
    const auto nameKey = QStringLiteral("name");
    window.commands().add({.id = QStringLiteral("split"),
                           .text = MainWindow::tr("Compare with"),
                           .tip = MainWindow::tr("Show a second picture for comparison, or none."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("name: a policy, cell, primitive or none")},
                          [&split, nameKey](const QJsonObject& arguments) -> Status {
                              const Result<QString> name = textArgument(arguments, nameKey);
                              return name ? split.compareWith(*name) : Status(name.error());
                          });
    window.commands().add(
        {.id = QStringLiteral("split-clock"),
         .text = MainWindow::tr("Shared clock"),
         .tip = MainWindow::tr("Keep both pictures at the same share of batches, number of batches, or measured time."),
         .needsArguments = true,
         .arguments = QStringLiteral("name: share, batches, measured")},
        [&split, nameKey](const QJsonObject& arguments) -> Status {
            const Result<QString> name = textArgument(arguments, nameKey);
            if (!name) {
                return name.error();
            }
            const Result<CompareClock> clock = parseCompareClock(name->toStdString());
            if (!clock) {
                return clock.error();
            }
            split.setClock(*clock);
            return Ok{};
        });
    auto* group = new QActionGroup(&window);
    for (const QString& rival : SplitView::rivals()) {
        addRival(window, *group, rival);
    }
    QObject::connect(&split, &SplitView::failed, &window.messages(), &WindowMessages::showError);
}

} // namespace batchscope
