// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/generate.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace batchscope {

Status checkFitsMemory(const GenerateOptions& options) {
    if (options.trees > kMostGeneratedWords / options.leaves.most) { // a product could overflow
        return Error{ErrorCode::Config,
                     fmt::format("{} trees of {} leaves are too many; the limit is {} words in total",
                                 withThousands(options.trees), withThousands(options.leaves.most),
                                 withThousands(kMostGeneratedWords))};
    }
    return Ok{};
}

Result<Treebank> generateTreebank(const GenerateOptions& options, const RunControl& control) {
    Result<TreeGenerator> generator = TreeGenerator::make(options);
    TRY(generator);
    TRY(checkFitsMemory(options));
    Treebank bank;
    bank.format = "generated";
    bank.files.emplace_back("generated");
    while (!generator->atEnd()) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        bank.addTree(generator->next(bank.words, bank.labels));
        control.report("generate", generator->made(), options.trees);
    }
    return bank;
}

namespace {

constexpr std::size_t kClasses = 5;
constexpr std::size_t kClose = 0; // a pending subtree of 0 leaves means a closing bracket
constexpr double kLargestExponent = 20.0;
constexpr std::uint64_t kLengthSeed = 0x6C656E67746873ULL; // "lengths"
Status checkOptions(const GenerateOptions& options) {
    const LeafRange& leaves = options.leaves;
    if (options.arity < 2 || leaves.fewest < 1 || options.vocabulary < 1) {
        return Error{ErrorCode::Config, "generated trees need arity ≥ 2, leaves ≥ 1 and vocabulary ≥ 1"};
    }
    if (leaves.fewest > leaves.most) {
        return Error{ErrorCode::Config, fmt::format("the range of leaves is empty: at least {} and at most {}",
                                                    leaves.fewest, leaves.most)};
    }
    if (leaves.most > kMostGeneratedLeaves) {
        return Error{ErrorCode::Config, fmt::format("{} leaves are too many for one tree; the limit is {}",
                                                    withThousands(leaves.most), withThousands(kMostGeneratedLeaves))};
    }
    if (!(options.exponent >= 0.0 && options.exponent <= kLargestExponent)) { // rejects NaN, too
        return Error{ErrorCode::Config, fmt::format("Zipf's law takes an exponent from 0 to {}, got {}",
                                                    kLargestExponent, options.exponent)};
    }
    if (options.law == WordLaw::Zipf && options.vocabulary > kMostZipfWords) {
        return Error{ErrorCode::Config, fmt::format("Zipf's law takes at most {} words, got {}",
                                                    withThousands(kMostZipfWords), withThousands(options.vocabulary))};
    }
    return Ok{};
}

/// Builds a tree. Labels are interned first, in order, so that a class is its label's id.
class GrownTree {
public:
    GrownTree(TreeBuilder& builder, SymbolTable& words, SymbolTable& labels, std::uint32_t line)
        : m_builder(builder), m_words(words), m_position{line, 1, 0} {
        for (std::size_t label = 0; label < kClasses; ++label) {
            m_labels.at(label) = labels.intern(std::to_string(label));
        }
    }
    void open(std::size_t label) { m_builder.open(m_labels.at(label), m_position); }
    void token(std::size_t word) { m_builder.token(m_words.intern(fmt::format("w{}", word)), m_position); }
    void close() { BATCHSCOPE_CHECK(m_builder.close()); }

private:
    TreeBuilder& m_builder;
    SymbolTable& m_words;
    SourcePosition m_position;
    std::array<SymbolId, kClasses> m_labels;
};

} // namespace

Result<TreeGenerator> TreeGenerator::make(const GenerateOptions& options) {
    TRY(checkOptions(options));
    return TreeGenerator(options);
}

TreeGenerator::TreeGenerator(const GenerateOptions& options)
    : m_options(options), m_words(options.seed), m_shapes(~options.seed), m_lengths(options.seed ^ kLengthSeed) {
    double sum = 0.0;
    for (std::size_t rank = 1; options.law == WordLaw::Zipf && rank <= options.vocabulary; ++rank) {
        sum += std::pow(static_cast<double>(rank), -options.exponent);
        m_weightUpTo.push_back(sum);
    }
}

std::size_t TreeGenerator::leavesOfNext() {
    const LeafRange& range = m_options.leaves;
    return range.fewest == range.most ? range.most : range.fewest + m_lengths.below(range.most - range.fewest + 1);
}

std::size_t TreeGenerator::drawnWord() {
    if (m_weightUpTo.empty()) {
        return m_words.below(m_options.vocabulary);
    }
    const auto found =
        std::upper_bound(m_weightUpTo.begin(), m_weightUpTo.end(), m_words.uniform() * m_weightUpTo.back());
    return std::min(static_cast<std::size_t>(found - m_weightUpTo.begin()), m_weightUpTo.size() - 1);
}

namespace {

std::size_t drawnArity(Random& shape) {
    const double at = shape.uniform();
    return at < 0.6 ? 2 : at < 0.9 ? 3 : 4;
}

} // namespace

Tree TreeGenerator::next(SymbolTable& words, SymbolTable& labels) {
    if (m_made == 0 || m_options.shape != TreeShape::Same) {
        m_shape = m_shapes.next();
        m_leaves = leavesOfNext();
    }
    ++m_made;
    GrownTree tree(m_builder, words, labels, static_cast<std::uint32_t>(m_made));
    Random shape(m_shape);
    const bool isNary = m_options.shape == TreeShape::Nary;
    m_pending.assign(1, m_leaves);
    while (!m_pending.empty()) {
        const std::size_t leaves = m_pending.back();
        m_pending.pop_back();
        if (leaves == kClose) {
            tree.close();
            continue;
        }
        tree.open(m_words.below(kClasses));
        const std::size_t arity = isNary ? drawnArity(shape) : m_options.arity;
        if (leaves == 1) {
            tree.token(drawnWord());
            tree.close();
            continue;
        }
        m_pending.push_back(kClose);
        pushChildren(leaves, std::min(arity, leaves), shape);
    }
    return m_builder.take();
}

void TreeGenerator::pushChildren(std::size_t leaves, std::size_t count, Random& shape) {
    if (m_options.shape == TreeShape::Sequence) {
        m_pending.insert(m_pending.end(), count - 1, 1);
        m_pending.push_back(leaves - (count - 1));
        return;
    }
    if (m_options.shape == TreeShape::Balanced) {
        for (std::size_t child = count; child-- > 0;) {
            m_pending.push_back(leaves / count + (child < leaves % count ? 1 : 0));
        }
        return;
    }
    cut(leaves, count, shape);
    for (std::size_t at = m_cuts.size(), end = leaves; true; end = m_cuts[--at]) {
        m_pending.push_back(end - (at == 0 ? 0 : m_cuts[at - 1]));
        if (at == 0) {
            return;
        }
    }
}

/// Draws count - 1 distinct places in 1..leaves-1 between the leaves.
void TreeGenerator::cut(std::size_t leaves, std::size_t count, Random& shape) {
    std::unordered_set<std::size_t> seen;
    m_cuts.clear();
    while (m_cuts.size() + 1 < count) {
        const std::size_t place = 1 + shape.below(leaves - 1);
        if (seen.insert(place).second) {
            m_cuts.push_back(place);
        }
    }
    std::sort(m_cuts.begin(), m_cuts.end());
}

} // namespace batchscope
