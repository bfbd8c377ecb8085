// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `dedup`: equal calls of integers run once, equal static rows exist once (found_rows.cpp).
#include "core/plan/pass.h"
#include "core/words/pass_words.h"

namespace batchscope {

constinit const PassEntry kDedupPass = {
    .pass = Pass::Dedup,
    .name = "dedup",
    .title = words::kDedupPass.title,
    .description = words::kDedupPass.description,
    .applyToPlan =
        [](PlanRules rules) {
            rules.shareEqualRows = true;
            return rules;
        },
};

} // namespace batchscope
