// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `order`: rows of one class are stored together (placed_rows.h).
#include "core/plan/pass.h"
#include "core/words/pass_words.h"

namespace batchscope {

namespace {

PlanRules withOrderedRows(PlanRules rules) {
    rules.orderRows = true;
    return rules;
}

} // namespace

constinit const PassEntry kOrderPass = {
    .pass = Pass::Order,
    .name = "order",
    .title = words::kOrderPass.title,
    .description = words::kOrderPass.description,
    .applyToPlan = withOrderedRows,
};

} // namespace batchscope
