// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/choices.h"
#include "app/window/main_window.h"
#include "core/base/choice.h"
#include "core/plan/pass.h"
#include "core/session/execution_text.h"
#include "views/code/passes_view.h"
#include "views/models/words.h"
#include "views/plots/timing_view.h"
#include "views/session/choice_history.h"
#include "views/session/session.h"

#include <QDockWidget>
#include <QJsonArray>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

void addChoice(MainWindow& window, const SessionChoice& choice) {
    std::vector<std::string> known = choice.names;
    if (!choice.otherNames.empty()) {
        known.push_back(choice.otherNames);
    }
    NamedChoice named{.id = toText(choice.id),
                      .text = toText(choice.title),
                      .tip = toText(choice.tip),
                      .known = toText(fmt::format("{}", fmt::join(known, ", "))),
                      .values = {},
                      .submenu = {},
                      .apply = {},
                      .present = {}};
    for (std::size_t place = 0; place < choice.names.size(); ++place) {
        const QString name = toText(choice.names[place]);
        const QString title = valueTitle(choice, place);
        const QString text = title == name ? name : QStringLiteral("%1 (%2)").arg(title, name);
        named.values.push_back({name, named.text % QStringLiteral(": ") % text, toText(choice.tips[place]), text});
    }
    named.apply = [&window, apply = choice.apply](const QString& name) -> Status {
        SessionConfig config = window.session().config();
        Status status = apply(config, name.toStdString());
        if (status) {
            window.session().setConfig(config);
        }
        return status;
    };
    named.present = [&window, present = choice.present] { return toText(present(window.session().config())); };
    addNamed(window, named);
}

/// Turns a pass on or off for the Passes panel, whose check boxes show the actual state even if this fails.
Status togglePass(Session& session, const QString& name) {
    const std::string wanted = name.toStdString();
    std::vector<std::string_view> names;
    for (const PassEntry& entry : passEntries()) {
        names.emplace_back(entry.name);
    }
    const Result<std::size_t> index = indexOfName(wanted, names, "pass");
    if (!index) {
        return parsePassChoice(wanted) ? Error{ErrorCode::Config, "name one pass, not \"" + wanted + '"'}
                                       : index.error();
    }
    const Pass pass = passEntries()[*index].pass;
    SessionConfig config = session.config();
    if (const std::string why = whyNoEngine(session.snapshot()->config.graph); !why.empty()) {
        return Error{ErrorCode::Config, why};
    }
    EngineOptions* const engine = std::get_if<EngineOptions>(&config.run.executor);
    if (engine == nullptr) {
        return Error{ErrorCode::Config, "the engine is off; choose passes first"};
    }
    PassSet& set = engine->passes;
    set = set.has(pass) ? set.without(pass) : set.with(pass);
    session.setConfig(config);
    return Ok{};
}

void addPassCommands(MainWindow& window) {
    Session& session = window.session();
    add(window, {"toggle-pass", "Toggle a pass", "Turn a pass on or off."}, "name: the pass to toggle",
        [&session](const QJsonObject& arguments) -> Status {
            const Result<QString> name = textArgument(arguments, "name");
            return name ? togglePass(session, *name) : Status(name.error());
        });
    const auto& view = panelView<PassesView>(window, "passes");
    QObject::connect(&view, &PassesView::toggleAsked, &window,
                     [&window, &session](const QString& name) { showFault(window, togglePass(session, name)); });
}

Status setDim(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::size_t> dim = indexArgument(arguments, "value");
    TRY(dim);
    change(window, [&dim](SessionConfig& config) { // the core checks the bounds
        config.graph.dim = static_cast<std::int32_t>(std::min<std::size_t>(*dim, INT32_MAX));
    });
    return Ok{};
}

