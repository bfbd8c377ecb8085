// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/chosen_policy.h"

#include "core/bytes/file_bytes.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/schedule_json.h"
#include "core/schedule/validate.h"

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

} // namespace batchscope
