// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/choices.h"

#include "app/choice_parts.h"
#include "core/base/choice.h"
#include "core/nets/net.h"
#include "core/schedule/policy.h"

#include <array>
#include <vector>

namespace batchscope {

namespace {

using namespace choice_parts;

QString dimKey() {
    return QStringLiteral("dim");
}

Choice netChoice() {
    Choice choice = described({"model",
                               QT_TR_NOOP("&Net"),
                               QT_TR_NOOP("What is computed at each node of a tree."),
                               "%1",
                               Choice::Place::Bar,
                               {}});
    for (const Net& net : nets()) {
        choice.names.append(QString::fromUtf8(net.name));
        choice.tips.append(tr("%1. Takes %2.").arg(QString::fromUtf8(net.description), QString::fromUtf8(net.input)));
    }
    choice.apply = [](SessionConfig& config, const std::string& name) -> Status {
        const Result<const Net*> found = findNet(name);
        config.graph.model = found ? (*found)->name : config.graph.model;
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return QString::fromStdString(config.graph.model); };
    return choice;
}

Choice policyChoice() {
    Choice choice = described({"policy",
                               QT_TR_NOOP("&Policy"),
                               QT_TR_NOOP("Which ready nodes run next, as one batch."),
                               "%1",
                               Choice::Place::Bar,
                               {}});
    for (const Policy* policy : policies()) {
        choice.names.append(QString::fromUtf8(policy->name()));
        choice.tips.append(QString::fromUtf8(policy->description()));
    }
    choice.apply = [](SessionConfig& config, const std::string& name) -> Status {
        const Result<const Policy*> found = findPolicy(name);
        config.policy = found ? (*found)->name() : config.policy;
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return QString::fromStdString(config.policy); };
    return choice;
}

/// What the graph is made of.
void addGraphChoices(std::vector<Choice>& list) {
    list.push_back(enumeration(
        {"granularity",
         QT_TR_NOOP("&Granularity"),
         QT_TR_NOOP("What a node of the graph is."),
         QT_TR_NOOP("%1"),
         Choice::Place::Graph,
         {QT_TR_NOOP("A node is a cell of the net: few, large nodes."),
          QT_TR_NOOP("A node is one operation, a product or a tanh: what DyNet sees.")}},
        granularityNames(), parseGranularity, [](auto& config) -> auto& { return config.graph.granularity; }));
    list.push_back(enumeration(
        {"outputs",
         QT_TR_NOOP("&Outputs"),
         QT_TR_NOOP("Which values are asked for."),
         QT_TR_NOOP("outputs %1"),
         Choice::Place::Graph,
         {QT_TR_NOOP("Scores at the root of each tree."), QT_TR_NOOP("Scores at every node of each tree.")}},
        outputsNames(), parseOutputs, [](auto& config) -> auto& { return config.graph.outputs; }));
    list.push_back(enumeration(
        {"merge",
         QT_TR_NOOP("&Merge equal calls"),
         QT_TR_NOOP("Whether calls with the same arguments become one node."),
         QT_TR_NOOP("merge %1"),
         Choice::Place::Graph,
         {QT_TR_NOOP("Every call is a node."), QT_TR_NOOP("Equal leaves become one node."),
          QT_TR_NOOP("Equal subtrees become one.")}},
        mergeNames(), parseMerge, [](auto& config) -> auto& { return config.graph.merge; }));
    list.push_back(enumeration(
        {"prune",
         QT_TR_NOOP("Drop &unneeded nodes"),
         QT_TR_NOOP("Whether nodes that no requested value depends on are left out."),
         QT_TR_NOOP("pruned"),
         Choice::Place::Graph,
         {QT_TR_NOOP("Every node that the net makes stays."),
          QT_TR_NOOP("Nodes that no requested value depends on are left out.")}},
        pruneNames(), parsePrune, [](auto& config) -> auto& { return config.graph.prune; }));
    list.push_back(enumeration(
        {"variadic",
         QT_TR_NOOP("&Any number of children"),
         QT_TR_NOOP("How ops with any number of children are batched."),
         QT_TR_NOOP("%1"),
         Choice::Place::Graph,
         {QT_TR_NOOP("One op for each number of children: only equal numbers batch."),
          QT_TR_NOOP("One op for all: a sum over segments brings the children together.")}},
        variadicNames(), parseVariadic, [](auto& config) -> auto& { return config.graph.variadic; }));
}

/// How trees are taken.
void addTreeChoices(std::vector<Choice>& list) {
    list.push_back(enumeration(
        {"binarize",
         QT_TR_NOOP("&Binarize"),
         QT_TR_NOOP("Whether trees are made binary, for nets that take two children."),
         QT_TR_NOOP("binarize %1"),
         Choice::Place::Trees,
         {QT_TR_NOOP("Trees as they were read."), QT_TR_NOOP("((a b) c)"), QT_TR_NOOP("(a (b c))"),
          QT_TR_NOOP("((a b) (c d))"), QT_TR_NOOP("Outwards from the head: (a (b ((h c) d)))")}},
        binarizationNames(), parseBinarization, [](auto& config) -> auto& { return config.graph.binarization; }));
    list.push_back(enumeration(
        {"unary",
         QT_TR_NOOP("Nodes with one &child"),
         QT_TR_NOOP("Whether chains of nodes with one child become one node."),
         QT_TR_NOOP("unary %1"),
         Choice::Place::Trees,
         {QT_TR_NOOP("Collapsed where trees are made binary, kept elsewhere."), QT_TR_NOOP("They stay."),
          QT_TR_NOOP("Every chain becomes one node."), QT_TR_NOOP("Chains become one node, but leaves stay apart."),
          QT_TR_NOOP("Chains become one node, but the root stays apart."),
          QT_TR_NOOP("Chains become one node, but leaves and the root stay apart.")}},
        unaryNames(), parseUnary, [](auto& config) -> auto& { return config.graph.unary; }));
    list.push_back(enumeration(
        {"tree-order",
         QT_TR_NOOP("O&rder of trees"),
         QT_TR_NOOP("The order in which the trees are folded."),
         QT_TR_NOOP("by %1"),
         Choice::Place::Trees,
         {QT_TR_NOOP("As in the file."), QT_TR_NOOP("The lowest trees first.")}},
        treeOrderNames(), parseTreeOrder, [](auto& config) -> auto& { return config.graph.order; }));
}

constexpr std::array<std::string_view, 2> kTrainNames = {"off", "on"};

Result<Work> parseTrain(std::string_view name) {
    return parseChoice<Work>(name, kTrainNames, "choice for training");
}

constexpr std::array<std::string_view, 3> kPassNames = {"all", "none", "off"};

/// As parsePassSet takes it; what is off is said where that is shorter.
std::string passesText(PassSet set) {
    std::string off;
    std::size_t count = 0;
    for (const PassEntry& entry : passEntries()) {
        if (!set.has(entry.pass)) {
            off += (off.empty() ? "-" : ",-") + std::string(entry.name);
            ++count;
        }
    }
    return count == 0 || 2 * count > kPassCount ? passSetText(set) : off;
}

/// Any set of passes, of which two have a place in menus, or no engine at all.
Choice passesChoice() {
    Choice choice = described({"passes",
                               QT_TR_NOOP("Pa&sses"),
                               QT_TR_NOOP("How op bodies are run: by the engine with these passes, or as they are."),
                               QT_TR_NOOP("passes %1"),
                               Choice::Place::Run,
                               {QT_TR_NOOP("The optimizing engine, with all its passes."),
                                QT_TR_NOOP("The optimizing engine, without any passes."),
                                QT_TR_NOOP("No engine: the plain bodies, one LibTorch call for each operation.")}});
    for (const std::string_view name : kPassNames) {
        choice.names.append(fromView(name));
    }
    choice.apply = [](SessionConfig& config, const std::string& name) -> Status {
        if (name == kPassNames.back()) {
            config.run.executor = InterpreterOptions();
            return Ok{};
        }
        const Result<PassSet> set = parsePassSet(name);
        if (set && name.empty()) { // nothing was remembered
            return Error{ErrorCode::Config, "no passes are named"};
        }
        if (!set) {
            return Error{set.error().code, set.error().message + "; or off"};
        }
        EngineOptions engine = engineOrUsual(config.run.executor);
        engine.passes = *set;
        config.run.executor = engine;
        return Ok{};
    };
    choice.present = [](const SessionConfig& config) {
        const EngineOptions* const engine = engineOf(config.run.executor);
        return engine == nullptr ? fromView(kPassNames.back()) : QString::fromStdString(passesText(engine->passes));
    };
    return choice;
}

/// How it runs.
void addRunChoices(std::vector<Choice>& list) {
    list.push_back(enumeration(
        {"train",
         QT_TR_NOOP("&Train"),
         QT_TR_NOOP("Whether loss and gradients are also computed; the weights are not changed."),
         QT_TR_NOOP("train"),
         Choice::Place::Run,
         {QT_TR_NOOP("Forward only."), QT_TR_NOOP("Forward, loss and backward.")}},
        kTrainNames, parseTrain, [](auto& config) -> auto& { return config.run.work; }));
    list.push_back(enumeration(
        {"row-order",
         QT_TR_NOOP("Order of ro&ws"),
         QT_TR_NOOP("The order in which a batch writes its rows."),
         QT_TR_NOOP("rows %1"),
         Choice::Place::Run,
         {QT_TR_NOOP("As the calls were made."),
          QT_TR_NOOP("As the first consumer reads them, so that fewer rows are copied.")}},
        rowOrderNames(), parseRowOrder, [](auto& config) -> auto& { return config.run.rowOrder; }));
    list.push_back(passesChoice());
}

/// How it is drawn.
void addPictureChoices(std::vector<Choice>& list) {
    list.push_back(enumeration(
        {"layout",
         QT_TR_NOOP("La&yout of the trees"),
         QT_TR_NOOP("Which layout places the nodes of the original graph."),
         QT_TR_NOOP("layout %1"),
         Choice::Place::Picture,
         {QT_TR_NOOP("Tidy trees, sequences and blocks, at any size."),
          QT_TR_NOOP("Graphviz (the program dot), for graphs of up to 500 nodes; else native.")}},
        sourceLayoutNames(), parseSourceLayout, [](auto& config) -> auto& { return config.layout; }));
}

} // namespace

std::span<const Choice> choices() {
    static const std::vector<Choice> kChoices = [] {
        std::vector<Choice> list = {netChoice(), policyChoice()};
        addGraphChoices(list);
        addTreeChoices(list);
        addReadChoices(list);
        addRunChoices(list);
        addPictureChoices(list);
        return list;
    }();
    return kChoices;
}

QVariantMap remembered(const SessionConfig& config) {
    QVariantMap names{{dimKey(), config.graph.dim}};
    for (const Choice& choice : choices()) {
        names.insert(choice.id, choice.present(config));
    }
    return names;
}

SessionConfig withRemembered(SessionConfig config, const QVariantMap& remembered) {
    if (const int dim = remembered.value(dimKey()).toInt(); dim > 0 && dim <= kLargestDim) {
        config.graph.dim = dim;
    }
    for (const Choice& choice : choices()) {
        SessionConfig changed = config;
        if (choice.apply(changed, remembered.value(choice.id).toString().toStdString())) {
            config = changed;
        }
    }
    return config;
}

QStringList changedOptions(const SessionConfig& config) {
    const SessionConfig first;
    QStringList changed;
    for (const Choice& choice : choices()) {
        const QString name = choice.present(config);
        if (choice.place != Choice::Place::Bar && name != choice.present(first)) {
            changed.append(choice.brief.contains(QStringLiteral("%1")) ? choice.brief.arg(name) : choice.brief);
        }
    }
    return changed;
}

} // namespace batchscope
