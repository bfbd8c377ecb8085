// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/compared_run.h"

#include "core/schedule/policy.h"
#include "core/schedule/scheduler.h"
#include "core/session/chosen_policy.h"

#include <filesystem>
#include <utility>

namespace batchscope {

std::string titleOfChoice(const OtherChoice& choice) {
    return choice.kind == OtherChoice::Kind::Policy ? std::string(policyTitle(choice.value))
                                                    : std::filesystem::path(choice.value).filename().string();
}

Result<std::shared_ptr<const ComparedRun>> compareWith(const OtherChoice& choice, SessionConfig config,
                                                       const std::shared_ptr<const OpGraph>& graph,
                                                       const std::shared_ptr<const Schedule>& shown,
                                                       const RunControl& control) {
    const bool isBackward = config.given != nullptr;
    Result<Schedule> other = Schedule();
    if (choice.kind == OtherChoice::Kind::File) {
        other = readSchedule(choice.value, *graph, control);
    } else {
        config.given.reset(); // the given schedule is what is compared
        config.policy = choice.value;
        const Result<std::shared_ptr<const Policy>> policy = chosenPolicy(config, *graph);
        TRY(policy);
        other = makeSchedule(*graph, **policy, control);
    }
    TRY(other);
    ScheduleDiff diff = isBackward ? diffSchedules(*graph, *other, *shown) : diffSchedules(*graph, *shown, *other);
    return std::shared_ptr<const ComparedRun>(
        std::make_shared<const ComparedRun>(ComparedRun{graph, shown, std::move(*other), std::move(diff), isBackward}));
}

} // namespace batchscope
