// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/main_window.h"
#include "core/schedule/policy.h"
#include "views/commands/command_registry.h"
#include "views/plots/timing_view.h"
#include "views/session/session.h"

#include <QDockWidget>
#include <QJsonArray>

#include <algorithm>
#include <functional>
#include <optional>

namespace batchscope {

namespace {

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList namesOf(std::span<const std::string_view> names) {
    QStringList list;
    for (const std::string_view name : names) {
        list.append(fromView(name));
    }
    return list;
}

/// A setting with named values: the command `id` takes {"name"} from scripts, and `id-NAME` stands in menus and
/// palette.
struct Choice {
    QString id;
    QString title;
    QStringList names;
    QStringList tips;
    std::function<Status(SessionConfig& config, const std::string& name)> apply;
    std::function<QString(const SessionConfig& config)> present;
};

void addChoice(MainWindow& window, const Choice& choice) {
    const auto set = [&window, apply = choice.apply](const QString& name) -> Status {
        SessionConfig config = window.session().config();
        Status status = apply(config, name.toStdString());
        if (status) {
            window.session().setConfig(config);
        }
        return status;
    };
    window.commands().add({.id = choice.id, .text = choice.title, .tip = choice.title, .needsArguments = true},
                          [set](const QJsonObject& arguments) -> Status {
                              const Result<QString> name = textArgument(arguments, QStringLiteral("name"));
                              return name ? set(*name) : Status(name.error());
                          });
    for (qsizetype place = 0; place < choice.names.size(); ++place) {
        const QString name = choice.names[place];
        QAction* action = window.commands().add({choice.id % u'-' % name, choice.title % QStringLiteral(": ") % name,
                                                 place < choice.tips.size() ? choice.tips[place] : choice.title},
                                                [set, name](const QJsonObject&) { return set(name); });
        action->setCheckable(true);
        action->setText(name); // its menu says what it is about
        const auto follow = [&window, action, name, present = choice.present] {
            action->setChecked(present(window.session().config()) == name);
        };
        QObject::connect(&window.session(), &Session::configChanged, action, follow);
        QObject::connect(action, &QAction::triggered, action, follow); // choosing it again must not uncheck it
        follow();
    }
}

/// Puts a parsed value into the config, or passes its error on.
template <typename T>
Status assign(T& target, const Result<T>& value) {
    if (!value) {
        return value.error();
    }
    target = *value;
    return Ok{};
}

void addNetAndPolicy(MainWindow& window) {
    Choice net{QStringLiteral("model"),
               MainWindow::tr("Net"),
               {},
               {},
               [](SessionConfig& config, const std::string& name) -> Status {
                   const Result<const Net*> found = findNet(name);
                   config.graph.model = found ? (*found)->name : config.graph.model;
                   return found ? Status(Ok{}) : Status(found.error());
               },
               [](const SessionConfig& config) { return QString::fromStdString(config.graph.model); }};
    for (const Net& each : nets()) {
        net.names.append(QString::fromUtf8(each.name));
        net.tips.append(QString::fromUtf8(each.description));
    }
    addChoice(window, net);
    Choice policy{QStringLiteral("policy"),
                  MainWindow::tr("Policy"),
                  {},
                  {},
                  [](SessionConfig& config, const std::string& name) -> Status {
                      const Result<const Policy*> found = findPolicy(name);
                      config.policy = found ? (*found)->name() : config.policy;
                      return found ? Status(Ok{}) : Status(found.error());
                  },
                  [](const SessionConfig& config) { return QString::fromStdString(config.policy); }};
    for (const Policy* each : policies()) {
        policy.names.append(QString::fromUtf8(each->name()));
        policy.tips.append(QString::fromUtf8(each->description()));
    }
    addChoice(window, policy);
}

void addGraphChoices(MainWindow& window) {
    addChoice(window, {QStringLiteral("outputs"),
                       MainWindow::tr("Outputs"),
                       namesOf(outputsNames()),
                       {},
                       [](SessionConfig& config, const std::string& name) {
                           return assign(config.graph.outputs, parseOutputs(name));
                       },
                       [](const SessionConfig& config) {
                           return fromView(outputsNames()[static_cast<std::size_t>(config.graph.outputs)]);
                       }});
    addChoice(window, {QStringLiteral("merge"),
                       MainWindow::tr("Merge equal calls"),
                       namesOf(mergeNames()),
                       {},
                       [](SessionConfig& config, const std::string& name) {
                           return assign(config.graph.merge, parseMerge(name));
                       },
                       [](const SessionConfig& config) {
                           return fromView(mergeNames()[static_cast<std::size_t>(config.graph.merge)]);
                       }});
    addChoice(window, {QStringLiteral("binarize"),
                       MainWindow::tr("Binarise"),
                       namesOf(binarizationNames()),
                       {},
                       [](SessionConfig& config, const std::string& name) {
                           return assign(config.graph.binarization, parseBinarization(name));
                       },
                       [](const SessionConfig& config) {
                           return fromView(binarizationNames()[static_cast<std::size_t>(config.graph.binarization)]);
                       }});
}

Status setDim(Session& session, const QJsonObject& arguments) {
    const Result<std::size_t> dim = indexArgument(arguments, QStringLiteral("value"));
    if (!dim) {
        return dim.error();
    }
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
        return Error{ErrorCode::Config, R"(the selection of trees is empty: "begin" must be less than "end")"};
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

/// {"dims": […], "batches": […], "arms": […], "repeats": N}, all optional: what is missing is as the form has it.
Status measure(MainWindow& window, const QJsonObject& arguments) {
    BenchEntries entries;
    entries.dims = numbersOf<std::int32_t>(arguments, QStringLiteral("dims"));
    entries.batches = numbersOf<std::size_t>(arguments, QStringLiteral("batches"));
    if (arguments.contains(QStringLiteral("arms"))) {
        entries.arms.emplace();
        for (const QJsonValue value : arguments.value(QStringLiteral("arms")).toArray()) {
            entries.arms->push_back(value.toString().toStdString());
        }
    }
    if (arguments.contains(QStringLiteral("repeats"))) {
        entries.repeats = static_cast<std::size_t>(std::max(0, arguments.value(QStringLiteral("repeats")).toInt()));
    }
    const QString panel = QStringLiteral("timing");
    if (window.session().snapshot()->treebank) { // also for what the form refuses: it says why
        Status shown = window.commands().run(QStringLiteral("show-panel"), {{QStringLiteral("id"), panel}});
        if (!shown) {
            return shown;
        }
    }
    return window.panel(panel)->findChild<TimingView*>()->measure(entries);
}

} // namespace

void addModelCommands(MainWindow& window) {
    addNetAndPolicy(window);
    addGraphChoices(window);
    Session& session = window.session();
    window.commands().add({.id = QStringLiteral("dim"),
                           .text = MainWindow::tr("Width of the net"),
                           .tip = MainWindow::tr("Width of the hidden state."),
                           .needsArguments = true},
                          [&session](const QJsonObject& arguments) { return setDim(session, arguments); });
    window.commands().add({.id = QStringLiteral("trees"),
                           .text = MainWindow::tr("Trees"),
                           .tip = MainWindow::tr("Which trees are folded together."),
                           .needsArguments = true},
                          [&session](const QJsonObject& arguments) { return setTrees(session, arguments); });
    window.commands().add({QStringLiteral("measure"),
                           MainWindow::tr("&Measure timing"),
                           MainWindow::tr("Time regular against folded runs, as the Timing panel says."),
                           {QKeySequence(Qt::CTRL | Qt::Key_M)},
                           QStringLiteral(":/icons/measure.svg")},
                          [&window](const QJsonObject& arguments) { return measure(window, arguments); });
}

} // namespace batchscope
