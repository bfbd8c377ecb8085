// SPDX-License-Identifier: GPL-3.0-or-later
//
// A treebank of generated trees (tree_generator.h), for tests and benches that want one in memory.
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
// and the adversarial samples. The same options give the same trees everywhere. One tree at a time, so that gigabytes
// can be written without being held in memory.
//
//     Result<TreeGenerator> generator = TreeGenerator::make({.leaves = {5, 40}, .trees = 1'000'000});
//     while (!generator->atEnd()) { generator->appendNext(line); … }

enum class TreeShape {
    Random,   ///< every split point equally likely
    Sequence, ///< a left-branching chain: height = leaves - 1 for arity 2
    Balanced, ///< sizes of the children differ by one at most
    Same,     ///< one random shape, repeated; only the words differ
    Nary,     ///< as Random, but a node has two, three or four children (with shares of 60, 30 and 10%)
};
template <>
inline constexpr EnumNames<5> kEnumNames<TreeShape> = {"tree shape",
                                                       {"random", "sequence", "balanced", "same", "nary"}};

/// How words are drawn.
enum class WordLaw {
    Uniform,
    /// As in real text: the word of rank r (from 1) has a share proportional to r to the power of minus `exponent`,
    /// which decides how much merging equal leaves saves. w0 is the most frequent.
    Zipf,
};
template <>
inline constexpr EnumNames<2> kEnumNames<WordLaw> = {"word distribution", {"uniform", "zipf"}};

/// The most leaves of one tree.
constexpr std::size_t kMostGeneratedLeaves = 100'000'000;
/// The most words whose law is a table.
constexpr std::size_t kMostZipfWords = 1U << 24U;

/// Words of each tree: a number, or any from `fewest` to `most`, equally likely.
struct LeafRange {
    std::size_t fewest = 16;
    std::size_t most = 16;
    LeafRange() = default;
    LeafRange(std::size_t leaves) : fewest(leaves), most(leaves) {} // NOLINT(google-explicit-constructor): a number
    LeafRange(std::size_t from, std::size_t to) : fewest(from), most(to) {}
};

struct GenerateOptions {
    TreeShape shape = TreeShape::Random;
    std::size_t arity = 2; ///< children of an inner node, at least 2; fewer only where leaves run out; not of Nary
    LeafRange leaves = {};
    std::size_t trees = 8;
    std::size_t vocabulary = 1000; ///< distinct words w0, w1, …
    std::uint64_t seed = 1;
    WordLaw law = WordLaw::Uniform;
    double exponent = 1.0; ///< of Zipf's law
};

class TreeGenerator {
public:
    /// Config error for arity < 2, leaves < 1 or too many, an empty range, an empty vocabulary, or one too large for
    /// Zipf's law, and an exponent out of 0…20.
    [[nodiscard]] static Result<TreeGenerator> make(const GenerateOptions& options);

    /// Whether all trees of the options were made. The calls below go on beyond it.
    [[nodiscard]] bool atEnd() const { return m_made >= m_options.trees; }
    [[nodiscard]] std::size_t made() const { return m_made; }

    /// The next tree; its words are added to the tables as they appear. Labels are 0…4. Give it the same tables, empty
    /// at first, each time.
    [[nodiscard]] Tree next(SymbolTable& words, SymbolTable& labels);
    /// The next tree as a line of brackets without line end, as toBrackets writes it. Memory: the height of the tree.
    void appendNext(std::string& out);

private:
    explicit TreeGenerator(const GenerateOptions& options);
    template <typename Sink>
    void generate(Sink& sink);
    template <typename Sink>
    void generateShape(Sink& sink, Random shape);
    void pushChildren(std::size_t leaves, std::size_t count, Random& shape);
    void cut(std::size_t leaves, std::size_t count, Random& shape);
    std::size_t drawnWord();
    std::size_t leavesOfNext();

    GenerateOptions m_options;
    std::vector<double> m_weightUpTo; // by word: of all words up to it; empty for Uniform
    Random m_words;
    Random m_shapes;  // apart from the words' stream
    Random m_lengths; // apart from both
    std::uint64_t m_shape = 0;
    std::size_t m_leaves = 0; // of the present tree
    std::size_t m_made = 0;
    TreeBuilder m_builder;
    std::vector<std::size_t> m_pending; // leaves of subtrees to come, last first; kClose between them
    std::vector<std::size_t> m_cuts;    // between the children of one node
};

/// Leaves × trees in memory: beyond it, memory runs out.
constexpr std::size_t kMostGeneratedWords = 100'000'000;

/// Config error for more words than that.
[[nodiscard]] Status checkFitsMemory(const GenerateOptions& options);

/// Config error for options that cannot be (TreeGenerator::make) or too many words; Cancelled when stopped between
/// trees. Labels are 0…4.
[[nodiscard]] Result<Treebank> generateTreebank(const GenerateOptions& options, const RunControl& control = {});

} // namespace batchscope
