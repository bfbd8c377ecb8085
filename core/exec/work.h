// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run does with the graph: inference or training.
#pragma once

namespace batchscope {

enum class Work {
    Inference, ///< forward only
    Training,  ///< forward, loss and backward; weights stay as they are
};

} // namespace batchscope
