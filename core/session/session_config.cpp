// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_config.h"

namespace batchscope {

Stage firstDirtyStage(const SessionConfig& before, const SessionConfig& after) {
    if (before.files != after.files || before.read != after.read) {
        return Stage::Treebank;
    }
    if (before.graph != after.graph || before.aspect != after.aspect) {
        return Stage::Graph;
    }
    if (before.policy != after.policy || before.run.rowOrder != after.run.rowOrder) {
        return Stage::Schedule;
    }
    return before.run != after.run || before.threads != after.threads || before.seed != after.seed ? Stage::Run
                                                                                                   : Stage::None;
}

} // namespace batchscope
