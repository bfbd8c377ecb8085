// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signs of primitives in the diagram of a body that are words. Almost every file of the program includes this header,
// so it holds nothing else.
#pragma once

namespace batchscope::words {

inline constexpr const char* kLookUpSign = "look up";

inline constexpr const char* kLeakyReluSign = "leaky relu";
inline constexpr const char* kLogSoftmaxSign = "log softmax";
inline constexpr const char* kLayerNormSign = "layer norm";
inline constexpr const char* kMeanOfItemsSign = "mean items";
inline constexpr const char* kMaxOfItemsSign = "max items";

} // namespace batchscope::words
