// SPDX-License-Identifier: GPL-3.0-or-later
//
// The signs of primitives that are words, for diagrams of op bodies. Almost every file includes it, so it has nothing
// else.
#pragma once

namespace batchscope::words {

inline constexpr const char* kLookUpSign = "look up";

inline constexpr const char* kLeakyReluSign = "leaky relu";
inline constexpr const char* kLogSoftmaxSign = "log softmax";
inline constexpr const char* kLayerNormSign = "layer norm";
inline constexpr const char* kMeanOfItemsSign = "mean items";
inline constexpr const char* kMaxOfItemsSign = "max items";

} // namespace batchscope::words
