// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/build_graph.h"

#include "core/base/choice.h"
#include "core/nets/program.h"
#include "core/tree/file_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace batchscope {

namespace {

/// From this part of the trees on, calls for each tree node are taken to be as many as before.
constexpr std::size_t kForeseenFrom = 16;
constexpr std::array<std::string_view, 2> kTreeOrderNames = {"as-is", "height"};

/// Trees of the selection in the order in which they are folded; a Config error when there are none.
Result<std::vector<TreeId>> selectedTrees(const Treebank& bank, const GraphOptions& options) {
    const std::size_t pool = treesToChoose(bank, options);
    const std::size_t end = std::min(options.trees.end, pool);
    if (options.trees.begin >= end) {
        return Error{ErrorCode::Config, fmt::format("the selection begins at tree {} (from 0), but there are {} trees",
                                                    options.trees.begin, pool)};
    }
    std::vector<TreeId> trees;
    trees.reserve(end - options.trees.begin);
    for (std::size_t index = options.trees.begin; index < end; ++index) {
        trees.push_back(options.picked.empty() ? TreeId(index) : options.picked[index]);
        if (!bank.trees.contains(trees.back())) {
            return Error{ErrorCode::Config, fmt::format("tree {} (from 0) was picked, but there are {} trees",
                                                        trees.back().value, bank.trees.size())};
        }
    }
    if (options.order == TreeOrder::ByHeight) {
        std::stable_sort(trees.begin(), trees.end(),
                         [&](TreeId left, TreeId right) { return bank.trees[left].height < bank.trees[right].height; });
    }
    return trees;
}

std::size_t nodesOf(const Treebank& bank, std::span<const TreeId> trees) {
    return std::accumulate(trees.begin(), trees.end(), std::size_t{0},
                           [&](std::size_t nodes, TreeId tree) { return nodes + bank.trees[tree].nodes; });
}

/// A changed shape brings labels of phrases to words (NP over a single word) and others to the root.
LabelsAt labelsReadBy(const Net& net, const GraphOptions& options) {
    return options.shape().isAsRead() ? net.labels : LabelsAt::Nodes;
}

/// Outputs of the classifier.
Result<std::int32_t> classesFor(const Treebank& bank, const Net& net, const GraphOptions& options,
                                const LabelClasses& labels) {
    const bool hasLabels = labels.size() > 0;
    if (options.classes == 0) {
        const bool areImages = bank.vectors.rows() > 0;
        return hasLabels ? labels.size() : areImages ? kUnlabelledImageClasses : kUnlabelledClasses;
    }
    if (net.learns == Learns::Moves) {
        return Error{ErrorCode::Config, fmt::format("--classes has no effect on {}: it scores the moves of a parser, "
                                                    "not labels; leave it out",
                                                    net.name)};
    }
    if (options.classes < labels.size()) {
        const std::string last = labelTable(bank, labelsReadBy(net, options)).back().label;
        return Error{ErrorCode::Config,
                     fmt::format("--classes {} is too few: the label '{}' is class {} (from 0); expected {} or more",
                                 options.classes, last, labels.size() - 1, labels.size())};
    }
    return options.classes;
}

/// A tree that was read again from a file that changed meanwhile may have labels where none of the bank's trees has.
bool hasKnownLabels(const Tree& tree, LabelsAt at, const LabelClasses& labels) {
    const auto isKnown = [&](std::size_t node) {
        return !tree.labels[node].valid() || labels.contains(tree.labels[node]);
    };
    if (at == LabelsAt::Roots) {
        return isKnown(tree.root().index());
    }
    for (std::size_t node = 0; node < tree.size(); ++node) {
        if ((at == LabelsAt::Nodes || tree.words[node].valid()) && !isKnown(node)) {
            return false;
        }
    }
    return true;
}

Status recordTree(const Treebank& bank, TreeId tree, const Net& net, const NetOptions& netOptions,
                  const GraphOptions& options, Fold& fold) {
    const TreeHandle asRead = bank.tree(tree);
    if (!asRead) {
        return bank.missingTree(tree);
    }
    const bool wasReadAgain = bank.trees.held(tree) == nullptr;
    if (wasReadAgain && !hasKnownLabels(*asRead, labelsReadBy(net, options), netOptions.labels)) {
        return bank.missingTree(tree);
    }
    if (options.shape().isAsRead()) {
        return net.record({bank, tree, *asRead, netOptions, options.outputs}, fold);
    }
    const Tree changed = shaped(*asRead, bank.labels, options.shape());
    return net.record({bank, tree, changed, netOptions, options.outputs}, fold);
}

/// The calls of the selected trees under a net.
Result<OpGraph> recordTrees(const Treebank& bank, const GraphOptions& options, const RunControl& control,
                            OpGraph recycled) {
    const Result<const Net*> net = findNet(options.model);
    if (!net) {
        return net.error();
    }
    if (options.dim < 1 || options.dim > kLargestDim) {
        return Error{ErrorCode::Config,
                     fmt::format("dim {} is out of range; expected 1 to {}", options.dim, kLargestDim)};
    }
    if ((*net)->leaves == Leaves::Words && bank.vectors.rows() > 0) {
        return Error{ErrorCode::Config, fmt::format("{} takes {}, but the leaves here carry vectors; choose mlp",
                                                    (*net)->name, (*net)->input)};
    }
    const Result<std::vector<TreeId>> trees = selectedTrees(bank, options);
    if (!trees) {
        return trees.error();
    }
    const Result<NetOptions> netOptions = netOptionsOf(bank, options);
    if (!netOptions) {
        return netOptions.error();
    }
    Fold fold((*net)->ops(*netOptions), {.merge = options.merge}, std::move(recycled));
    const std::size_t treeNodes = nodesOf(bank, *trees);
    std::size_t recordedNodes = 0;
    bool foreseen = false;
    std::size_t done = 0;
    for (const TreeId tree : *trees) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        if (const Status recorded = recordTree(bank, tree, **net, *netOptions, options, fold); !recorded) {
            return recorded.error();
        }
        recordedNodes += bank.trees[tree].nodes;
        if (!foreseen && recordedNodes >= treeNodes / kForeseenFrom) {
            fold.foresee(recordedNodes, treeNodes);
            foreseen = true;
        }
        control.report("build", ++done, trees->size());
    }
    fold.setTreeCount(trees->size());
    return std::move(fold).finish();
}

