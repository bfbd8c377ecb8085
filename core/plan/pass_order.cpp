// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `order`: rows of one class are stored together (placed_rows.h).
#include "core/plan/pass.h"

namespace batchscope {

constinit const PassEntry kOrderPass = {
    .pass = Pass::Order,
    .name = "order",
    .title = "Row order",
    .description = "stores rows used by the same products next to each other, so that products read them in place",
    .applyToPlan =
        [](PlanRules rules) {
            rules.orderRows = true;
            return rules;
        },
};

} // namespace batchscope
