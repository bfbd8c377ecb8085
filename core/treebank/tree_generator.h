// SPDX-License-Identifier: GPL-3.0-or-later
//
// Generates trees of known shape, for benchmarks (Looks et al. 2017 time random, sequence and balanced trees), tests
// and the adversarial samples. The same options give the same trees everywhere. One tree at a time, so that gigabytes
// can be written without being held in memory.
//
//     Result<TreeGenerator> generator = TreeGenerator::make({.leaves = {5, 40}, .trees = 1'000'000});
//     while (!generator->atEnd()) { generator->appendNext(line); … }
#pragma once

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"
#include "core/tree/tree_builder.h"
#include "core/treebank/word_law.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

enum class TreeShape {
    Random,   ///< every split point equally likely
    Sequence, ///< a left-branching chain: height = leaves - 1 for arity 2
    Balanced, ///< sizes of the children differ by one at most
    Same,     ///< one random shape, repeated; only the words differ
    Nary,     ///< as Random, but each node draws its number of children
};

/// How words are drawn.
enum class WordLaw {
    Uniform,
    Zipf, ///< w0 is the most frequent; word_law.h
};

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

/// How often, among the draws of Nary, a node gets this many children. Shares need not add up to 1.
struct ArityShare {
    std::size_t arity = 2;
    double share = 1.0;
};

struct GenerateOptions {
    TreeShape shape = TreeShape::Random;
    std::size_t arity = 2; ///< children of an inner node, at least 2; fewer only where leaves run out; not of Nary
    LeafRange leaves = {};
    std::size_t trees = 8;
    std::size_t vocabulary = 1000; ///< distinct words w0, w1, …
    std::uint64_t seed = 1;
    /// For Nary; empty: 2:0.6,3:0.3,4:0.1. A node over fewer leaves than drawn has a leaf for each. Where 1 is drawn,
    /// the node has one child; a node over one leaf is the leaf unless it draws 1.
    std::vector<ArityShare> arities = {};
    WordLaw law = WordLaw::Uniform;
    double exponent = 1.0; ///< of Zipf's law
};

/// Names as the command line spells them: random, sequence, balanced, same, nary; uniform, zipf.
[[nodiscard]] Result<TreeShape> parseTreeShape(std::string_view name);
[[nodiscard]] Result<WordLaw> parseWordLaw(std::string_view name);
/// "2:0.6,3:0.3,4:0.1": ARITY:SHARE with commas between. Config error for anything else; `make` checks the numbers.
[[nodiscard]] Result<std::vector<ArityShare>> parseArities(std::string_view text);

class TreeGenerator {
public:
    /// Config error for arity < 2, leaves < 1 or too many, an empty range, an empty vocabulary, or one too large for
    /// Zipf's law, an exponent out of 0…20, and shares that are no numbers from 0 or leave no arity ≥ 2.
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
    std::size_t drawnArity(Random& shape);
    std::size_t drawnWord();
    std::size_t leavesOfNext();

    GenerateOptions m_options;
    std::optional<ZipfTable> m_zipf;
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

} // namespace batchscope
