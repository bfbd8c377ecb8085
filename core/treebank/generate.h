// SPDX-License-Identifier: GPL-3.0-or-later
//
// Generates trees and treebanks, for benchmarks and tests.
#pragma once

#include "core/base/choice.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"
#include "core/tree/tree_builder.h"
#include "core/treebank/treebank.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

// Generates trees of known shape, for benchmarks (Looks et al. 2017 time random, sequence and balanced trees), tests
// and the adversarial samples. The same options give the same trees everywhere. Trees are made one at a time, so that
// gigabytes can be written without being held in memory.
//
//     Result<TreeGenerator> generator = TreeGenerator::make({.leaves = {5, 40}, .trees = 1'000'000});
//     while (!generator->atEnd()) { const Tree tree = generator->next(words, labels); … }

enum class TreeShape {
    Random,   ///< every split point equally likely
    Sequence, ///< a left-branching chain: height = leaves - 1 for arity 2
    Balanced, ///< sizes of the children differ by at most one
    Same,     ///< one random shape, repeated; only the words differ
    Nary,     ///< like Random, but nodes have two, three or four children (60, 30 and 10%)
};
template <>
inline constexpr EnumNames<5> kEnumNames<TreeShape> = {"tree shape",
                                                       {"random", "sequence", "balanced", "same", "nary"}};

/// The distribution of words.
enum class WordLaw {
    Uniform,
    /// As in real text: the frequency of the word of rank r (from 1) is proportional to r to the power of -`exponent`,
    /// which determines how much merging equal leaves saves. w0 is the most frequent word.
    Zipf,
};
template <>
inline constexpr EnumNames<2> kEnumNames<WordLaw> = {"word distribution", {"uniform", "zipf"}};

/// The maximum number of leaves per tree.
constexpr std::size_t kMostGeneratedLeaves = 10'000'000;
/// The maximum vocabulary for Zipf's law, which needs a table.
constexpr std::size_t kMostZipfWords = 1U << 24U;

/// The number of words per tree: fixed, or uniform from `fewest` to `most`.
struct LeafRange {
    std::size_t fewest = 16;
    std::size_t most = 16;
    LeafRange() = default;
    LeafRange(std::size_t leaves) : fewest(leaves), most(leaves) {} // NOLINT(google-explicit-constructor): a number
    LeafRange(std::size_t from, std::size_t to) : fewest(from), most(to) {}
};

struct GenerateOptions {
    TreeShape shape = TreeShape::Random;
    std::size_t arity = 2; ///< children of an inner node, at least 2; fewer only if leaves run out; not for Nary
    LeafRange leaves = {};
    std::size_t trees = 8;
    std::size_t vocabulary = 1000; ///< distinct words w0, w1, …
    std::uint64_t seed = 1;
    WordLaw law = WordLaw::Uniform;
    double exponent = 1.0; ///< exponent of Zipf's law
};

class TreeGenerator {
public:
    /// Config error for arity < 2, leaves < 1 or too many, an empty range, an empty vocabulary, or one too large for
    /// Zipf's law, and an exponent out of 0…20.
    [[nodiscard]] static Result<TreeGenerator> make(const GenerateOptions& options);

    /// True if all trees of the options were made. next() still works after that.
    [[nodiscard]] bool atEnd() const { return m_made >= m_options.trees; }
    [[nodiscard]] std::size_t made() const { return m_made; }

    /// The next tree; its words are added to the tables as they appear. Labels are 0…4. Every call needs the same
    /// tables, which must be empty at first.
    [[nodiscard]] Tree next(SymbolTable& words, SymbolTable& labels);

private:
    explicit TreeGenerator(const GenerateOptions& options);
    void pushChildren(std::size_t leaves, std::size_t count, Random& shape);
    void cut(std::size_t leaves, std::size_t count, Random& shape);
    std::size_t drawnWord();
    std::size_t leavesOfNext();

    GenerateOptions m_options;
    std::vector<double> m_weightUpTo; // by word: cumulative weight; empty for Uniform
    Random m_words;
    Random m_shapes;  // independent of the words
    Random m_lengths; // independent of both
    std::uint64_t m_shape = 0;
    std::size_t m_leaves = 0; // leaves of the current tree
    std::size_t m_made = 0;
    TreeBuilder m_builder;
    std::vector<std::size_t> m_pending; // leaves of pending subtrees, the next one last; kClose closes a node
    std::vector<std::size_t> m_cuts;    // boundaries between the children of a node
};

/// The maximum of leaves × trees in memory.
constexpr std::size_t kMostGeneratedWords = 100'000'000;

/// Config error if the options need more than kMostGeneratedWords.
[[nodiscard]] Status checkFitsMemory(const GenerateOptions& options);

/// Config error for invalid options (TreeGenerator::make) or too many words; Cancelled when stopped between trees.
/// Labels are 0…4.
[[nodiscard]] Result<Treebank> generateTreebank(const GenerateOptions& options, const RunControl& control = {});

} // namespace batchscope
