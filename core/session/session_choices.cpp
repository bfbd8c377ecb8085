// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_choice.h"

#include "core/base/choice.h"
#include "core/nets/net.h"
#include "core/schedule/policy.h"
#include "core/session/choice_rows.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace batchscope {

namespace {

using Group = SessionChoice::Group;
using choice_rows::enumeration;

SessionChoice netChoice() {
    SessionChoice choice{.id = "model",
                         .title = "&Net",
                         .tip = "Choose what is computed at each node of a tree.",
                         .brief = "%1",
                         .group = Group::Bar,
                         .redoes = Stage::Graph};
    for (const Net& net : nets()) {
        choice.names.emplace_back(net.name);
        choice.tips.push_back(fmt::format("{}. Takes {}.", net.description, net.input));
    }
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        const Result<const Net*> found = findNet(name);
        config.graph.model = found ? (*found)->name : config.graph.model;
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return config.graph.model; };
    return choice;
}

SessionChoice policyChoice() {
    SessionChoice choice{.id = "policy",
                         .title = "&Policy",
                         .tip = "Choose which ready nodes run next as one batch.",
                         .brief = "%1",
                         .group = Group::Bar,
                         .redoes = Stage::Schedule};
    for (const Policy* policy : policies()) {
        choice.names.emplace_back(policy->name());
        choice.tips.emplace_back(policy->description());
    }
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        const Result<const Policy*> found = findPolicy(name);
        config.policy = found ? (*found)->name() : config.policy;
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return config.policy; };
    return choice;
}

/// What the graph is made of.
void addGraphChoices(std::vector<SessionChoice>& list) {
    list.push_back(enumeration(
        {.id = "granularity",
         .title = "&Granularity",
         .tip = "Choose what one node of the graph stands for.",
         .brief = "%1",
         .group = Group::Graph,
         .redoes = Stage::Graph,
         .option = "--granularity",
         .help = "what a graph node stands for: a cell or a primitive operation",
         .tips = {"Each node is a cell of the net: few, large nodes.",
                  "Each node is one operation, such as a product or a tanh, as in DyNet."}},
        granularityNames(), parseGranularity, [](auto& config) -> auto& { return config.graph.granularity; }));
    list.push_back(enumeration(
        {.id = "outputs",
         .title = "&Outputs",
         .tip = "Choose which scores are computed: at the root or at every node.",
         .brief = "outputs %1",
         .group = Group::Graph,
         .redoes = Stage::Graph,
         .option = "--outputs",
         .help = "compute logits at the root or at all nodes",
         .needs = {.net = &Heeded::outputs,
                   .netReason = "has the same outputs for every value of this option",
                   .programReason = "a program names its own outputs"},
         .tips = {"Scores at the root of each tree.", "Scores at every node of each tree."}},
        outputsNames(), parseOutputs, [](auto& config) -> auto& { return config.graph.outputs; }));
    list.push_back(enumeration(
        {.id = "merge",
         .title = "&Merge equal calls",
         .tip = "Choose whether calls with the same arguments become one node.",
         .brief = "merge %1",
         .group = Group::Graph,
         .redoes = Stage::Graph,
         .option = "--merge",
         .help = "merge equal calls",
         .needs = {.net = &Heeded::merge,
                   .netReason = "never makes two equal calls, because every call has its own input"},
         .tips = {"Every call is a separate node.", "Equal leaves become one node.",
                  "Equal subtrees become one node."}},
        mergeNames(), parseMerge, [](auto& config) -> auto& { return config.graph.merge; }));
    list.push_back(enumeration(
        {.id = "prune",
         .title = "Drop &unneeded nodes",
         .tip = "Choose whether to leave out nodes that no requested value depends on.",
         .brief = "pruned",
         .group = Group::Graph,
         .redoes = Stage::Graph,
         .option = "--prune",
         .help = "drop nodes that no requested value needs",
         .tips = {"Every node that the net creates is kept.",
                  "Nodes that no requested value depends on are left out."}},
        pruneNames(), parsePrune, [](auto& config) -> auto& { return config.graph.prune; }));
    list.push_back(enumeration(
        {.id = "variadic",
         .title = "V&ariadic ops",
         .tip = "Choose how ops that take any number of children are batched.",
         .brief = "%1",
         .group = Group::Graph,
         .redoes = Stage::Graph,
         .option = "--variadic",
         .help = "how to batch ops that take any number of children",
         .needs = {.net = &Heeded::variadic,
                   .netReason = "has no op that takes any number of children; child-sum-tree-lstm does",
                   .programReason = "a program declares its own variadic arguments"},
         .tips = {"One op for each number of children: only nodes with the same number batch together.",
                  "One op for all: a segment sum combines the children of each node."}},
        variadicNames(), parseVariadic, [](auto& config) -> auto& { return config.graph.variadic; }));
}

