// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/suggestion.h"

#include "core/base/check.h"
#include "core/nets/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace batchscope {

namespace {

/// The sentence about binarizing. `input` is what the net takes, `children` the largest number of children.
std::string binarizedFor(std::string_view binarization, std::string_view net, std::string_view input,
                         std::size_t children) {
    const std::string why = children > 2 ? fmt::format("nodes in these trees have up to {} children", children)
                                         : std::string("some nodes in these trees have only one child");
    return fmt::format("Binarized ({}): {} takes {}, but {}.", binarization, net, input, why);
}

/// True for a plain line of words: unlabeled leaves below at most one unlabeled root.
bool isPlainSentence(const Tree& tree) {
    const auto unlabeled = [&](std::size_t node) { return !tree.labels[node].valid(); };
    for (std::size_t node = 0; node < tree.size(); ++node) {
        const bool isRoot = node + 1 == tree.size();
        if (!unlabeled(node) || (!isRoot && !tree.isLeaf(TreeNodeId(node)))) {
            return false;
        }
    }
    return true;
}

TreeKind kindOf(const Treebank& bank, TreeId tree) {
    if (bank.vectors.rows() > 0) {
        return TreeKind::Vectors;
    }
    const TreeHandle read = bank.tree(tree);
    if (!read) {
        return TreeKind::Brackets;
    }
    if (read->isDependency()) {
        return TreeKind::Dependencies;
    }
    return isPlainSentence(*read) ? TreeKind::Sentences : TreeKind::Brackets;
}

std::string_view kindText(TreeKind kind) {
    switch (kind) {
    case TreeKind::Vectors: return "vectors";
    case TreeKind::Dependencies: return "dependency trees";
    case TreeKind::Sentences: return "plain sentences, one per line";
    case TreeKind::Brackets: break;
    }
    return "bracketed trees";
}

const char* usualNet(TreeKind kind) {
    const auto found =
        std::find_if(nets().begin(), nets().end(), [kind](const Net& net) { return net.suits.usualFor == kind; });
    BATCHSCOPE_CHECK(found != nets().end());
    return found->name;
}

/// The largest of the first selected trees: a sentence of one word may fit nets that longer ones do not.
TreeId typicalTree(const Treebank& bank, const TreeRange& range) {
    constexpr std::size_t kLooked = 16;
    const std::size_t end = std::min({range.end, bank.trees.size(), range.begin + kLooked});
    std::size_t largest = range.begin;
    for (std::size_t index = range.begin; index < end; ++index) {
        largest = bank.trees[TreeId(index)].nodes > bank.trees[TreeId(largest)].nodes ? index : largest;
    }
    return TreeId(largest);
}

/// True if each inner node has two children. If some node has fewer, there are more nodes than this formula allows.
bool isBinary(const TreeEntry& tree) {
    return tree.arity <= 2 && tree.nodes == 2 * tree.leaves - 1;
}

/// Invalid if all trees of this range are binary.
TreeId firstNotBinary(const Treebank& bank, const TreeRange& range) {
    for (std::size_t index = range.begin; index < std::min(range.end, bank.trees.size()); ++index) {
        if (!isBinary(bank.trees[TreeId(index)])) {
            return TreeId(index);
        }
    }
    return {};
}

TreeId firstNotBinary(const Treebank& bank) {
    return firstNotBinary(bank, {0, bank.trees.size()});
}

/// The first tree that is not binary among those that the options select.
TreeId firstNotBinary(const Treebank& bank, const GraphOptions& options) {
    if (options.picked.empty()) {
        return firstNotBinary(bank, options.trees);
    }
    const auto found = std::find_if(options.picked.begin(), options.picked.end(), [&bank](TreeId tree) {
        return tree.index() < bank.trees.size() && !isBinary(bank.trees[tree]);
    });
    return found == options.picked.end() ? TreeId() : *found;
}

/// True if the net takes this tree only when it is binarized. False for plain sentences, which have no shape to change.
bool needsBinarizing(const Treebank& bank, const GraphOptions& options, TreeId tree) {
    if (!bank.program.empty() || options.binarization != Binarization::None || !netOf(options)) {
        return false;
    }
    if (!tree.valid() || bank.trees[tree].nodes > kMostTried || kindOf(bank, tree) == TreeKind::Sentences) {
        return false;
    }
    GraphOptions binarized = options;
    binarized.binarization = Binarization::Left;
    return !takes(bank, options, tree) && takes(bank, binarized, tree);
}

/// The sample trees that decide for a whole bank.
struct Samples {
    TreeId typical;
    TreeId notBinary; ///< may be invalid
    TreeKind kind = TreeKind::Brackets;
};

Samples samplesOf(const Treebank& bank, const TreeRange& range) {
    const TreeId typical = typicalTree(bank, range);
    return {typical, firstNotBinary(bank), kindOf(bank, typical)};
}

bool takesAll(const Treebank& bank, const GraphOptions& options, const Samples& samples) {
    return takes(bank, options, samples.typical) &&
           (!samples.notBinary.valid() || takes(bank, options, samples.notBinary));
}

/// True unless the net is meant only for trees of another kind.
bool isMeantFor(const GraphOptions& options, TreeKind kind) {
    const Result<Net> net = netOf(options);
    return !net || !net->suits.onlyFor || net->suits.onlyFor == kind;
}

GraphOptions with(GraphOptions options, std::string_view model, Binarization binarization) {
    options.model = model;
    options.binarization = binarization;
    return options;
}

std::string_view inputOf(std::string_view model) {
    const Result<const Net*> net = findNet(model);
    return net ? (*net)->input : "";
}

/// True if the tree is too large to try while a window waits.
bool isLarge(const Treebank& bank, TreeId tree) {
    return tree.valid() && bank.trees[tree].nodes > kMostTried;
}

bool isNewlyBinarized(const GraphOptions& chosen, const GraphOptions& shown) {
    return chosen.binarization == Binarization::None && shown.binarization != Binarization::None;
}

} // namespace

