// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/given.h"

#include "core/base/text.h"
#include "core/bench/sweep.h"
#include "core/bytes/file_writer.h"
#include "core/schedule/schedule_json.h"
#include "core/session/chosen_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

/// How many schedules the command `schedule` makes; none where only the graph says which policies "all" are.
std::optional<std::size_t> scheduleCount(const CliOptions& options) {
    const bool isGiven = !options.scheduleFile.empty();
    if (isGiven && !options.given.contains("--policy")) {
        return 1;
    }
    if (options.policies == "all") {
        return std::nullopt;
    }
    return split(options.policies, ',').size() + (isGiven ? 1 : 0);
}

} // namespace

std::string whyNoGivenSchedule(const Situation& in) {
    return in.options.training.steps > 0 ? "each step of a training loop folds other trees; remove --steps" : "";
}

std::string whyNoSavedSchedule(const Situation& in) {
    return scheduleCount(in.options) == 1U ? "" : "one schedule is saved; name one policy";
}

std::string whyNoDiff(const Situation& in) {
    if (!in.options.against.empty()) {
        return scheduleCount(in.options) == 1U
                   ? ""
                   : "--against compares one schedule with that of a second run; name one policy";
    }
    return scheduleCount(in.options) == 2U
               ? ""
               : "exactly two schedules are compared; add --policy P,P, or one policy and --schedule or --against";
}

std::string whyNothingListed(const Situation& in) {
    if (in.options.training.steps > 0) {
        return "a training loop lists nothing; remove --steps";
    }
    if (!in.is("schedule")) {
        return {};
    }
    if (in.options.diff) {
        return "--diff shows what differs between two schedules; remove one of the two options";
    }
    const std::vector<std::string> policies = split(in.options.policies, ',');
    const bool decides =
        !in.options.scheduleFile.empty() ||
        std::any_of(policies.begin(), policies.end(), [](const auto& name) { return name != "regular"; });
    return decides ? "" : "the policy 'regular' decides nothing: each node runs alone, in order of creation";
}

std::string whyNothingAgainst(const Situation& in) {
    return in.options.diff ? "" : "only --diff compares two runs; add --diff";
}

std::string whyNoPolicy(const Situation& in) {
    const bool isGiven = !in.is("schedule") && !in.options.scheduleFile.empty();
    return isGiven ? "--schedule says what runs together; remove one of the two options" : "";
}

Result<std::unique_ptr<GivenPolicy>> givenPolicy(const CliOptions& options, const OpGraph& graph,
                                                 const RunControl& control) {
    if (options.scheduleFile.empty()) {
        return std::unique_ptr<GivenPolicy>();
    }
    Result<Schedule> schedule = readSchedule(options.scheduleFile, graph, control);
    TRY(schedule);
    return std::unique_ptr<GivenPolicy>(std::make_unique<GivenPolicy>(
        graph, std::make_shared<const Schedule>(std::move(*schedule)), options.scheduleFile));
}

Status giveSchedule(BenchConfig& config, const CliOptions& options, const Treebank& bank, const RunControl& control) {
    if (options.scheduleFile.empty()) {
        return Ok{};
    }
    const Result<GraphBuilder> builder = GraphBuilder::make(bank, config.graph.dtype);
    const Result<OpGraph> graph = builder ? builder->graph(config.graph, control) : builder.error();
    TRY(graph);
    Result<std::unique_ptr<GivenPolicy>> given = givenPolicy(options, *graph, control);
    TRY(given);
    config.given = std::move(*given);
    if (!options.given.contains("--batch")) {
        config.batches = {TreePool(bank, config.graph).size()};
    }
    return Ok{};
}

Status saveSchedule(const CliOptions& options, const OpGraph& graph, const Schedule& schedule) {
    if (options.savedScheduleFile.empty()) {
        return Ok{};
    }
    return writeFile(options.savedScheduleFile, scheduleJson(graph, schedule));
}

} // namespace batchscope
