// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include "core/words/policy_words.h"

namespace batchscope {

namespace {

constexpr words::PolicyWords kRegularPolicy = {
    .title = "One by one",
    .description = "every node alone, in creation order: the baseline",
    .scoreName = "creation order",
    .line = "node = first of todo",
    .tip = "One node alone, in creation order.",
};

/// Every node alone, in creation order: the baseline, TorchFold's Unfold.
Pick chooseRegular(const Frontier& frontier) {
    Pick pick;
    pick.node = frontier.nextCreated(); // its arguments have smaller ids, so they ran
    pick.reason = Reason::CreationOrder;
    return pick;
}

} // namespace

constinit const PolicyRule kRegularRule = {
    .name = "regular",
    .text = kRegularPolicy,
    .choose = chooseRegular,
    .from = Interface::Learn,
    .grouping = Grouping::None,
};

} // namespace batchscope
