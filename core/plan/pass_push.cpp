// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `push`: a linear map of given rows, or of their concatenation, becomes products of these rows (body_stages.h),
// which the planner launches once for all readers; without it, the map is applied to a copy for each reader.
#include "core/plan/pass.h"

namespace batchscope {

constinit const PassEntry kPushPass = {
    .pass = Pass::Push,
    .name = "push",
    .title = "Push form",
    .description =
        "applies a linear map to a row once, where the row is computed, instead of in every batch that reads it",
    .applyToCompile =
        [](CompileRules rules) {
            rules.pushMaps = true;
            return rules;
        },
};

} // namespace batchscope