/// How trees are taken.
void addTreeChoices(std::vector<SessionChoice>& list) {
    list.push_back(enumeration(
        {.id = "binarize",
         .title = "&Binarize",
         .tip = "Choose whether trees are binarized for nets that take two children.",
         .brief = "binarize %1",
         .group = Group::Trees,
         .redoes = Stage::Graph,
         .option = "--binarize",
         .help = "binarize the trees",
         .needs = {.format = &FormatTraits::innerNodes,
                   .formatLacks = "trees with more than one node",
                   .programReason = "a program has no trees"},
         .tips = {"Trees keep their shape.", "((a b) c)", "(a (b c))", "((a b) (c d))",
                  "Outward from the head: (a (b ((h c) d)))"}},
        binarizationNames(), parseBinarization, [](auto& config) -> auto& { return config.graph.binarization; }));
    list.push_back(enumeration(
        {.id = "unary",
         .title = "Nodes with one &child",
         .tip = "Choose whether chains of nodes with one child each become one node.",
         .brief = "unary %1",
         .group = Group::Trees,
         .redoes = Stage::Graph,
         .option = "--unary",
         .help = "keep or collapse nodes with one child; auto: collapse when binarizing",
         .needs = {.format = &FormatTraits::onlyChildren,
                   .formatLacks = "nodes with one child",
                   .programReason = "a program has no trees"},
         .tips = {"Chains are collapsed when trees are binarized, and kept otherwise.", "Chains are kept.",
                  "Every chain becomes one node.", "Chains become one node, but leaves stay separate.",
                  "Chains become one node, but the root stays separate.",
                  "Chains become one node, but leaves and the root stay separate."}},
        unaryNames(), parseUnary, [](auto& config) -> auto& { return config.graph.unary; }));
    list.push_back(enumeration(
        {.id = "tree-order",
         .title = "T&ree order",
         .tip = "Choose the order in which the trees are folded.",
         .brief = "by %1",
         .group = Group::Trees,
         .redoes = Stage::Graph,
         .option = "--order",
         .help = "order in which the trees are folded",
         .needs = {.format = &FormatTraits::innerNodes,
                   .formatLacks = "trees of different heights",
                   .programReason = "the instances of a program have no height"},
         .tips = {"Same order as in the file.", "Shallowest trees first."}},
        treeOrderNames(), parseTreeOrder, [](auto& config) -> auto& { return config.graph.order; }));
}

constexpr std::array<std::string_view, 2> kTrainNames = {"off", "on"};

Result<Work> parseTrain(std::string_view name) {
    return parseChoice<Work>(name, kTrainNames, "training mode");
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
SessionChoice passesChoice() {
    SessionChoice choice{
        .id = "passes",
        .title = "Pa&sses",
        .tip = "Choose whether op bodies run on the engine, with these passes, or unoptimized on LibTorch.",
        .brief = "passes %1",
        .group = Group::Run,
        .redoes = Stage::Run,
        .tips = {"The optimizing engine with all of its passes.", "The optimizing engine without any passes.",
                 "No engine: the plain bodies, one LibTorch call per operation."}};
    choice.names.assign(kPassNames.begin(), kPassNames.end());
    choice.otherNames = "a list such as cse,push or, to turn passes off, -dedup,-pack";
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        if (name == kPassNames.back()) {
            config.run.executor = InterpreterOptions();
            return Ok{};
        }
        const Result<PassSet> set = parsePassSet(name);
        if (set && name.empty()) { // nothing was remembered
            return Error{ErrorCode::Config, "no passes given"};
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
        return engine != nullptr ? passesText(engine->passes) : std::string(kPassNames.back());
    };
    return choice;
}

/// How it runs.
void addRunChoices(std::vector<SessionChoice>& list) {
    list.push_back(enumeration(
        {.id = "train",
         .title = "&Train",
         .tip = "Choose whether to compute the loss and gradients too; the weights are not changed.",
         .brief = "train",
         .group = Group::Run,
         .redoes = Stage::Run,
         .tips = {"Forward only.", "Forward, loss and backward."}},
        kTrainNames, parseTrain, [](auto& config) -> auto& { return config.run.work; }));
    list.push_back(enumeration(
        {.id = "row-order",
         .title = "Ro&w order",
         .tip = "Choose the order in which a batch writes its rows.",
         .brief = "rows %1",
         .group = Group::Run,
         .redoes = Stage::Schedule,
         .option = "--rows",
         .help = "order of rows in a batch (plain bodies only)",
         .tips = {"In the order of the calls.",
                  "In the order in which the first consumer reads them, so that fewer rows are copied."}},
        rowOrderNames(), parseRowOrder, [](auto& config) -> auto& { return config.run.rowOrder; }));
    list.push_back(passesChoice());
}

/// How it is drawn.
void addPictureChoices(std::vector<SessionChoice>& list) {
    list.push_back(enumeration(
        {.id = "layout",
         .title = "Tree la&yout",
         .tip = "Choose which layout is used for the source trees.",
         .brief = "layout %1",
         .group = Group::Picture,
         .redoes = Stage::None,
         .tips = {"Tidy trees, sequences and blocks, for graphs of any size.",
                  "Graphviz (the program dot) for graphs of up to 500 nodes, and the native layout for larger ones."}},
        sourceLayoutNames(), parseSourceLayout, [](auto& config) -> auto& { return config.layout; }));
}

} // namespace

std::span<const SessionChoice> sessionChoices() {
    static const std::vector<SessionChoice> kChoices = [] {
        std::vector<SessionChoice> list = {netChoice(), policyChoice()};
        addGraphChoices(list);
        addTreeChoices(list);
        choice_rows::addReadingChoices(list);
        addRunChoices(list);
        addPictureChoices(list);
        return list;
    }();
    return kChoices;
}

std::string defaultOf(const SessionChoice& choice) {
    return choice.present(SessionConfig());
}

} // namespace batchscope
