// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: made trees of known shape, for benches (Looks et al. 2017 time random, sequence and balanced trees), tests and
// the adversarial samples. The same options give the same trees everywhere.
#pragma once

#include "core/base/result.h"
#include "core/tree/treebank.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace batchscope {

enum class TreeShape {
    Random,   ///< every split point equally likely
    Sequence, ///< a left-branching chain: height = leaves - 1 for arity 2
    Balanced, ///< sizes of the children differ by one at most
    Same,     ///< one random shape, repeated; only the words differ
};

/// Leaves × trees: beyond it, memory runs out long before anything is written.
constexpr std::size_t kMostGeneratedWords = 100'000'000;

struct GenerateOptions {
    TreeShape shape = TreeShape::Random;
    std::size_t arity = 2;   ///< children of an inner node, at least 2; fewer only where leaves run out
    std::size_t leaves = 16; ///< words of each tree, at least 1
    std::size_t trees = 8;
    std::size_t vocabulary = 1000; ///< distinct words w0, w1, …
    std::uint64_t seed = 1;
};

/// Names as the command line spells them: random, sequence, balanced, same.
[[nodiscard]] std::span<const std::string_view> treeShapeNames();
[[nodiscard]] Result<TreeShape> parseTreeShape(std::string_view name);

/// Config error for arity < 2, leaves < 1, an empty vocabulary or too many words; Cancelled when stopped between trees.
/// Labels are 0…4.
[[nodiscard]] Result<Treebank> generateTreebank(const GenerateOptions& options, const RunControl& control = {});

} // namespace batchscope
