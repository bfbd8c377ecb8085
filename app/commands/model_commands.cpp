// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/choices.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/window_messages.h"
#include "core/base/choice.h"
#include "core/plan/pass.h"
#include "core/session/engine_use.h"
#include "views/code/passes_view.h"
#include "views/commands/command_registry.h"
#include "views/plots/timing_view.h"
#include "views/session/session.h"
#include "views/session/sweep_queue.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QJsonArray>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

/// The view of that class, which is a panel or one of its tabs.
template <typename View>
View& viewOf(const MainWindow& window, const QString& id) {
    auto* view = qobject_cast<View*>(batchscope::viewOf(window, id));
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

/// The command `id` takes {"name"} from scripts, and `id-NAME` appears in menus and palette.
void addChoice(MainWindow& window, const Choice& choice) {
    const auto set = [&window, apply = choice.apply](const QString& name) -> Status {
        SessionConfig config = window.session().config();
        Status status = apply(config, name.toStdString());
        if (status) {
            window.session().setConfig(config);
        }
        return status;
    };
    const QStringList known =
        choice.otherNames.isEmpty() ? choice.names : choice.names + QStringList(choice.otherNames);
    window.commands().add({.id = choice.id,
                           .text = choice.title,
                           .tip = choice.tip,
                           .needsArguments = true,
                           .arguments = QStringLiteral("name: %1").arg(known.join(QStringLiteral(", ")))},
                          [set](const QJsonObject& arguments) -> Status {
                              const Result<QString> name = textArgument(arguments, QStringLiteral("name"));
                              return name ? set(*name) : Status(name.error());
                          });
    auto* group = new QActionGroup(&window.commands()); // menus show that it is one of these
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (qsizetype place = 0; place < choice.names.size(); ++place) {
        const QString name = choice.names[place];
        const QString& title = choice.titles[place];
        const QString text = title == name ? name : QStringLiteral("%1 (%2)").arg(title, name);
        QAction* action = window.commands().add(
            {choice.id % u'-' % name, choice.title % QStringLiteral(": ") % text, choice.tips[place]},
            [set, name](const QJsonObject&) { return set(name); });
        action->setCheckable(true);
        group->addAction(action);
        action->setText(text); // its menu says what it is about
        const auto follow = [&window, action, name, present = choice.present] {
            action->setChecked(present(window.session().config()) == name);
        };
        QObject::connect(&window.session(), &Session::configChanged, action, follow);
        QObject::connect(action, &QAction::triggered, action, follow); // choosing it again must not uncheck it
        follow();
    }
}

/// What the Passes panel asks for. Its check boxes show what is so, whatever becomes of the command.
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
    const QString id = QStringLiteral("toggle-pass");
    const auto nameKey = QStringLiteral("name");
    window.commands().add({.id = id,
                           .text = MainWindow::tr("Toggle a pass"),
                           .tip = MainWindow::tr("Turn a pass on or off."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("name: the pass to toggle")},
                          [&session, nameKey](const QJsonObject& arguments) -> Status {
                              const Result<QString> name = textArgument(arguments, nameKey);
                              return name ? togglePass(session, *name) : Status(name.error());
                          });
    for (const PassEntry& entry : passEntries()) {
        const QString name = QString::fromLatin1(entry.name);
        const QString title = QString::fromLatin1(entry.title);
        const QString what = QString::fromLatin1(entry.description);
        QAction* action =
            window.commands().add({.id = id % u'-' % name,
                                   .text = MainWindow::tr("Pass: %1").arg(title),
                                   .tip = what.left(1).toUpper() % what.mid(1) % u'.',
                                   .menu = MenuSection::ModelChoices,
                                   .submenu = MainWindow::tr("&Individual passes")},
                                  [&session, name](const QJsonObject&) { return togglePass(session, name); });
        action->setCheckable(true);
        action->setText(title); // its menu says that it is a pass
        const auto follow = [&session, action, pass = entry.pass] {
            const EngineOptions* const engine = engineInUse(*session.snapshot(), session.config());
            action->setChecked(engine != nullptr && engine->passes.has(pass));
            action->setEnabled(engine != nullptr);
        };
        QObject::connect(&session, &Session::configChanged, action, follow);
        QObject::connect(&session, &Session::snapshotChanged, action, follow); // the graph decides it, too
        QObject::connect(action, &QAction::triggered, action, follow);
        follow();
    }
    const auto& view = viewOf<PassesView>(window, QStringLiteral("passes"));
    QObject::connect(&view, &PassesView::toggleAsked, &window, [&window, id, nameKey](const QString& name) {
        if (const Status status = window.commands().run(id, {{nameKey, name}}); !status) {
            window.messages().showError(QString::fromStdString(status.error().text()));
        }
    });
}

Status setDim(Session& session, const QJsonObject& arguments) {
    const Result<std::size_t> dim = indexArgument(arguments, QStringLiteral("value"));
    TRY(dim);
    SessionConfig config = session.config();
    config.graph.dim = static_cast<std::int32_t>(std::min<std::size_t>(*dim, INT32_MAX)); // the core knows the bounds
    session.setConfig(config);
    return Ok{};
}

Status setTrees(Session& session, const QJsonObject& arguments) {
    const Result<std::size_t> begin = indexArgument(arguments, QStringLiteral("begin"));
    const Result<std::size_t> end = indexArgument(arguments, QStringLiteral("end"));
    if (!begin || !end) {
        return begin ? end.error() : begin.error();
    }
    if (*begin >= *end) {
        return Error{ErrorCode::Config, R"(the range of trees is empty; "begin" must be less than "end")"};
    }
    SessionConfig config = session.config();
    config.graph.trees = {*begin, *end};
    session.setConfig(config);
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

/// What the list holds; none where it is missing.
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

/// {"nets": […], "works": […], "dims": […], "batches": […], "arms": […], "threads": […], "repeats": N}, all optional:
/// what is missing is as the form has it.
Status measure(MainWindow& window, const QJsonObject& arguments) {
    BenchEntries entries;
    entries.models = namesOf(arguments, QStringLiteral("nets"));
    entries.works = namesOf(arguments, QStringLiteral("works"));
    entries.dims = numbersOf<std::int32_t>(arguments, QStringLiteral("dims"));
    entries.batches = numbersOf<std::size_t>(arguments, QStringLiteral("batches"));
    entries.arms = namesOf(arguments, QStringLiteral("arms"));
    entries.threads = numbersOf<int>(arguments, QStringLiteral("threads"));
    if (arguments.contains(QStringLiteral("repeats"))) {
        entries.repeats = static_cast<std::size_t>(std::max(0, arguments.value(QStringLiteral("repeats")).toInt()));
    }
    const QString panel = QStringLiteral("timing");
    if (window.session().snapshot()->treebank) { // also for what the form refuses: it says why
        Status shown = window.commands().run(QStringLiteral("show-panel"), {{QStringLiteral("id"), panel}});
        TRY(shown);
    }
    return viewOf<TimingView>(window, panel).measure(entries);
}

Status pauseOrResume(SweepQueue& sweeps) {
    switch (sweeps.state()) {
    case SweepQueue::State::Empty: return Error{ErrorCode::Config, "nothing is being measured"};
    case SweepQueue::State::Paused: sweeps.resume(); break;
    case SweepQueue::State::Waiting:
    case SweepQueue::State::Measuring: sweeps.pause(); break;
    }
    return Ok{};
}

} // namespace

void addModelCommands(MainWindow& window) {
    for (const Choice& choice : choices()) {
        addChoice(window, choice);
    }
    addPassCommands(window);
    Session& session = window.session();
    window.commands().add({.id = QStringLiteral("dim"),
                           .text = MainWindow::tr("Width of the net"),
                           .tip = MainWindow::tr("Set the width of the hidden state."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("value")},
                          [&session](const QJsonObject& arguments) { return setDim(session, arguments); });
    window.commands().add(
        {.id = QStringLiteral("trees"),
         .text = MainWindow::tr("Trees"),
         .tip = MainWindow::tr("Choose which trees are folded together."),
         .needsArguments = true,
         .arguments = QStringLiteral("begin, end: half-open range, counted from 0 (among the picked trees, if any)")},
        [&session](const QJsonObject& arguments) { return setTrees(session, arguments); });
    window.commands().add({.id = QStringLiteral("measure"),
                           .text = MainWindow::tr("&Measure timing"),
                           .tip = MainWindow::tr("Time regular and folded runs with the settings of Time, Measure."),
                           .menu = MenuSection::ModelRun,
                           .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_M)},
                           .icon = QStringLiteral(":/icons/measure.svg"),
                           .arguments = QStringLiteral("nets, works, dims, batches, arms, threads, repeats: written "
                                                       "into the form; missing ones keep their "
                                                       "values")},
                          [&window](const QJsonObject& arguments) { return measure(window, arguments); });
    window.commands().add({.id = QStringLiteral("pause-measuring"),
                           .text = MainWindow::tr("Pau&se or resume measuring"),
                           .tip = MainWindow::tr("Pause the measurement, or continue it; what was measured is kept."),
                           .menu = MenuSection::ModelRun},
                          [&session](const QJsonObject&) { return pauseOrResume(session.sweeps()); });
}

} // namespace batchscope
