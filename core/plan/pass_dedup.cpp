// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `dedup`: equal calls of integers run once, equal static rows exist once (found_rows.cpp).
#include "core/plan/pass.h"

namespace batchscope {

constinit const PassEntry kDedupPass = {
    .pass = Pass::Dedup,
    .name = "dedup",
    .title = "Equal leaves",
    .description = "lets equal lookups and leaves share one row and its products",
    .applyToPlan =
        [](PlanRules rules) {
            rules.shareEqualRows = true;
            return rules;
        },
};

} // namespace batchscope
