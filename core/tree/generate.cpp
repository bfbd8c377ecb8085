// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/generate.h"

#include "core/base/choice.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/tree/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 4> kShapeNames = {"random", "sequence", "balanced", "same"};
constexpr std::size_t kClasses = 5;

/// Leaves of each child of a node over `leaves` leaves.
std::vector<std::size_t> childSizes(TreeShape shape, std::size_t leaves, std::size_t arity, Random& random) {
    const std::size_t count = std::min(arity, leaves);
    std::vector<std::size_t> sizes(count, 1);
    if (shape == TreeShape::Sequence) {
        sizes.front() = leaves - (count - 1);
        return sizes;
    }
    if (shape == TreeShape::Balanced) {
        for (std::size_t child = 0; child < count; ++child) {
            sizes[child] = leaves / count + (child < leaves % count ? 1 : 0);
        }
        return sizes;
    }
    std::vector<std::size_t> cuts; // distinct cut points in 1..leaves-1, drawn one after the other
    while (cuts.size() + 1 < count) {
        const std::size_t cut = 1 + random.below(leaves - 1);
        if (std::find(cuts.begin(), cuts.end(), cut) == cuts.end()) {
            cuts.push_back(cut);
        }
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.push_back(leaves);
    std::size_t previous = 0;
    for (std::size_t child = 0; child < count; ++child) {
        sizes[child] = cuts[child] - previous;
        previous = cuts[child];
    }
    return sizes;
}

class Generator {
public:
    Generator(const GenerateOptions& options, Treebank& bank)
        : m_options(options), m_bank(bank), m_words(options.seed) {
        for (std::size_t label = 0; label < kClasses; ++label) {
            m_bank.labels.intern(std::to_string(label));
        }
    }

    Tree make(std::uint64_t shapeSeed, std::uint32_t line) {
        constexpr std::size_t kClose = 0; // a pending subtree of 0 leaves stands for a closing bracket
        Random shape(shapeSeed);
        std::vector<std::size_t> pending = {m_options.leaves};
        while (!pending.empty()) {
            const std::size_t leaves = pending.back();
            pending.pop_back();
            if (leaves == kClose) {
                CHECK(m_builder.close());
                continue;
            }
            m_builder.open(SymbolId(m_words.below(kClasses)), {line, 1, 0});
            pending.push_back(kClose);
            if (leaves == 1) {
                m_builder.token(word(), {line, 1, 0});
                continue;
            }
            const auto sizes = childSizes(m_options.shape, leaves, m_options.arity, shape);
            pending.insert(pending.end(), sizes.rbegin(), sizes.rend());
        }
        return m_builder.take();
    }

private:
    SymbolId word() { return m_bank.words.intern(fmt::format("w{}", m_words.below(m_options.vocabulary))); }

    const GenerateOptions& m_options;
    Treebank& m_bank;
    Random m_words;
    TreeBuilder m_builder;
};

Status checkOptions(const GenerateOptions& options) {
    if (options.arity < 2 || options.leaves < 1 || options.vocabulary < 1) {
        return Error{ErrorCode::Config, "generating trees needs arity ≥ 2, leaves ≥ 1 and a vocabulary ≥ 1"};
    }
    if (options.trees > kMostGeneratedWords / options.leaves) { // a product could overflow
        return Error{ErrorCode::Config, fmt::format("{} trees of {} leaves are too many; at most {} words in all",
                                                    withThousands(options.trees), withThousands(options.leaves),
                                                    withThousands(kMostGeneratedWords))};
    }
    return Ok{};
}

} // namespace

std::span<const std::string_view> treeShapeNames() {
    return kShapeNames;
}

Result<TreeShape> parseTreeShape(std::string_view name) {
    return parseChoice<TreeShape>(name, kShapeNames, "tree shape");
}

Result<Treebank> generateTreebank(const GenerateOptions& options, const RunControl& control) {
    if (const Status possible = checkOptions(options); !possible) {
        return possible.error();
    }
    Treebank bank;
    bank.format = "generated";
    bank.files.emplace_back("generated");
    Generator generator(options, bank);
    Random shapes(~options.seed); // apart from the words' stream
    std::uint64_t shape = shapes.next();
    for (std::size_t index = 0; index < options.trees; ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        bank.addTree(generator.make(shape, static_cast<std::uint32_t>(index + 1)));
        shape = options.shape == TreeShape::Same ? shape : shapes.next();
        control.report("generate", index + 1, options.trees);
    }
    return bank;
}

} // namespace batchscope
