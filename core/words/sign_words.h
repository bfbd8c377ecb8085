// SPDX-License-Identifier: GPL-3.0-or-later
//
// The signs of primitives that are words, for the diagram of an op body. Almost every file includes this header, so it
// contains nothing else.
#pragma once

namespace batchscope::words {

inline constexpr const char* kLookUpSign = "look up";

inline constexpr const char* kLeakyReluSign = "leaky relu";
inline constexpr const char* kLogSoftmaxSign = "log softmax";
inline constexpr const char* kLayerNormSign = "layer norm";
inline constexpr const char* kMeanOfItemsSign = "mean items";
inline constexpr const char* kMaxOfItemsSign = "max items";

} // namespace batchscope::words
