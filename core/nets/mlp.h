// SPDX-License-Identifier: GPL-3.0-or-later
//
// A multi-layer perceptron: pure batching, without any tree: every image is one call, and all calls batch. For MNIST it
// is 784-200-100-10. Rows in a batch B, input width v:
//
//     forward(x)   relu(relu(x·W1ᵀ + b1)·W2ᵀ + b2)·W3ᵀ + b3      [B, v] → [B, 200] → [B, 100] → [B, classes]
//
// Images without labels get ten outputs, one for each digit. The dim option does not matter.
#pragma once

#include "core/nets/net.h"

namespace batchscope {

[[nodiscard]] OpSet mlpOps(const NetOptions& options);
[[nodiscard]] Status recordMlp(const TreeInput& input, Fold& fold);

} // namespace batchscope
