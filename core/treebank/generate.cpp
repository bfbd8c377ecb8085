// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/generate.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
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
constexpr std::size_t kClose = 0; // a pending subtree of 0 leaves stands for a closing bracket
constexpr double kLargestExponent = 20.0;
constexpr std::uint64_t kLengthSeed = 0x6C656E67746873ULL; // "lengths"
const std::vector<ArityShare>& usualArities() {
    static const std::vector<ArityShare> kUsual = {{2, 0.6}, {3, 0.3}, {4, 0.1}};
    return kUsual;
}

Status checkArities(const GenerateOptions& options) {
    constexpr double kFewestBranching = 0.01; // below, chains of single children grow without end
    double all = 0.0;
    double branching = 0.0;
    if (!options.arities.empty() && options.shape != TreeShape::Nary) {
        return Error{ErrorCode::Config,
                     "only the shape nary takes a distribution of arities; other shapes have a single arity"};
    }
    for (const ArityShare& each : options.arities) {
        if (each.arity < 1 || each.arity > kMostGeneratedLeaves || !std::isfinite(each.share) || each.share < 0.0) {
            return Error{
                ErrorCode::Config,
                fmt::format(
                    "arity {} with share {} is invalid; expected an arity of at least 1 and a share of at least 0",
                    each.arity, each.share)};
        }
        all += each.share;
        branching += each.arity >= 2 ? each.share : 0.0;
    }
    if (!options.arities.empty() && (branching <= 0.0 || branching < kFewestBranching * all)) {
        return Error{ErrorCode::Config,
                     "almost no node would have two children; give arities of 2 and more a share of at least 1%"};
    }
    return Ok{};
}

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
    if (!(options.exponent >= 0.0 && options.exponent <= kLargestExponent)) { // not a number, too
        return Error{ErrorCode::Config, fmt::format("Zipf's law takes an exponent from 0 to {}, got {}",
                                                    kLargestExponent, options.exponent)};
    }
    if (options.law == WordLaw::Zipf && options.vocabulary > kMostZipfWords) {
        return Error{ErrorCode::Config, fmt::format("Zipf's law takes at most {} words, got {}",
                                                    withThousands(kMostZipfWords), withThousands(options.vocabulary))};
    }
    return checkArities(options);
}

/// Builds a Tree. Labels are interned first, in order, so that a class is its label's id.
class GrownTrees {
public:
    GrownTrees(TreeBuilder& builder, SymbolTable& words, SymbolTable& labels, std::uint32_t line)
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

/// Writes text at once: seven times faster than by way of a Tree.
class TextSink {
public:
    explicit TextSink(std::string& out) : m_out(out), m_begin(out.size()) {}
    void open(std::size_t label) {
        const std::array<char, 3> text = {' ', '(', static_cast<char>('0' + label)};
        const std::size_t left = m_out.size() == m_begin ? 1 : 0; // no space before the root
        m_out.append(text.data() + left, text.size() - left);
    }
    void token(std::size_t word) {
        std::array<char, 24> text = {' ', 'w'};
        const auto [end, code] = std::to_chars(text.data() + 2, text.data() + text.size(), word);
        m_out.append(text.data(), end);
    }
    void close() { m_out += ')'; }

private:
    std::string& m_out;
    std::size_t m_begin;
};

} // namespace

Result<std::vector<ArityShare>> parseArities(std::string_view text) {
    std::vector<ArityShare> arities;
    for (const std::string& part : split(text, ',')) {
        ArityShare each;
        const char* const end = part.data() + part.size();
        const auto arity = std::from_chars(part.data(), end, each.arity);
        const bool goesOn = arity.ec == std::errc() && arity.ptr != end && *arity.ptr == ':';
        const auto share = goesOn ? std::from_chars(arity.ptr + 1, end, each.share) : arity;
        if (!goesOn || share.ec != std::errc() || share.ptr != end) {
            return Error{
                ErrorCode::Config,
                fmt::format("expected ARITY:SHARE pairs separated by commas, such as 2:0.6,3:0.3,4:0.1; got '{}'",
                            part)};
        }
        arities.push_back(each);
    }
    return arities;
}

Result<TreeGenerator> TreeGenerator::make(const GenerateOptions& options) {
    TRY(checkOptions(options));
    return TreeGenerator(options);
}

TreeGenerator::TreeGenerator(const GenerateOptions& options)
    : m_options(options), m_words(options.seed), m_shapes(~options.seed), m_lengths(options.seed ^ kLengthSeed) {
    if (options.law == WordLaw::Zipf) {
        m_zipf.emplace(options.vocabulary, options.exponent);
    }
    if (m_options.arities.empty()) {
        m_options.arities = usualArities();
    }
}

Tree TreeGenerator::next(SymbolTable& words, SymbolTable& labels) {
    GrownTrees sink(m_builder, words, labels, static_cast<std::uint32_t>(m_made + 1));
    generate(sink);
    return m_builder.take();
}

void TreeGenerator::appendNext(std::string& out) {
    TextSink sink(out);
    generate(sink);
}

std::size_t TreeGenerator::leavesOfNext() {
    const LeafRange& range = m_options.leaves;
    return range.fewest == range.most ? range.most : range.fewest + m_lengths.below(range.most - range.fewest + 1);
}