/// A model that is the name of a program file, beside trees that say only which instance is which.
Result<OpGraph> recordProgramFile(const Treebank& bank, const GraphOptions& options, const RunControl& control) {
    const Result<std::string> text = readFileBytes(options.model, control);
    if (!text) {
        return text.error();
    }
    Result<OpGraph> graph = graphOfProgram(*text, options.model, {.merge = options.merge}, options.dtype);
    if (graph && graph->trees > bank.trees.size()) {
        return Error{ErrorCode::Config, fmt::format("the program names {} instances, but there are {} trees; open the "
                                                    "program itself instead of a treebank",
                                                    graph->trees, bank.trees.size())};
    }
    return graph;
}

Result<OpGraph> recorded(const Treebank& bank, const GraphOptions& options, const RunControl& control,
                         OpGraph recycled) {
    const bool isProgram = !bank.program.empty() || options.model.ends_with(".json");
    if (isProgram && options.classes > 0) {
        return Error{ErrorCode::Config, "--classes has no effect on a program: its ops say how wide its outputs are; "
                                        "leave it out"};
    }
    if (!bank.program.empty()) {
        return graphOfProgram(bank.program, bank.files.front(), {.merge = options.merge}, options.dtype);
    }
    return options.model.ends_with(".json") ? recordProgramFile(bank, options, control)
                                            : recordTrees(bank, options, control, std::move(recycled));
}

} // namespace

std::span<const std::string_view> treeOrderNames() {
    return kTreeOrderNames;
}

Result<TreeOrder> parseTreeOrder(std::string_view name) {
    return parseChoice<TreeOrder>(name, kTreeOrderNames, "tree order");
}

std::size_t treesToChoose(const Treebank& bank, const GraphOptions& options) {
    return options.picked.empty() ? bank.trees.size() : options.picked.size();
}

Result<NetOptions> netOptionsOf(const Treebank& bank, const GraphOptions& options) {
    const Result<const Net*> net = findNet(options.model);
    if (!net) {
        return net.error();
    }
    LabelClasses labels(bank, labelsReadBy(**net, options));
    const Result<std::int32_t> classes = classesFor(bank, **net, options, labels);
    if (!classes) {
        return classes.error();
    }
    const bool asIs = options.binarization == Binarization::None;
    return NetOptions{.dim = options.dim,
                      .vocabulary = static_cast<std::int32_t>(std::max<std::size_t>(bank.words.size(), 1)),
                      .classes = *classes,
                      .arity = asIs ? static_cast<std::int32_t>(std::max<std::size_t>(bank.largestArity(), 2)) : 2,
                      .vectorWidth = bank.vectors.width,
                      .variadic = options.variadic,
                      .dtype = options.dtype,
                      .labels = std::move(labels)};
}

Result<OpGraph> buildGraph(const Treebank& bank, const GraphOptions& options, const RunControl& control) {
    return buildGraph(bank, options, control, {});
}

Result<OpGraph> buildGraph(const Treebank& bank, const GraphOptions& options, const RunControl& control,
                           OpGraph recycled) {
    Result<OpGraph> graph = recorded(bank, options, control, std::move(recycled));
    if (graph && options.granularity == Granularity::Primitive) {
        graph = lowered(*graph, {.merge = options.merge}, control);
    }
    if (graph && options.prune == Prune::On) {
        return pruned(*graph);
    }
    return graph;
}

} // namespace batchscope
