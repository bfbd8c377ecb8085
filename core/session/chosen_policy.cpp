// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/chosen_policy.h"

#include "core/bytes/file_bytes.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule_json.h"
#include "core/schedule/scheduler.h"
#include "core/schedule/validate.h"

#include <filesystem>
#include <utility>

namespace batchscope {

bool takesGiven(const SessionConfig& config, const OpGraph& graph) {
    return config.given != nullptr && !firstFault(graph, *config.given);
}

Result<std::shared_ptr<const Policy>> chosenPolicy(const SessionConfig& config, const OpGraph& graph) {
    if (takesGiven(config, graph)) {
        return std::shared_ptr<const Policy>(
            std::make_shared<const GivenPolicy>(graph, config.given, config.given->policy));
    }
    const Result<const Policy*> policy = findPolicy(config.policy);
    TRY(policy);
    return std::shared_ptr<const Policy>(std::shared_ptr<const Policy>(), *policy); // not owned
}

Result<Schedule> readSchedule(const std::string& file, const OpGraph& graph, const RunControl& control) {
    const Result<std::string> text = readFileBytes(file, control);
    return text ? parseSchedule(*text, file, graph) : text.error();
}

std::string titleOfChoice(const OtherChoice& choice) {
    return choice.kind == OtherChoice::Kind::Policy ? std::string(policyTitle(choice.value))
                                                    : std::filesystem::path(choice.value).filename().string();
}

Result<std::shared_ptr<const ScheduleComparison>> compareWith(const OtherChoice& choice, SessionConfig config,
                                                              const std::shared_ptr<const OpGraph>& graph,
                                                              const std::shared_ptr<const Schedule>& shown,
                                                              const RunControl& control) {
    const bool isBackward = config.given != nullptr;
    Result<Schedule> other = Schedule();
    if (choice.kind == OtherChoice::Kind::File) {
        other = readSchedule(choice.value, *graph, control);
    } else {
        config.given.reset(); // it is the schedule to compare
        config.policy = choice.value;
        const Result<std::shared_ptr<const Policy>> policy = chosenPolicy(config, *graph);
        TRY(policy);
        other = makeSchedule(*graph, **policy, control);
    }
    TRY(other);
    ScheduleDiff diff = isBackward ? diffSchedules(*graph, *other, *shown) : diffSchedules(*graph, *shown, *other);
    return std::shared_ptr<const ScheduleComparison>(std::make_shared<const ScheduleComparison>(
        ScheduleComparison{graph, shown, std::move(*other), std::move(diff), isBackward}));
}

} // namespace batchscope