bool takes(const Treebank& bank, const GraphOptions& options, TreeId tree) {
    GraphOptions alone = options;
    alone.picked = {tree};
    alone.trees = {0, 1};
    alone.granularity = Granularity::Cell; // lowering the cells cannot fail because of a tree
    return buildGraph(bank, alone, {}).hasValue();
}

GraphOptions suggestedOptions(const Treebank& bank, const GraphOptions& options) {
    if (!bank.program.empty() || options.trees.begin >= bank.trees.size()) {
        return options;
    }
    if (!netOf(options)) {
        return options;
    }
    if (!options.picked.empty()) { // the user picked the trees one by one, with this net
        return options;
    }
    const Samples samples = samplesOf(bank, options.trees);
    std::vector<GraphOptions> candidates;
    if (isMeantFor(options, samples.kind)) {
        candidates.push_back(options);
        candidates.push_back(with(options, options.model, Binarization::None));
        if (samples.kind == TreeKind::Brackets) {
            candidates.push_back(with(options, options.model, Binarization::Left));
        }
    }
    const char* const usual = usualNet(samples.kind);
    candidates.push_back(with(options, usual, Binarization::None));
    candidates.push_back(with(options, usual, Binarization::Left));
    const auto fitting = std::find_if(candidates.begin(), candidates.end(), [&](const GraphOptions& candidate) {
        return takesAll(bank, candidate, samples);
    });
    return fitting == candidates.end() ? options : *fitting;
}

GraphOptions optionsForNet(const Treebank& bank, const GraphOptions& options) {
    const bool helps = needsBinarizing(bank, options, firstNotBinary(bank, options));
    return helps ? with(options, options.model, Binarization::Left) : options;
}

std::string suggestionText(const Treebank& bank, const GraphOptions& chosen, const GraphOptions& shown,
                           NetNames names) {
    if (chosen == shown || chosen.trees.begin >= bank.trees.size()) {
        return {};
    }
    const auto named = [names](std::string_view net) { return names == NetNames::Titles ? netTitle(net) : net; };
    const bool binarized = isNewlyBinarized(chosen, shown);
    const std::string_view binarization = enumName(shown.binarization);
    if (chosen.model == shown.model) {
        return binarized
                   ? binarizedFor(binarization, named(shown.model), inputOf(shown.model), bank.largestArity())
                   : fmt::format("The trees are not binarized: {} does not take binarized trees.", named(shown.model));
    }
    const TreeKind kind = kindOf(bank, typicalTree(bank, chosen.trees));
    return fmt::format("Switched to {}{}: these are {}, but {} takes {}.", named(shown.model),
                       binarized ? fmt::format(", on binarized trees ({})", binarization) : "", kindText(kind),
                       named(chosen.model), inputOf(chosen.model));
}

std::vector<OtherWay> waysBack(const Treebank& bank, const GraphOptions& chosen, const GraphOptions& shown) {
    if (chosen == shown || chosen.trees.begin >= bank.trees.size()) {
        return {};
    }
    const Samples samples = samplesOf(bank, chosen.trees);
    std::vector<OtherWay> ways;
    if (isLarge(bank, samples.typical) || isLarge(bank, samples.notBinary)) {
        return ways;
    }
    if (isNewlyBinarized(chosen, shown)) {
        for (const Net& net : nets()) {
            const GraphOptions asRead = with(shown, net.name, Binarization::None);
            if (net.suits.trees == SuitedTrees::AnyArity && takesAll(bank, asRead, samples)) {
                ways.push_back({fmt::format("Keep the trees as they are ({})", net.title), asRead});
                break;
            }
        }
    }
    if (chosen.model != shown.model && takesAll(bank, chosen, samples)) { // it fits, but is not meant for these trees
        ways.push_back({fmt::format("Use {}", netTitle(chosen.model)), chosen});
    }
    return ways;
}

std::string whyNotTaken(const Treebank& bank, const GraphOptions& options, std::string_view net) {
    if (!bank.program.empty() || options.trees.begin >= bank.trees.size() || !findNet(net)) {
        return {};
    }
    const Samples samples = samplesOf(bank, options.trees);
    if (isLarge(bank, samples.typical) || isLarge(bank, samples.notBinary)) {
        return {};
    }
    const bool hasNoShape = samples.kind == TreeKind::Sentences;
    for (const Binarization binarization :
         {options.binarization, Binarization::None, hasNoShape ? Binarization::None : Binarization::Left}) {
        if (takesAll(bank, with(options, net, binarization), samples)) {
            return {};
        }
    }
    return fmt::format("This net takes {}; the opened trees are {}.", inputOf(net), kindText(samples.kind));
}

bool binarizationHelps(const Treebank& bank, const GraphOptions& options) {
    return needsBinarizing(bank, options, firstNotBinary(bank));
}

} // namespace batchscope
