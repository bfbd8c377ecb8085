// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/form_arms.h"

#include "core/bench/arms.h"
#include "core/schedule/policy.h"

#include <string_view>

namespace batchscope {

std::vector<std::string> armNamesOfForm() {
    std::vector<std::string> names;
    const auto add = [&names](const std::string& name, ArmKind kind) {
        if (takesPasses(kind)) {
            names.push_back(name +
                            "@off"); // first: of those that are the same, as where a module's methods are called,
        }                            // the first is measured
        names.push_back(name);
    };
    add("regular", ArmKind::Regular);
    for (const Policy* policy : policies()) {
        if (policy->name() != std::string_view("regular")) {
            add(std::string("folded:") + policy->name(), ArmKind::Folded);
        }
    }
    add(std::string(kFoldedGrouping) + std::string(kGivenName), ArmKind::Folded);
    for (const ArmEntry& entry : arms()) {
        if (entry.kind != ArmKind::Regular && entry.kind != ArmKind::Folded) {
            add(entry.name, entry.kind);
        }
    }
    return names;
}

std::vector<std::string> armsOfSchedule() {
    const std::string name = std::string(kFoldedGrouping) + std::string(kGivenName);
    return {name + "@off", name};
}

std::vector<std::string> armsFollowing(const std::string& policy, bool isGiven) {
    std::vector<std::string> names = {"regular@off", "regular"};
    if (const Result<Arm> folded = parseArm("folded:" + policy)) {
        names.push_back(canonicalName(*folded) + "@off");
        names.push_back(canonicalName(*folded));
    }
    if (isGiven) {
        const std::vector<std::string> given = armsOfSchedule();
        names.insert(names.end(), given.begin(), given.end());
    }
    return names;
}

} // namespace batchscope
