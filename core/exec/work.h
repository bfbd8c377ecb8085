// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what a run does with the graph; both executors and all who ask them for runs say it with this.
#pragma once

namespace batchscope {

enum class Work {
    Inference, ///< forward only
    Training,  ///< forward, loss and backward; weights stay as they are
};

} // namespace batchscope