std::size_t TreeGenerator::drawnWord() {
    return m_zipf ? m_zipf->rankAt(m_words.uniform()) : m_words.below(m_options.vocabulary);
}

std::size_t TreeGenerator::drawnArity(Random& shape) {
    double all = 0.0;
    for (const ArityShare& each : m_options.arities) {
        all += each.share;
    }
    const double at = shape.uniform() * all;
    double upTo = 0.0;
    std::size_t drawn = 0;
    for (const ArityShare& each : m_options.arities) {
        if (each.share > 0.0 && at >= upTo) {
            drawn = each.arity;
        }
        upTo += each.share;
    }
    return drawn;
}

template <typename Sink>
void TreeGenerator::generate(Sink& sink) {
    if (m_made == 0 || m_options.shape != TreeShape::Same) {
        m_shape = m_shapes.next();
        m_leaves = leavesOfNext();
    }
    ++m_made;
    generateShape(sink, Random(m_shape));
}

template <typename Sink>
void TreeGenerator::generateShape(Sink& sink, Random shape) {
    const bool isNary = m_options.shape == TreeShape::Nary;
    m_pending.assign(1, m_leaves);
    while (!m_pending.empty()) {
        const std::size_t leaves = m_pending.back();
        m_pending.pop_back();
        if (leaves == kClose) {
            sink.close();
            continue;
        }
        sink.open(m_words.below(kClasses));
        const std::size_t arity = isNary ? drawnArity(shape) : m_options.arity;
        if (leaves == 1 && arity > 1) {
            sink.token(drawnWord());
            sink.close();
            continue;
        }
        m_pending.push_back(kClose);
        pushChildren(leaves, std::min(arity, leaves), shape);
    }
}

void TreeGenerator::pushChildren(std::size_t leaves, std::size_t count, Random& shape) {
    if (count == 1) {
        m_pending.push_back(leaves);
        return;
    }
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

/// Distinct places in 1..leaves-1 between the leaves, drawn one after the other.
void TreeGenerator::cut(std::size_t leaves, std::size_t count, Random& shape) {
    constexpr std::size_t kFewCuts = 32; // up to there a look at all of them is fastest
    std::unordered_set<std::size_t> seen;
    m_cuts.clear();
    while (m_cuts.size() + 1 < count) {
        const std::size_t place = 1 + shape.below(leaves - 1);
        const bool isNew = count <= kFewCuts ? std::find(m_cuts.begin(), m_cuts.end(), place) == m_cuts.end()
                                             : seen.insert(place).second;
        if (isNew) {
            m_cuts.push_back(place);
        }
    }
    std::sort(m_cuts.begin(), m_cuts.end());
}

namespace {

/// base to the power of exponent ≥ 0 by products and square roots, which are rounded the same everywhere.
double power(double base, double exponent) {
    constexpr int kPlaces = 32;
    const double whole = std::floor(exponent);
    double result = 1.0;
    for (double step = 0.0; step < whole; ++step) {
        result *= base;
    }
    double fraction = exponent - whole;
    double root = base;
    for (int place = 0; place < kPlaces && fraction > 0.0; ++place) {
        root = std::sqrt(root);
        fraction *= 2.0;
        if (fraction >= 1.0) {
            result *= root;
            fraction -= 1.0;
        }
    }
    return result;
}

} // namespace

ZipfTable::ZipfTable(std::size_t ranks, double exponent) {
    BATCHSCOPE_CHECK(ranks >= 1 && exponent >= 0.0);
    m_upTo.reserve(ranks);
    double sum = 0.0;
    for (std::size_t rank = 1; rank <= ranks; ++rank) {
        sum += 1.0 / power(static_cast<double>(rank), exponent);
        m_upTo.push_back(sum);
    }
    m_first.reserve(ranks + 1);
    std::uint32_t first = 0;
    for (std::size_t slice = 0; slice <= ranks; ++slice) {
        const double begin = static_cast<double>(slice) / static_cast<double>(ranks) * sum;
        while (first + 1 < ranks && m_upTo[first] <= begin) {
            ++first;
        }
        m_first.push_back(first);
    }
}

std::size_t ZipfTable::rankAt(double uniform) const {
    const double wanted = uniform * m_upTo.back();
    const auto slice = static_cast<std::size_t>(uniform * static_cast<double>(m_upTo.size()));
    // Rounding may put a number into the slice beside its own; one rank more on either side makes up for it.
    const std::size_t low = m_first[slice] > 0 ? m_first[slice] - 1 : 0;
    const std::size_t high = std::min<std::size_t>(m_first[std::min(slice + 1, m_first.size() - 1)] + 2, m_upTo.size());
    const auto begin = m_upTo.begin();
    const auto found =
        std::upper_bound(begin + static_cast<std::ptrdiff_t>(low), begin + static_cast<std::ptrdiff_t>(high), wanted);
    return std::min(static_cast<std::size_t>(found - begin), m_upTo.size() - 1);
}

double ZipfTable::share(std::size_t rank) const {
    const double before = rank == 0 ? 0.0 : m_upTo[rank - 1];
    return (m_upTo[rank] - before) / m_upTo.back();
}

} // namespace batchscope
