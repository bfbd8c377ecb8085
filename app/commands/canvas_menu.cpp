// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/canvas_menu.h"

#include "app/window/main_window.h"
#include "core/base/check.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_registry.h"
#include "views/session/playback.h"

#include <QDockWidget>
#include <QMenu>
#include <QTableView>

#include <array>
#include <span>

namespace batchscope {

namespace {

// Command ids; "" is a separator.
constexpr std::array<const char*, 14> kOnThing = {"focus-selection",
                                                  "selection-inspector",
                                                  "why-not-together",
                                                  "selection-steps",
                                                  "",
                                                  "selection-step",
                                                  "selection-tree",
                                                  "selection-alike",
                                                  "",
                                                  "bookmark-toggle",
                                                  "selection-copy-number",
                                                  "selection-copy",
                                                  "",
                                                  "clear-selection"};
constexpr std::array<const char*, 12> kOnNothing = {"fit",  "zoom-in", "zoom-out",  "",
                                                    "find", "go-to",   "view-back", "view-forward",
                                                    "",     "first",   "last",      "export-picture"};

} // namespace

QMenu* makeCanvasMenu(MainWindow& window, const Hit& on) {
    auto* menu = new QMenu(&window);
    menu->setObjectName(QStringLiteral("canvas-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const QString name = on.any() ? window.canvas().selection().name() : MainWindow::tr("Picture");
    menu->setAccessibleName(name);
    menu->addAction(name)->setEnabled(false); // a title; sections have no text in every style
    menu->addSeparator();
    const std::span<const char* const> lines = on.any() ? std::span<const char* const>(kOnThing) : kOnNothing;
    for (const char* line : lines) {
        if (*line == '\0') {
            menu->addSeparator();
        } else if (QAction* action = window.commands().action(QString::fromLatin1(line)); action->isEnabled()) {
            menu->addAction(action);
        }
    }
    return menu;
}

namespace {

/// A right click on a row selects what the row is, as a left click does, and offers the same as in the picture.
void connectTable(MainWindow& window, const QString& panel) {
    auto* const table = window.panel(panel)->widget()->findChild<QTableView*>();
    BATCHSCOPE_CHECK(table != nullptr);
    table->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(table, &QWidget::customContextMenuRequested, &window, [&window, table](const QPoint& place) {
        const QModelIndex row = table->indexAt(place);
        if (!row.isValid()) {
            return;
        }
        table->setCurrentIndex(row);
        emit table->clicked(row);
        const Focus& focus = window.playback().focus();
        const Hit hit = focus.node.valid() ? Hit{focus.node, {}, {}} : Hit{{}, focus.batch, {}};
        if (hit.any()) {
            QMenu* const menu = makeCanvasMenu(window, hit);
            menu->addSeparator();
            menu->addActions(table->actions()); // what only this table offers
            menu->popup(table->viewport()->mapToGlobal(place));
        }
    });
}

} // namespace

void connectCanvasMenu(MainWindow& window) {
    connectTable(window, QStringLiteral("steps"));
    connectTable(window, QStringLiteral("nodes"));
    QObject::connect(&window.split(), &SplitView::menuAsked, &window,
                     [&window](const Hit& on, const QPoint& place) { makeCanvasMenu(window, on)->popup(place); });
}

} // namespace batchscope