Status setTrees(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::size_t> begin = indexArgument(arguments, "begin");
    const Result<std::size_t> end = indexArgument(arguments, "end");
    if (!begin || !end) {
        return begin ? end.error() : begin.error();
    }
    if (*begin >= *end) {
        return Error{ErrorCode::Config, R"(the range of trees is empty; "begin" must be less than "end")"};
    }
    change(window, [&](SessionConfig& config) { config.graph.trees = {*begin, *end}; });
    return Ok{};
}

template <typename T>
std::optional<std::vector<T>> numbersOf(const QJsonObject& arguments, const QString& key) {
    if (!arguments.contains(key)) {
        return std::nullopt;
    }
    std::vector<T> numbers;
    for (const QJsonValue value : arguments.value(key).toArray()) {
        numbers.push_back(static_cast<T>(std::max(0, value.toInt())));
    }
    return numbers;
}

/// The names in the list; none if the list is missing.
std::optional<std::vector<std::string>> namesOf(const QJsonObject& arguments, const QString& key) {
    if (!arguments.contains(key)) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const QJsonValue value : arguments.value(key).toArray()) {
        names.push_back(value.toString().toStdString());
    }
    return names;
}

/// Arguments, all optional: {"dims": […], "batches": […], "arms": […], "threads": […],
/// "repeats": N}. Missing ones keep the values of the form.
Status measure(MainWindow& window, const QJsonObject& arguments) {
    BenchEntries entries;
    entries.dims = numbersOf<std::int32_t>(arguments, QStringLiteral("dims"));
    entries.batches = numbersOf<std::size_t>(arguments, QStringLiteral("batches"));
    entries.arms = namesOf(arguments, QStringLiteral("arms"));
    entries.threads = numbersOf<int>(arguments, QStringLiteral("threads"));
    if (arguments.contains(QStringLiteral("repeats"))) {
        entries.repeats = static_cast<std::size_t>(std::max(0, arguments.value(QStringLiteral("repeats")).toInt()));
    }
    if (window.session().snapshot()->treebank) { // also if the form then refuses and says why
        window.raisePanel(QStringLiteral("timing"));
    }
    return panelView<TimingView>(window, "timing").measure(entries);
}

} // namespace

void addModelCommands(MainWindow& window) {
    for (const SessionChoice& choice : sessionChoices()) {
        addChoice(window, choice);
    }
    addPassCommands(window);
    add(window, {"dim", "Width of the net", "Set the width of the hidden state."}, "value",
        [&window](const QJsonObject& arguments) { return setDim(window, arguments); });
    add(window, {"trees", "Trees", "Choose which trees are folded together."},
        "begin, end: half-open range, counted from 0 (among the picked trees, if any)",
        [&window](const QJsonObject& arguments) { return setTrees(window, arguments); });
    add(window,
        {"measure", "&Measure timing", "Time regular and folded runs with the settings of Time, Measure.",
         MenuSection::ModelRun, Qt::CTRL | Qt::Key_M, "measure"},
        "dims, batches, arms, threads, repeats: written into the form; missing ones keep their values",
        [&window](const QJsonObject& arguments) { return measure(window, arguments); });
}

void addUndoCommands(MainWindow& window) {
    auto* history = new ChoiceHistory(window.session(), &window);
    QAction* undo = add(window,
                        {"undo", "&Undo", "Undo the last choice: net, policy, options, trees or files.",
                         learn(MenuSection::EditUndo), Qt::CTRL | Qt::Key_Z},
                        [history] { history->undo(); });
    QAction* redo = add(window,
                        {"redo", "&Redo", "Redo what was undone.", learn(MenuSection::EditUndo),
                         Keys(Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y)},
                        [history] { history->redo(); });
    const auto follow = [history, undo, redo] {
        undo->setEnabled(!history->isPaused() && history->canUndo());
        redo->setEnabled(!history->isPaused() && history->canRedo());
    };
    QObject::connect(history, &ChoiceHistory::changed, undo, follow);
    follow();
}

} // namespace batchscope
