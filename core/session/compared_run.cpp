// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/compared_run.h"

#include "core/nets/build_graph.h"
#include "core/schedule/policy.h"
#include "core/schedule/scheduler.h"
#include "core/session/chosen_policy.h"
#include "core/session/session_choice.h"
#include "core/words/remedy_words.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

const SessionChoice* choiceNamed(const std::string& id) {
    const auto all = sessionChoices();
    const auto found = std::find_if(all.begin(), all.end(), [&id](const SessionChoice& each) { return each.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace

std::string titleOfChoice(const OtherChoice& choice) {
    if (choice.id == "policy") {
        return std::string(policyTitle(choice.value));
    }
    const SessionChoice* const found = choiceNamed(choice.id);
    if (found == nullptr) {
        return choice.value;
    }
    const auto name = std::find(found->names.begin(), found->names.end(), choice.value);
    const bool hasTitle = name != found->names.end() && !found->titles.empty();
    return words::changedChoice(
        found->title, hasTitle ? found->titles[static_cast<std::size_t>(name - found->names.begin())] : choice.value);
}

Result<std::shared_ptr<const ComparedRun>> compareWith(const OtherChoice& choice, SessionConfig config,
                                                       const Treebank& bank,
                                                       const std::shared_ptr<const OpGraph>& graph,
                                                       const std::shared_ptr<const Schedule>& shown,
                                                       const RunControl& control) {
    const GraphOptions before = config.graph;
    const SessionChoice* const found = choiceNamed(choice.id);
    if (found == nullptr) {
        return Error{ErrorCode::Config, choice.id};
    }
    if (const Status applied = found->apply(config, choice.value); !applied) {
        return applied.error();
    }
    config.given.reset(); // what was edited by hand is what is compared
    std::shared_ptr<const OpGraph> otherGraph;
    if (!(config.graph == before)) {
        Result<OpGraph> built = buildGraph(bank, config.graph, control);
        if (!built) {
            return built.error();
        }
        otherGraph = std::make_shared<const OpGraph>(std::move(*built));
    }
    const OpGraph& own = otherGraph ? *otherGraph : *graph;
    const Result<std::shared_ptr<const Policy>> policy = chosenPolicy(config, own);
    Result<Schedule> other = policy ? makeSchedule(own, **policy, control) : policy.error();
    if (!other) {
        return other.error();
    }
    ScheduleDiff diff = otherGraph ? diffRuns(*graph, *shown, own, *other, pairNodes(*graph, own))
                                   : diffSchedules(*graph, *shown, *other);
    return std::shared_ptr<const ComparedRun>(
        std::make_shared<const ComparedRun>(ComparedRun{graph, shown, std::move(*other), std::move(diff), otherGraph}));
}

} // namespace batchscope
