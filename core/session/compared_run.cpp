// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/compared_run.h"

#include "core/formats/read_treebank.h"
#include "core/nets/build_graph.h"
#include "core/schedule/policy.h"
#include "core/schedule/scheduler.h"
#include "core/scripts/script_net.h"
#include "core/session/chosen_policy.h"
#include "core/session/session_choice.h"
#include "core/session/snapshot.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace batchscope {

namespace {

const SessionChoice* choiceNamed(const std::string& id) {
    const auto all = sessionChoices();
    const auto found = std::find_if(all.begin(), all.end(), [&id](const SessionChoice& each) { return each.id == id; });
    return found == all.end() ? nullptr : &*found;
}

Result<std::shared_ptr<const OpGraph>> graphOf(const Treebank& bank, SessionConfig config, const RunControl& control) {
    TRY(loadUserNet(config.graph, control));
    Result<OpGraph> built = buildGraph(bank, builtOptions(bank, config.graph), control);
    return built ? Result(std::make_shared<const OpGraph>(std::move(*built))) : built.error();
}

/// The trees of another file; it is read as the one that is shown.
Result<std::shared_ptr<const OpGraph>> graphOfFile(const std::string& file, SessionConfig config,
                                                   const RunControl& control) {
    const Result<Treebank> bank = readTreebank({file}, control, {.options = config.read});
    config.graph.picked.clear(); // they are trees of the file that is shown
    return bank ? graphOf(*bank, std::move(config), control) : bank.error();
}

Result<Schedule> policySchedule(const SessionConfig& config, const OpGraph& graph, const RunControl& control) {
    const Result<std::shared_ptr<const Policy>> policy = chosenPolicy(config, graph);
    return policy ? makeSchedule(graph, **policy, control) : policy.error();
}

} // namespace

std::string titleOfChoice(const OtherChoice& choice) {
    if (choice.id == "policy") {
        return std::string(policyTitle(choice.value));
    }
    if (choice.id == kOtherTreebank || choice.id == kOtherSchedule) {
        return std::filesystem::path(choice.value).filename().string();
    }
    const SessionChoice* const found = choiceNamed(choice.id);
    if (found == nullptr) {
        return choice.value;
    }
    const auto name = std::find(found->names.begin(), found->names.end(), choice.value);
    const bool hasTitle = name != found->names.end() && !found->titles.empty();
    return changedChoice(found->title, hasTitle ? found->titles[static_cast<std::size_t>(name - found->names.begin())]
                                                : choice.value);
}

Result<std::shared_ptr<const ComparedRun>> compareWith(const OtherChoice& choice, SessionConfig config,
                                                       const Treebank& bank,
                                                       const std::shared_ptr<const OpGraph>& graph,
                                                       const std::shared_ptr<const Schedule>& shown,
                                                       const RunControl& control) {
    const GraphOptions before = config.graph;
    const bool isOtherFile = choice.id == kOtherTreebank;
    const bool isSchedule = choice.id == kOtherSchedule;
    const bool isBackward = config.given != nullptr;
    config.given.reset(); // the given schedule is what is compared
    if (!isOtherFile && !isSchedule) {
        const SessionChoice* const found = choiceNamed(choice.id);
        const Status applied =
            found == nullptr ? Status(Error{ErrorCode::Config, choice.id}) : found->apply(config, choice.value);
        TRY(applied);
    }
    Result<std::shared_ptr<const OpGraph>> built = std::shared_ptr<const OpGraph>();
    if (isOtherFile) {
        built = graphOfFile(choice.value, config, control);
    } else if (!(config.graph == before)) {
        built = graphOf(bank, config, control);
    }
    TRY(built);
    const std::shared_ptr<const OpGraph>& otherGraph = *built;
    const OpGraph& own = otherGraph ? *otherGraph : *graph;
    Result<Schedule> other =
        isSchedule ? readSchedule(choice.value, own, control) : policySchedule(config, own, control);
    TRY(other);
    ScheduleDiff diff;
    if (isBackward) {
        diff = otherGraph ? diffRuns(own, *other, *graph, *shown, pairNodes(own, *graph))
                          : diffSchedules(*graph, *other, *shown);
    } else {
        diff = otherGraph ? diffRuns(*graph, *shown, own, *other, pairNodes(*graph, own))
                          : diffSchedules(*graph, *shown, *other);
    }
    return std::shared_ptr<const ComparedRun>(std::make_shared<const ComparedRun>(
        ComparedRun{graph, shown, std::move(*other), std::move(diff), otherGraph, isBackward}));
}

} // namespace batchscope
