// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_choice.h"

#include "core/base/choice.h"
#include "core/nets/user_net.h"
#include "core/plan/pass.h"
#include "core/schedule/policy.h"
#include "core/session/choice_rows.h"
#include "core/words/choice_words.h"

#include <array>
#include <vector>

namespace batchscope {

namespace {

using Group = SessionChoice::Group;
using choice_rows::enumeration;
using choice_rows::worded;

std::string_view readBy(const Net& net) {
    if (net.leaves == Leaves::Vectors) {
        return words::kReadsVectors;
    }
    if (net.heeds.shape != ShapeUse::Nodes) {
        return words::kReadsWords;
    }
    const bool isForAny = net.suits.trees == SuitedTrees::AnyArity || net.learns == Learns::Moves;
    return isForAny ? words::kReadsAnyTrees : words::kReadsBinaryTrees;
}

SessionChoice netChoice() {
    SessionChoice choice = worded({.id = "model", .group = Group::Bar, .redoes = Stage::Graph}, words::kNetChoice);
    for (const Net& net : nets()) {
        choice.heads.emplace_back(readBy(net));
        choice.names.emplace_back(net.name);
        choice.titles.emplace_back(net.title);
        choice.tips.push_back(words::netTip(net.description, net.input));
    }
    choice.otherNames = "the file of a module";
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        if (isModuleFile(name)) { // the pipeline loads it
            config.graph.model = name;
            config.graph.user = {};
            config.graph.module = {};
            return Ok{};
        }
        const Result<const Net*> found = findNet(name);
        config.graph.user = {};
        config.graph.model = found ? (*found)->name : config.graph.model;
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return config.graph.model; };
    return choice;
}

SessionChoice policyChoice() {
    SessionChoice choice =
        worded({.id = "policy", .group = Group::Bar, .redoes = Stage::Schedule}, words::kPolicyChoice);
    for (const Policy* policy : policies()) {
        choice.names.emplace_back(policy->name());
        choice.titles.emplace_back(policy->title());
        choice.tips.emplace_back(policy->description());
        choice.valuesFrom.push_back(policy->traits().from);
    }
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        const Result<const Policy*> found = findPolicy(name);
        if (found) {
            config.policy = (*found)->name();
            config.given.reset();
        }
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return config.policy; };
    return choice;
}

// What the graph is made of.

SessionChoice granularityChoice() {
    return enumeration(
        worded({.id = "granularity",
                .group = Group::Graph,
                .from = Interface::Learn,
                .redoes = Stage::Graph,
                .option = "--granularity"},
               words::kGranularityChoice),
        [](auto& config) -> auto& { return config.graph.granularity; });
}

SessionChoice outputsChoice() {
    return enumeration(
        worded({.id = "outputs",
                .group = Group::Graph,
                .from = Interface::Learn,
                .redoes = Stage::Graph,
                .option = "--outputs",
                .needs = {.net = &Heeded::outputs}},
               words::kOutputsChoice),
        [](auto& config) -> auto& { return config.graph.outputs; });
}

SessionChoice mergeChoice() {
    return enumeration(
        worded({.id = "merge",
                .group = Group::Graph,
                .from = Interface::Learn,
                .redoes = Stage::Graph,
                .option = "--merge",
                .needs = {.net = &Heeded::merge}},
               words::kMergeChoice),
        [](auto& config) -> auto& { return config.graph.merge; });
}

SessionChoice pruneChoice() {
    return enumeration(
        worded({.id = "prune", .group = Group::Graph, .redoes = Stage::Graph, .option = "--prune"},
               words::kPruneChoice),
        [](auto& config) -> auto& { return config.graph.prune; });
}

SessionChoice variadicChoice() {
    return enumeration(
        worded({.id = "variadic",
                .group = Group::Graph,
                .redoes = Stage::Graph,
                .option = "--variadic",
                .needs = {.net = &Heeded::variadic}},
               words::kVariadicChoice),
        [](auto& config) -> auto& { return config.graph.variadic; });
}

SessionChoice recursionChoice() {
    return enumeration(
        worded({.id = "recursion",
                .group = Group::Graph,
                .redoes = Stage::Graph,
                .option = "--recursion",
                .needs = {.net = &Heeded::recursion}},
               words::kRecursionChoice),
        [](auto& config) -> auto& { return config.graph.module.recursion; });
}

SessionChoice unsafeChoice() {
    return enumeration(
        worded({.id = "unsafe",
                .group = Group::Graph,
                .redoes = Stage::Graph,
                .option = "--unsafe",
                .needs = {.net = &Heeded::unsafe}},
               words::kUnsafeChoice),
        [](auto& config) -> auto& { return config.graph.module.unsafe; });
}

// How trees are taken.

SessionChoice binarizeChoice() {
    return enumeration(
        worded({.id = "binarize",
                .group = Group::Trees,
                .from = Interface::Learn,
                .redoes = Stage::Graph,
                .option = "--binarize",
                .needs = {.format = &FormatTraits::innerNodes}},
               words::kBinarizeChoice),
        [](auto& config) -> auto& { return config.graph.binarization; });
}

