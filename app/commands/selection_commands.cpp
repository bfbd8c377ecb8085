// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/window_pages.h"
#include "core/session/kept_place.h"
#include "core/session/node_search.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/commands/command_registry.h"
#include "views/session/node_finder.h"
#include "views/session/playback.h"

#include <QClipboard>
#include <QGuiApplication>

#include <functional>

namespace batchscope {

namespace {

bool hasAnything(const Focus& focus) {
    return !(focus == Focus{});
}
bool hasNode(const Focus& focus) {
    return focus.node.valid();
}
bool hasBatch(const Focus& focus) {
    return focus.batch.valid();
}
bool hasTree(const Focus& focus) {
    return focus.tree.valid();
}

/// A command that needs a selection that is seen: it is disabled without one, and on the welcome page.
void addOfSelection(MainWindow& window, CommandSpec spec, bool (*needs)(const Focus&), std::function<void()> handler) {
    spec.menu = MenuSection::EditSelection;
    spec.submenu = MainWindow::tr("S&election");
    Playback& playback = window.playback();
    QAction* action = window.commands().add(spec, [handler = std::move(handler)](const QJsonObject&) -> Status {
        handler();
        return Ok{};
    });
    const auto follow = [&window, &playback, action, needs] {
        action->setEnabled(window.pages().isWorkspaceShown() && needs(playback.focus()));
    };
    QObject::connect(&playback, &Playback::selectionChanged, action, follow);
    QObject::connect(&window.pages(), &WindowPages::pageChanged, action, follow);
    follow();
}

void findAlike(MainWindow& window) {
    const std::string query = queryLike(*window.session().snapshot(), window.playback().focus());
    window.session().nodeFinder().setText(QString::fromStdString(query));
    window.canvas().openFindBar(FindBar::Mode::Find);
}

void goToStep(Playback& playback) {
    if (const Storyboard* story = playback.storyboard(); story != nullptr && playback.focus().batch.valid()) {
        playback.glideTo(static_cast<double>(story->stopAfter(playback.focus().batch)));
    }
}

void goToTree(MainWindow& window) {
    window.playback().first();
    window.canvas().navigation().showTree(window.playback().focus().tree);
}

void copy(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

} // namespace

void addSelectionCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    Playback& playback = window.playback();
    CanvasView& canvas = window.canvas();
    addOfSelection(window,
                   {QStringLiteral("selection-inspector"), tr("Show in the &inspector"),
                    tr("Show its values, operands and costs in the inspector.")},
                   hasAnything, [&window] { window.raisePanel(QStringLiteral("inspector")); });
    addOfSelection(window,
                   {.id = QStringLiteral("why-not-together"),
                    .text = tr("&Why not together?"),
                    .tip = tr("Explain why the two marked nodes do or do not run in one batch, and what would help."),
                    .shortcuts = {Qt::Key_Y}},
                   hasNode, [&window] { window.raisePanel(QStringLiteral("pair")); });
    addOfSelection(window,
                   {QStringLiteral("selection-steps"), tr("Show in the &steps table"),
                    tr("Show its batch in the table of all batches.")},
                   hasBatch, [&window] { window.raisePanel(QStringLiteral("steps")); });
    addOfSelection(window,
                   {QStringLiteral("selection-step"), tr("&Go to the batch"),
                    tr("Go to the moment right after its batch is computed.")},
                   hasBatch, [&playback] { goToStep(playback); });
    addOfSelection(window,
                   {QStringLiteral("selection-tree"), tr("Go to source &tree"),
                    tr("Go to the source trees and zoom in on its tree.")},
                   hasTree, [&window] { goToTree(window); });
    addOfSelection(window,
                   {QStringLiteral("selection-alike"), tr("&Find similar nodes"),
                    tr("Find the nodes with the same op and word, or in the same batch or tree.")},
                   hasAnything, [&window] { findAlike(window); });
    addOfSelection(window,
                   {QStringLiteral("selection-copy-number"), tr("Copy &number"),
                    tr("Copy its number in the form that \"Go to\" takes, for example node 60.")},
                   hasAnything, [&playback] { copy(QString::fromStdString(nameOfPlace(playback.focus()))); });
    addOfSelection(window,
                   {QStringLiteral("selection-copy"), tr("Copy &description"),
                    tr("Copy its name, tree, level and batch, or the words of a tree.")},
                   hasAnything, [&canvas] { copy(canvas.selection().text()); });
}

} // namespace batchscope
