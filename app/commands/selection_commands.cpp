// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/window_pages.h"
#include "core/session/node_search.h"
#include "views/canvas/scene/node_names.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_registry.h"
#include "views/session/node_finder.h"
#include "views/session/picked_trees.h"
#include "views/session/playback.h"
#include "views/session/tree_finder.h"

#include <QJsonArray>
#include <QMenu>

#include <array>
#include <functional>
#include <span>

namespace batchscope {

namespace {

// Command ids; "" is a separator.
constexpr std::array<const char*, 12> kOnThing = {"focus-selection",
                                                  "selection-inspector",
                                                  "why-not-together",
                                                  "selection-steps",
                                                  "",
                                                  "selection-step",
                                                  "selection-tree",
                                                  "selection-alike",
                                                  "",
                                                  "bookmark-toggle",
                                                  "",
                                                  "clear-selection"};
constexpr std::array<const char*, 12> kOnNothing = {"fit",  "zoom-in", "zoom-out",  "",
                                                    "find", "go-to",   "view-back", "view-forward",
                                                    "",     "first",   "last",      "export-picture"};

/// Makes a menu of the available commands for the selected node, batch or tree, or for the empty canvas. The menu
/// deletes itself when it closes.
QMenu* makeCanvasMenu(MainWindow& window, const Hit& on) {
    auto* menu = new QMenu(&window);
    menu->setObjectName(QStringLiteral("canvas-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const CanvasSight& sight = window.canvas().sight();
    const QString name = on.any() ? hitName(sight.picture().model(), sight.selected(), window.playback().focus())
                                  : MainWindow::tr("Picture");
    menu->setAccessibleName(name);
    menu->addAction(name)->setEnabled(false); // a title, because sections have no text in some styles
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

} // namespace

void connectCanvasMenu(MainWindow& window) {
    QObject::connect(&window.split(), &SplitView::menuAsked, &window,
                     [&window](const Hit& on, const QPoint& place) { makeCanvasMenu(window, on)->popup(place); });
}

namespace {

/// Argument: {"text"}; an empty text selects all trees.
Status filterTrees(MainWindow& window, const QJsonObject& arguments) {
    const QJsonValue text = arguments.value(QStringLiteral("text"));
    if (!text.isString()) {
        return Error{ErrorCode::Config, R"("text" is missing; give a filter, or "" for all trees)"};
    }
    TreeFinder& finder = window.session().finder();
    finder.setText(text.toString());
    return finder.fault() ? Status(*finder.fault()) : Status(Ok{});
}

/// Arguments: {"column", "order"}; the order is ascending (default) or descending.
Status sortTrees(MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> column = textArgument(arguments, "column");
    TRY(column);
    const Result<TreeKey> key = parseEnum<TreeKey>(column->toStdString());
    TRY(key);
    const QJsonValue asked = arguments.value(QStringLiteral("order"));
    const QString order = asked.isUndefined() ? QStringLiteral("ascending") : asked.toString();
    if (order != u"ascending" && order != u"descending") {
        return Error{ErrorCode::Config, R"("order" must be "ascending" or "descending")"};
    }
    window.session().finder().setOrder(*key,
                                       order == u"ascending" ? SortDirection::Ascending : SortDirection::Descending);
    return Ok{};
}

/// Argument: {"trees": [numbers from 0]}.
Status pickTrees(Session& session, const QJsonObject& arguments) {
    const auto& bank = session.snapshot()->treebank;
    if (!bank) {
        return Error{ErrorCode::Config, "open a treebank first"};
    }
    std::vector<TreeId> trees;
    for (const QJsonValue value : arguments.value(QStringLiteral("trees")).toArray()) {
        const double number = value.toDouble(-1.0);
        const bool whole = number >= 0.0 && number < static_cast<double>(bank->trees.size()) &&
                           number == static_cast<double>(static_cast<std::size_t>(number));
        if (!whole) {
            return Error{ErrorCode::Config,
                         "\"trees\" takes tree numbers from 0, less than " + std::to_string(bank->trees.size())};
        }
        trees.emplace_back(static_cast<std::size_t>(number));
    }
    if (trees.empty()) {
        return Error{ErrorCode::Config, R"(pick-trees needs "trees", a list of numbers)"};
    }
    showPicked(session, std::move(trees));
    return Ok{};
}

} // namespace

void addTreebankCommands(MainWindow& window) {
    Session& session = window.session();
    add(window, {"filter-trees", "Filter trees", "List the trees that match a filter."},
        "text: see core/treebank/tree_filter.h; empty for all trees",
        [&window](const QJsonObject& arguments) { return filterTrees(window, arguments); });
    add(window, {"sort-trees", "Sort trees", "Sort the list of trees by a column."},
        "column: number, size, words, height, arity, root; order: ascending, descending",
        [&window](const QJsonObject& arguments) { return sortTrees(window, arguments); });
    add(window, {"pick-trees", "Pick trees", "Fold exactly these trees together."},
        "trees: numbers from 0; exactly these are folded together, in this order",
        [&session](const QJsonObject& arguments) { return pickTrees(session, arguments); });
    QAction* clear =
        add(window,
            {"clear-picked", "Clea&r picked trees",
             "Clear the picked trees and go back to the first trees of the file.", MenuSection::EditSelection},
            [&session] { clearPicked(session); });
    follow(window, clear, [&session, clear] { clear->setEnabled(!session.config().graph.picked.empty()); });
}

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

/// Adds a command that needs a visible selection: it is disabled without one, and on the welcome page.
void addOfSelection(MainWindow& window, CommandRow row, bool (*needs)(const Focus&), std::function<void()> handler) {
    row.place = in(MenuSection::EditSelection, "S&election");
    QAction* const action = add(window, row, std::move(handler));
    follow(window, action, [&window, action, needs] {
        action->setEnabled(window.pages().isWorkspaceShown() && needs(window.playback().focus()));
    });
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

} // namespace

void addSelectionCommands(MainWindow& window) {
    Playback& playback = window.playback();
    addOfSelection(
        window,
        {"selection-inspector", "Show in the &inspector", "Show its values, operands and costs in the inspector."},
        hasAnything, [&window] { window.raisePanel(QStringLiteral("inspector")); });
    addOfSelection(window,
                   {"why-not-together",
                    "&Why not together?",
                    "Explain why the two marked nodes do or do not run in one batch, and what would help.",
                    {},
                    Qt::Key_Y},
                   hasNode, [&window] { window.raisePanel(QStringLiteral("pair")); });
    addOfSelection(window,
                   {"selection-steps", "Show in the &steps table", "Show its batch in the table of all batches."},
                   hasBatch, [&window] { window.raisePanel(QStringLiteral("steps")); });
    addOfSelection(window,
                   {"selection-step", "&Go to the batch", "Go to the moment right after its batch is computed."},
                   hasBatch, [&playback] { goToStep(playback); });
    addOfSelection(window, {"selection-tree", "Go to source &tree", "Go to the source trees and zoom in on its tree."},
                   hasTree, [&window] { goToTree(window); });
    addOfSelection(window,
                   {"selection-alike", "&Find similar nodes",
                    "Find the nodes with the same op and word, or in the same batch or tree."},
                   hasAnything, [&window] { findAlike(window); });
}

} // namespace batchscope