SessionChoice unaryChoice() {
    return enumeration(
        worded({.id = "unary",
                .group = Group::Trees,
                .redoes = Stage::Graph,
                .option = "--unary",
                .needs = {.format = &FormatTraits::onlyChildren}},
               words::kUnaryChoice),
        [](auto& config) -> auto& { return config.graph.unary; });
}

SessionChoice treeOrderChoice() {
    return enumeration(
        worded({.id = "tree-order",
                .group = Group::Trees,
                .redoes = Stage::Graph,
                .option = "--order",
                .needs = {.format = &FormatTraits::innerNodes}},
               words::kTreeOrderChoice),
        [](auto& config) -> auto& { return config.graph.order; });
}

// How it runs.

constexpr std::array<std::string_view, 2> kTrainNames = {"off", "on"};

Result<Work> parseTrain(std::string_view name) {
    return parseChoice<Work>(name, kTrainNames, words::kTrainingMode);
}

constexpr std::array<std::string_view, 3> kPassNames = {"all", "none", "off"};

/// As parsePassChoice takes it; what is off is said where that is shorter.
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
    SessionChoice choice = worded({.id = "passes", .group = Group::Apart, .redoes = Stage::Run}, words::kPassesChoice);
    choice.names.assign(kPassNames.begin(), kPassNames.end());
    choice.otherNames = words::kOtherPasses;
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        if (name.empty()) { // nothing was remembered
            return Error{ErrorCode::Config, std::string(words::kNoPassesGiven)};
        }
        const Result<PassChoice> passes = parsePassChoice(name);
        TRY(passes);
        if (const PassChoice& set = *passes; set) {
            EngineOptions engine = engineOrUsual(config.run.executor);
            engine.passes = *set;
            config.run.executor = engine;
        } else {
            config.run.executor = InterpreterOptions();
        }
        return Ok{};
    };
    choice.present = [](const SessionConfig& config) {
        const PassChoice passes = passesOf(config.run.executor);
        return passes ? passesText(*passes) : std::string(kPassNames.back());
    };
    return choice;
}

SessionChoice trainChoice() {
    return enumeration(
        worded({.id = "train", .group = Group::Run, .from = Interface::Learn, .redoes = Stage::Run},
               words::kTrainChoice),
        kTrainNames, parseTrain, [](auto& config) -> auto& { return config.run.work; });
}

constexpr std::array<std::string_view, 2> kMeasureNames = {"on", "off"}; // in the order of Timing

Result<Timing> parseMeasure(std::string_view name) {
    return parseChoice<Timing>(name, kMeasureNames, words::kMeasuringMode);
}

/// Sweeps are always measured.
SessionChoice measureChoice() {
    return enumeration(
        worded({.id = "measure-speed-up", .group = Group::Run, .redoes = Stage::Run}, words::kMeasureChoice),
        kMeasureNames, parseMeasure, [](auto& config) -> auto& { return config.run.timing; });
}

SessionChoice faultChoice() {
    return enumeration(
        worded({.id = "fault", .group = Group::Run, .redoes = Stage::Run}, words::kFaultChoice), faultNames(),
        parseFault, [](auto& config) -> auto& { return config.run.fault; });
}

SessionChoice rowOrderChoice() {
    return enumeration(
        worded({.id = "row-order", .group = Group::Run, .redoes = Stage::Schedule, .option = "--rows"},
               words::kRowOrderChoice),
        [](auto& config) -> auto& { return config.run.rowOrder; });
}

// How it is drawn.

SessionChoice layoutChoice() {
    return enumeration(
        worded({.id = "layout", .group = Group::Picture, .from = Interface::Learn, .redoes = Stage::None},
               words::kLayoutChoice),
        [](auto& config) -> auto& { return config.layout; });
}

SessionChoice nodeLabelsChoice() {
    return enumeration(
        worded({.id = "node-labels", .group = Group::Picture, .redoes = Stage::None}, words::kNodeLabelsChoice),
        [](auto& config) -> auto& { return config.nodeLabels; });
}

} // namespace

std::span<const SessionChoice> sessionChoices() {
    static const std::vector<SessionChoice> kChoices = [] {
        std::vector<SessionChoice> list = {netChoice(),    policyChoice(),   granularityChoice(), outputsChoice(),
                                           mergeChoice(),  pruneChoice(),    variadicChoice(),    recursionChoice(),
                                           unsafeChoice(), binarizeChoice(), unaryChoice(),       treeOrderChoice()};
        choice_rows::addReadingChoices(list);
        list.push_back(trainChoice());
        list.push_back(rowOrderChoice());
        list.push_back(passesChoice());
        list.push_back(measureChoice());
        list.push_back(faultChoice());
        list.push_back(nodeLabelsChoice());
        list.push_back(layoutChoice());
        return list;
    }();
    return kChoices;
}

std::string defaultOf(const SessionChoice& choice) {
    return choice.present(SessionConfig());
}

} // namespace batchscope
