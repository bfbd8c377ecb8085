// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nouns that follow a number, in singular and plural.
#pragma once

#include <cstddef>
#include <string_view>

namespace batchscope::words {

struct Noun {
    std::string_view one;
    std::string_view many;
};

inline constexpr Noun kTree = {"tree", "trees"};
inline constexpr Noun kRunOfTrees = {"run", "runs"};
inline constexpr Noun kInstance = {"instance", "instances"};
inline constexpr Noun kNumber = {"number", "numbers"};
inline constexpr Noun kNode = {"node", "nodes"};
inline constexpr Noun kSignature = {"signature", "signatures"};
inline constexpr Noun kLevel = {"level", "levels"};
inline constexpr Noun kBatch = {"batch", "batches"};
inline constexpr Noun kInputTried = {"other input that was tried", "other inputs that were tried"};
inline constexpr Noun kSyncPoint = {"sync point", "sync points"};
inline constexpr Noun kRow = {"row", "rows"};
inline constexpr Noun kUlp = {"ULP", "ULPs"};
inline constexpr Noun kIs = {"is", "are"};

inline constexpr Noun kArgument = {"argument", "arguments"};
inline constexpr Noun kCall = {"call", "calls"};
inline constexpr Noun kOperation = {"operation", "operations"};
inline constexpr Noun kLibTorchOperation = {"LibTorch operation", "LibTorch operations"};
inline constexpr Noun kMethodCall = {"method call", "method calls"};
inline constexpr Noun kGather = {"gather", "gathers"};
inline constexpr Noun kCopy = {"copy", "copies"};
inline constexpr Noun kCopyOfRows = {"copy of rows", "copies of rows"};
inline constexpr Noun kCopyFromTable = {"copy from the product table", "copies from product tables"};
inline constexpr Noun kProduct = {"product", "products"};
inline constexpr Noun kKernel = {"kernel", "kernels"};
inline constexpr Noun kFusedKernel = {"fused kernel", "fused kernels"};

} // namespace batchscope::words
