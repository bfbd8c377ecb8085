// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/commands/command_registry.h"
#include "views/session/node_finder.h"

#include <QDockWidget>
#include <QLineEdit>

namespace batchscope {

namespace {

/// {"text"}: empty to end the search.
Status searchNodes(MainWindow& window, const QJsonObject& arguments) {
    const QJsonValue text = arguments.value(QStringLiteral("text"));
    if (!text.isString()) {
        return Error{ErrorCode::Config, R"("text" is missing; give a query, or "" to end the search)"};
    }
    NodeFinder& finder = window.session().nodeFinder();
    finder.setText(text.toString());
    return finder.fault() ? Status(*finder.fault()) : Status(Ok{});
}

void findTree(MainWindow& window) {
    const auto id = QStringLiteral("treebank");
    window.raisePanel(id);
    if (auto* edit = window.panel(id)->findChild<QLineEdit*>()) {
        edit->setFocus(Qt::ShortcutFocusReason);
        edit->selectAll();
    }
}

void addFindCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    CanvasView& canvas = window.canvas();
    addPlain(window,
             {QStringLiteral("find"),
              tr("&Find nodes"),
              tr("Search the graph: words, ops, levels, batch sizes."),
              {MenuSection::EditFind, Interface::Learn},
              {QKeySequence::Find},
              QStringLiteral(":/icons/find.svg")},
             [&canvas] { canvas.openFindBar(FindBar::Mode::Find); });
    addPlain(window,
             {QStringLiteral("find-next"),
              tr("Find &next"),
              tr("Go to the next matching node."),
              MenuSection::EditFind,
              {Qt::Key_F3}},
             [&canvas] { canvas.navigation().findNext(); });
    addPlain(window,
             {QStringLiteral("find-previous"),
              tr("Find &previous"),
              tr("Go to the previous matching node."),
              MenuSection::EditFind,
              {QKeySequence(Qt::SHIFT | Qt::Key_F3)}},
             [&canvas] { canvas.navigation().findPrevious(); });
    addPlain(window,
             {QStringLiteral("find-tree"),
              tr("Find &tree"),
              tr("Search the treebank."),
              MenuSection::EditFind,
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)}},
             [&window] { findTree(window); });
    window.commands().add(
        {.id = QStringLiteral("search-nodes"),
         .text = tr("Search the graph"),
         .tip = tr("Find the nodes that match a query."),
         .needsArguments = true,
         .arguments = QStringLiteral("text: see core/session/node_search.h; empty to end the search")},
        [&window](const QJsonObject& arguments) { return searchNodes(window, arguments); });
}

void addPlaceCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    CanvasView& canvas = window.canvas();
    addPlain(window,
             {QStringLiteral("go-to"),
              tr("&Go to…"),
              tr("Go to a tree, batch, level or node by number."),
              MenuSection::EditFind,
              {QKeySequence(Qt::CTRL | Qt::Key_G)}},
             [&canvas] { canvas.openFindBar(FindBar::Mode::GoTo); });
    window.commands().add(
        {.id = QStringLiteral("go-to-place"),
         .text = tr("Go to a place"),
         .tip = tr(R"(Go to "tree 12", "batch 5", "level 3" or "node 60".)"),
         .needsArguments = true,
         .arguments = QStringLiteral("place: tree 12, batch 5, level 3, node 60, numbered as in the window")},
        [&canvas](const QJsonObject& arguments) -> Status {
            const Result<QString> place = textArgument(arguments, QStringLiteral("place"));
            return place ? canvas.navigation().goTo(*place) : Status(place.error());
        });
    addPlain(window,
             {QStringLiteral("view-back"),
              tr("Bac&k"),
              tr("Go back to the previous place."),
              MenuSection::ViewPlaces,
              {QKeySequence(Qt::ALT | Qt::Key_Left)}},
             [&canvas] { canvas.navigation().goBack(); });
    addPlain(window,
             {QStringLiteral("view-forward"),
              tr("For&ward"),
              tr("Go forward to the next place."),
              MenuSection::ViewPlaces,
              {QKeySequence(Qt::ALT | Qt::Key_Right)}},
             [&canvas] { canvas.navigation().goForward(); });
}

} // namespace

void addNavigationCommands(MainWindow& window) {
    addFindCommands(window);
    addPlaceCommands(window);
}

} // namespace batchscope
