// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/commands/command_registry.h"
#include "views/session/bookmark_list.h"
#include "views/session/breakpoint_list.h"
#include "views/session/node_finder.h"
#include "views/session/playback.h"
#include "views/tables/bookmarks_view.h"
#include "views/tables/breakpoints_view.h"

#include <QDockWidget>
#include <QLineEdit>

#include <algorithm>

namespace batchscope {

namespace {

/// Argument: {"text"}; an empty text ends the search.
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

} // namespace

void addNavigationCommands(MainWindow& window) {
    CanvasView& canvas = window.canvas();
    add(window,
        {"find", "&Find nodes", "Search the graph: words, ops, levels, batch sizes.", learn(MenuSection::EditFind),
         QKeySequence::Find, "find"},
        [&canvas] { canvas.openFindBar(FindBar::Mode::Find); });
    add(window, {"find-next", "Find &next", "Go to the next matching node.", MenuSection::EditFind, Qt::Key_F3},
        [&canvas] { canvas.navigation().findNext(); });
    add(window,
        {"find-previous", "Find &previous", "Go to the previous matching node.", MenuSection::EditFind,
         Qt::SHIFT | Qt::Key_F3},
        [&canvas] { canvas.navigation().findPrevious(); });
    add(window,
        {"find-tree", "Find &tree", "Search the treebank.", MenuSection::EditFind, Qt::CTRL | Qt::SHIFT | Qt::Key_F},
        [&window] { findTree(window); });
    add(window, {"search-nodes", "Search the graph", "Find the nodes that match a query."},
        "text: see core/session/node_search.h; empty to end the search",
        [&window](const QJsonObject& arguments) { return searchNodes(window, arguments); });
    add(window,
        {"go-to", "&Go to…", "Go to a tree, batch, level or node by number.", MenuSection::EditFind,
         Qt::CTRL | Qt::Key_G},
        [&canvas] { canvas.openFindBar(FindBar::Mode::GoTo); });
    add(window, {"go-to-place", "Go to a place", R"(Go to "tree 12", "batch 5", "level 3" or "node 60".)"},
        "place: tree 12, batch 5, level 3, node 60, numbered as in the window",
        [&canvas](const QJsonObject& arguments) -> Status {
            const Result<QString> place = textArgument(arguments, "place");
            return place ? canvas.navigation().goTo(*place) : Status(place.error());
        });
    add(window,
        {"view-back", "Bac&k", "Go back to the previous place.", MenuSection::ViewPlaces, Qt::ALT | Qt::Key_Left},
        [&canvas] { canvas.navigation().goBack(); });
    add(window,
        {"view-forward", "For&ward", "Go forward to the next place.", MenuSection::ViewPlaces, Qt::ALT | Qt::Key_Right},
        [&canvas] { canvas.navigation().goForward(); });
}

namespace {

struct Meant {
    NodeId node;
    Bookmark::Of of = Bookmark::Of::Node;
};

/// The selected node, else the selected or shown step; invalid if there is neither.
Meant meantBy(const MainWindow& window) {
    const Playback& playback = window.playback();
    const Focus& focus = playback.focus();
    if (focus.node.valid()) {
        return {focus.node, Bookmark::Of::Node};
    }
    const Snapshot& snapshot = *window.session().snapshot();
    const BatchId batch = meantBatch(playback);
    const bool isThere = batch.valid() && snapshot.schedule && batch.index() < snapshot.schedule->batchCount();
    return {isThere ? snapshot.schedule->batch(batch).front() : NodeId(), Bookmark::Of::Step};
}

void toggle(MainWindow& window) {
    const Meant meant = meantBy(window);
    if (meant.node.valid()) {
        window.session().bookmarks().toggle(meant.node, meant.of);
    } else {
        window.raisePanel(QStringLiteral("bookmarks"));
    }
}

/// Edits the note of the bookmark there, which is created if it does not exist.
void noteBookmark(MainWindow& window) {
    const Meant meant = meantBy(window);
    window.raisePanel(QStringLiteral("bookmarks"));
    if (!meant.node.valid()) {
        return;
    }
    BookmarkList& list = window.session().bookmarks();
    if (!list.at(meant.node, meant.of)) {
        list.toggle(meant.node, meant.of);
    }
    if (const auto place = list.at(meant.node, meant.of)) {
        panelView<BookmarksView>(window, "bookmarks").editNote(*place);
    }
}

} // namespace

void addBookmarkCommands(MainWindow& window) {
    add(window,
        {"bookmark-toggle", "Toggle boo&kmark",
         "Bookmark the selected node or the shown batch, or remove its bookmark.", MenuSection::PlayBookmarks,
         Qt::CTRL | Qt::Key_B},
        [&window] { toggle(window); });
    add(window,
        {"bookmark-note", "Bookmark with &note…", "Write a note on the selected node or the shown batch.",
         MenuSection::PlayBookmarks, Qt::CTRL | Qt::SHIFT | Qt::Key_B},
        [&window] { noteBookmark(window); });
    add(window,
        {"bookmark-next", "Next bookmar&k", "Go to the next bookmark.", MenuSection::PlayBookmarks,
         Qt::ALT | Qt::Key_B},
        [&window] { panelView<BookmarksView>(window, "bookmarks").goOn(); });
    add(window,
        {"bookmark-previous", "Previous bookmark", "Go to the previous bookmark.", MenuSection::PlayBookmarks,
         Qt::ALT | Qt::SHIFT | Qt::Key_B},
        [&window] { panelView<BookmarksView>(window, "bookmarks").goBack(); });
}

namespace {

/// Sets a breakpoint at that step, or removes it.
void toggleAtStep(MainWindow& window) {
    const BatchId batch = meantBatch(window.playback());
    if (!batch.valid()) {
        window.raisePanel(QStringLiteral("breakpoints"));
        return;
    }
    BreakpointList& list = window.session().breakpoints();
    const QString query = QStringLiteral("step:%1").arg(batch.index());
    const auto& all = list.all();
    const auto there = std::find_if(all.begin(), all.end(),
                                    [&](const Breakpoint& other) { return other.query == query.toStdString(); });
    if (there != all.end()) {
        list.remove(static_cast<std::size_t>(there - all.begin()));
    } else {
        (void)list.add(query); // the query is always valid
    }
}

/// Argument: {"query"}.
Status addBreakpoint(MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> query = textArgument(arguments, "query");
    return query ? window.session().breakpoints().add(*query) : query.error();
}

} // namespace

BatchId meantBatch(const Playback& playback) {
    if (playback.focus().batch.valid() || playback.storyboard() == nullptr) {
        return playback.focus().batch;
    }
    return batchAt(*playback.storyboard(), playback.time());
}

void addBreakpointCommands(MainWindow& window) {
    add(window,
        {"breakpoint-toggle", "Toggle &breakpoint",
         "Set a breakpoint at the selected or the shown batch, or remove it.", MenuSection::PlayBreakpoints,
         Qt::Key_F9},
        [&window] { toggleAtStep(window); });
    add(window,
        {"breakpoint-next", "&Next breakpoint", "Go to the next batch that a breakpoint stops at.",
         MenuSection::PlayBreakpoints, Qt::Key_F5},
        [&window] { panelView<BreakpointsView>(window, "breakpoints").goOn(); });
    add(window,
        {"breakpoint-previous", "&Previous breakpoint", "Go to the previous batch that a breakpoint stops at.",
         MenuSection::PlayBreakpoints, Qt::SHIFT | Qt::Key_F5},
        [&window] { panelView<BreakpointsView>(window, "breakpoints").goBack(); });
    add(window,
        {"breakpoints-clear", "Remove &all breakpoints", "Remove every breakpoint.", MenuSection::PlayBreakpoints},
        [&window] { window.session().breakpoints().clear(); });
    add(window, {"breakpoint", "Breakpoint", "Set a breakpoint by a query over nodes."},
        "query, as in the search for nodes",
        [&window](const QJsonObject& arguments) { return addBreakpoint(window, arguments); });
}

} // namespace batchscope
