// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "core/base/check.h"
#include "views/commands/command_registry.h"
#include "views/session/bookmark_list.h"
#include "views/session/playback.h"
#include "views/tables/bookmarks_view.h"

#include <QDockWidget>

namespace batchscope {

namespace {

BookmarksView& bookmarksOf(const MainWindow& window) {
    auto* const view = qobject_cast<BookmarksView*>(window.panel(QStringLiteral("bookmarks"))->widget());
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

struct Meant {
    NodeId node;
    Bookmark::Of of = Bookmark::Of::Node;
};

/// The selected node, else the selected or shown step; invalid where there is neither.
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

/// The note of the bookmark there, which is made where there is none.
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
        bookmarksOf(window).editNote(*place);
    }
}

} // namespace

void addBookmarkCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    addPlain(window,
             {.id = QStringLiteral("bookmark-toggle"),
              .text = tr("Toggle boo&kmark"),
              .tip = tr("Bookmark the selected node or the shown batch, or remove its bookmark."),
              .menu = MenuSection::PlayBookmarks,
              .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_B)}},
             [&window] { toggle(window); });
    addPlain(window,
             {.id = QStringLiteral("bookmark-note"),
              .text = tr("Bookmark with &note…"),
              .tip = tr("Write a note on the selected node or the shown batch."),
              .menu = MenuSection::PlayBookmarks,
              .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)}},
             [&window] { noteBookmark(window); });
    addPlain(window,
             {.id = QStringLiteral("bookmark-next"),
              .text = tr("Next bookmar&k"),
              .tip = tr("Go to the next bookmark."),
              .menu = MenuSection::PlayBookmarks,
              .shortcuts = {QKeySequence(Qt::ALT | Qt::Key_B)}},
             [&window] { bookmarksOf(window).goOn(); });
    addPlain(window,
             {.id = QStringLiteral("bookmark-previous"),
              .text = tr("Previous bookmark"),
              .tip = tr("Go to the previous bookmark."),
              .menu = MenuSection::PlayBookmarks,
              .shortcuts = {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_B)}},
             [&window] { bookmarksOf(window).goBack(); });
}

} // namespace batchscope
