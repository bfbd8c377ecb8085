// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "views/commands/command_registry.h"
#include "views/session/picked_trees.h"
#include "views/session/playback.h"
#include "views/session/tree_finder.h"

#include <QJsonArray>

namespace batchscope {

namespace {

Error noTreebank() {
    return Error{ErrorCode::Config, "open a treebank first"};
}

/// {"text"}: empty for all trees.
Status filterTrees(MainWindow& window, const QJsonObject& arguments) {
    const QJsonValue text = arguments.value(QStringLiteral("text"));
    if (!text.isString()) {
        return Error{ErrorCode::Config, R"("text" is missing; give a filter, or "" for all trees)"};
    }
    TreeFinder& finder = window.session().finder();
    finder.setText(text.toString(), window.playback().focus().tree);
    return finder.fault() ? Status(*finder.fault()) : Status(Ok{});
}

/// {"column", "order"}: order is ascending or descending; ascending when it is missing.
Status sortTrees(MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> column = textArgument(arguments, QStringLiteral("column"));
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

/// {"trees": [numbers from 0]}.
Status pickTrees(Session& session, const QJsonObject& arguments) {
    const auto& bank = session.snapshot()->treebank;
    if (!bank) {
        return noTreebank();
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
    CommandRegistry& commands = window.commands();
    commands.add({.id = QStringLiteral("filter-trees"),
                  .text = MainWindow::tr("Filter trees"),
                  .tip = MainWindow::tr("List the trees that match a filter."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("text: see core/treebank/tree_filter.h; empty for all trees")},
                 [&window](const QJsonObject& arguments) { return filterTrees(window, arguments); });
    commands.add({.id = QStringLiteral("sort-trees"),
                  .text = MainWindow::tr("Sort trees"),
                  .tip = MainWindow::tr("Sort the list of trees by a column."),
                  .needsArguments = true,
                  .arguments = QStringLiteral(
                      "column: number, size, words, height, arity, root, sentence; order: ascending, descending")},
                 [&window](const QJsonObject& arguments) { return sortTrees(window, arguments); });
    commands.add(
        {.id = QStringLiteral("pick-trees"),
         .text = MainWindow::tr("Pick trees"),
         .tip = MainWindow::tr("Fold exactly these trees together."),
         .needsArguments = true,
         .arguments = QStringLiteral("trees: numbers from 0; exactly these are folded together, in this order")},
        [&session](const QJsonObject& arguments) { return pickTrees(session, arguments); });
    QAction* clear = commands.add({QStringLiteral("clear-picked"), MainWindow::tr("Clea&r picked trees"),
                                   MainWindow::tr("Clear the picked trees and go back to the first trees of the file."),
                                   MenuSection::EditSelection},
                                  [&session](const QJsonObject&) -> Status {
                                      clearPicked(session);
                                      return Ok{};
                                  });
    const auto follow = [&session, clear] { clear->setEnabled(!session.config().graph.picked.empty()); };
    QObject::connect(&session, &Session::configChanged, clear, follow);
    follow();
}

} // namespace batchscope
