// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

namespace batchscope {

Pick chooseRegular(const Frontier& frontier) {
    Pick pick;
    pick.node = frontier.nextCreated(); // its arguments have smaller ids, so they ran
    pick.reason = Reason::CreationOrder;
    return pick;
}

} // namespace batchscope
