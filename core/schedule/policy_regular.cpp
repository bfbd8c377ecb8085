// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

namespace batchscope {

namespace {

/// Every node alone, in creation order: the baseline, TorchFold's Unfold.
Pick chooseRegular(const Frontier& frontier) {
    Pick pick;
    pick.node = frontier.nextCreated(); // its arguments have smaller ids, so they ran
    pick.reason = Reason::CreationOrder;
    return pick;
}

} // namespace

constinit const PolicyRule kRegularRule = {
    .traits =
        {
            .name = "regular",
            .title = "One by one",
            .description = "every node alone, in creation order: the baseline",
            .scoreName = "creation order",
            .line = "node = first of todo",
            .tip = "One node alone, in creation order.",
            .from = Interface::Learn,
            .grouping = Grouping::None,
        },
    .choose = chooseRegular,
};

} // namespace batchscope
