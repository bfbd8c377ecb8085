// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `order`: rows of one class are stored together (placed_rows.h).
#include "core/plan/pass.h"
#include "core/words/pass_words.h"

namespace batchscope {

constinit const PassEntry kOrderPass = {
    .pass = Pass::Order,
    .name = "order",
    .title = words::kOrderPass.title,
    .description = words::kOrderPass.description,
    .applyToPlan =
        [](PlanRules rules) {
            rules.orderRows = true;
            return rules;
        },
};

} // namespace batchscope
