// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/build_graph.h"

#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

namespace batchscope {

namespace {

std::string selectedMissingTree(std::size_t tree, std::size_t trees) {
    return fmt::format("tree {} (counted from 0) was selected, but there {} only {} tree{}", tree,
                       trees == 1 ? "is" : "are", trees, trees == 1 ? "" : "s");
}

/// `last` is the label of class `needed` - 1.
std::string tooFewClasses(std::int32_t asked, std::string_view last, std::int32_t needed) {
    return fmt::format("--classes {} is too small: the label '{}' is class {} (counted from 0); expected {} or more",
                       asked, last, needed - 1, needed);
}

/// After 1/16 of the tree nodes, memory is reserved for the rest, at the same number of calls per node.
constexpr std::size_t kForeseenFrom = 16;

/// The selected trees in the order in which they are folded. Config error if there are none, or one does not exist.
Result<std::vector<TreeId>> selectedTrees(const Treebank& bank, const GraphOptions& options) {
    const std::size_t pool = treesToChoose(bank, options);
    const std::size_t end = std::min(options.trees.end, pool);
    if (options.trees.begin >= end) {
        return Error{ErrorCode::Config,
                     fmt::format("the selection starts at tree {} (counted from 0), but there {} only {} tree{}",
                                 options.trees.begin, pool == 1 ? "is" : "are", pool, pool == 1 ? "" : "s")};
    }
    std::vector<TreeId> trees;
    trees.reserve(end - options.trees.begin);
    for (std::size_t index = options.trees.begin; index < end; ++index) {
        trees.push_back(options.picked.empty() ? TreeId(index) : options.picked[index]);
        if (!bank.trees.contains(trees.back())) {
            return Error{ErrorCode::Config, selectedMissingTree(trees.back().value, bank.trees.size())};
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

/// An estimate: a call takes about 100 bytes with its arguments, and most nets make one or two calls per tree node.
Status checkGraphFits(std::uint64_t treeNodes) {
    constexpr std::uint64_t kBytesOfTreeNode = 200;
    const std::uint64_t needed = kBytesOfTreeNode * treeNodes;
    if (needed <= memoryLimit()) {
        return Ok{};
    }
    return Error{ErrorCode::Config,
                 fmt::format("the graph of {} tree nodes needs about {}; {}, or use fewer --trees",
                             withThousands(treeNodes), formatBytes(needed), limitAdvice(memoryLimit(), needed))};
}

/// Null if the options name another net than the module that they carry.
std::shared_ptr<const UserNet> userNetOf(const GraphOptions& options) {
    return isModuleFile(options.model) ? options.user.net : nullptr;
}

/// Reshaping a tree can bring labels of phrases to words (NP over a single word); the root keeps its label.
LabelsAt labelsReadBy(const Net& net, const GraphOptions& options) {
    const bool mayMove = net.uses.shape != ShapeUse::None && !options.shape().isAsRead();
    return mayMove && net.labels == LabelsAt::Words ? LabelsAt::Nodes : net.labels;
}

/// The number of outputs of the classifier.
Result<std::int32_t> classesFor(const Treebank& bank, const Net& net, const GraphOptions& options,
                                const LabelClasses& labels) {
    const bool hasLabels = labels.size() > 0;
    if (const std::shared_ptr<const UserNet> user = userNetOf(options)) {
        return std::max(labels.size(), user->classes());
    }
    if (options.classes == 0) {
        const bool areImages = bank.vectors.rows() > 0;
        return hasLabels ? labels.size() : areImages ? kUnlabeledImageClasses : kUnlabeledClasses;
    }
    if (net.learns == Learns::Moves) {
        return Error{
            ErrorCode::Config,
            fmt::format("--classes has no effect on {}: the net scores parser moves, not labels; remove --classes",
                        net.name)};
    }
    if (options.classes < labels.size()) {
        const std::string last = labelTable(bank, labelsReadBy(net, options)).back().label;
        return Error{ErrorCode::Config, tooFewClasses(options.classes, last, labels.size())};
    }
    return options.classes;
}

/// False if a tree that was read again from a changed file has a label that does not occur at such nodes of the bank.
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

/// Records one tree: the function of a net, or the recursion of a user's net.
using RecordOne = std::function<Status(const TreeInput& input, Fold& fold)>;

Status recordTree(const Treebank& bank, TreeId tree, const Net& net, const NetOptions& netOptions,
                  const GraphOptions& options, const RecordOne& record, Fold& fold) {
    const TreeHandle asRead = bank.tree(tree);
    if (!asRead) {
        return bank.missingTree(tree);
    }
    const bool wasReadAgain = bank.trees.held(tree) == nullptr;
    if (wasReadAgain && !hasKnownLabels(*asRead, labelsReadBy(net, options), netOptions.labels)) {
        return bank.missingTree(tree);
    }
    if (options.shape().isAsRead()) {
        return record({bank, tree, *asRead, netOptions, options.outputs}, fold);
    }
    const Tree changed = shaped(*asRead, options.shape());
    return record({bank, tree, changed, netOptions, options.outputs}, fold);
}

/// The ops of a net, and the function that records a tree with them.
struct Recorder {
    OpSet ops;
    RecordOne record;
};

Result<Recorder> recorderOf(const Treebank& bank, const Net& net, const GraphOptions& options,
                            const NetOptions& netOptions) {
    const std::shared_ptr<const UserNet> user = userNetOf(options);
    if (user == nullptr) {
        return Recorder{net.ops(netOptions), net.record};
    }
    Result<std::vector<std::uint32_t>> rows = embeddingRowsOf(*user, bank);
    TRY(rows);
    Result<UserOps> ops = user->ops(netOptions);
    TRY(ops);
    OpSet set = ops->set;
    const auto kept = std::make_shared<const UserOps>(std::move(*ops));
    const auto rowsKept = std::make_shared<const std::vector<std::uint32_t>>(std::move(*rows));
    return Recorder{std::move(set), [user, kept, rowsKept](const TreeInput& input, Fold& fold) {
                        return recordUserTree({*user, *kept, *rowsKept}, input, fold);
                    }};
}

/// Records the calls of the selected trees with a net.
Result<OpGraph> recordTrees(const Treebank& bank, const GraphOptions& options, const RunControl& control,
                            FoldMemory& memory) {
    const Result<Net> net = netOf(options);
    TRY(net);
    if (options.dim < 1 || options.dim > kLargestDim) {
        return Error{ErrorCode::Config,
                     fmt::format("dim {} is out of range; expected 1 to {}", options.dim, kLargestDim)};
    }
    if (net->leaves == Leaves::Words && bank.vectors.rows() > 0) {
        return Error{ErrorCode::Config,
                     fmt::format("{} takes {}, but the leaves here are vectors; choose mlp", net->name, net->input)};
    }
    const Result<std::vector<TreeId>> trees = selectedTrees(bank, options);
    TRY(trees);
    const std::size_t treeNodes = nodesOf(bank, *trees);
    TRY(checkGraphFits(treeNodes));
    const Result<NetOptions> netOptions = netOptionsOf(bank, options);
    TRY(netOptions);
    Result<Recorder> recorder = recorderOf(bank, *net, options, *netOptions);
    TRY(recorder);
    Fold fold = memory.fold(std::move(recorder->ops), {.merge = options.merge});
    std::size_t recordedNodes = 0;
    bool foreseen = false;
    std::size_t done = 0;
    for (const TreeId tree : *trees) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        if (const Status recorded = recordTree(bank, tree, *net, *netOptions, options, recorder->record, fold);
            !recorded) {
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

/// Records the calls of the selected instances of a program.
Result<OpGraph> recordInstances(const ParsedProgram& program, const Treebank& bank, const GraphOptions& options,
                                FoldMemory& memory) {
    if (options.classes > 0) {
        return Error{
            ErrorCode::Config,
            "--classes has no effect on a program, whose ops define the width of its outputs; remove --classes"};
    }
    const Result<std::vector<TreeId>> instances = selectedTrees(bank, options);
    TRY(instances);
    Result<OpGraph> graph = program.graph(*instances, {.merge = options.merge}, memory);
    if (!graph) {
        Error error = graph.error();
        error.file = bank.files.front();
        return error;
    }
    return graph;
}

} // namespace

Result<Net> netOf(const GraphOptions& options) {
    if (const std::shared_ptr<const UserNet> user = userNetOf(options)) {
        return user->traits(); // the options own its texts
    }
    if (isModuleFile(options.model)) {
        return Error{ErrorCode::Config, fmt::format("the module {} is not loaded", options.model)};
    }
    const Result<const Net*> net = findNet(options.model);
    return net ? Result<Net>(**net) : Result<Net>(net.error());
}

std::size_t treesToChoose(const Treebank& bank, const GraphOptions& options) {
    return options.picked.empty() ? bank.trees.size() : options.picked.size();
}

std::vector<const UserMethod*> calledMethods(const GraphOptions& options) {
    std::vector<const UserMethod*> called;
    if (options.user.net == nullptr || !isModuleFile(options.model)) { // they may name another net
        return called;
    }
    for (const UserMethod& method : options.user.net->methods()) {
        if (method.way != MethodKind::Translated) {
            called.push_back(&method);
        }
    }
    return called;
}

Result<NetOptions> netOptionsOf(const Treebank& bank, const GraphOptions& options) {
    const Result<Net> net = netOf(options);
    TRY(net);
    LabelClasses labels(bank, labelsReadBy(*net, options));
    const Result<std::int32_t> classes = classesFor(bank, *net, options, labels);
    TRY(classes);
    const bool asIs = options.binarization == Binarization::None;
    const auto vocabulary = static_cast<std::int32_t>(std::max<std::size_t>(bank.words.size(), 1));
    return NetOptions{.dim = options.dim,
                      .vocabulary = vocabulary,
                      .classes = *classes,
                      .arity = asIs ? static_cast<std::int32_t>(std::max<std::size_t>(bank.largestArity(), 2)) : 2,
                      .vectorWidth = bank.vectors.width,
                      .variadic = options.variadic,
                      .dtype = options.dtype,
                      .labels = std::move(labels)};
}

std::vector<std::string> classLabels(const Treebank& bank, const GraphOptions& options) {
    std::vector<std::string> labels;
    const Result<Net> net = netOf(options);
    if (!net || net->learns != Learns::Labels || !bank.program.empty()) {
        return labels;
    }
    for (const LabelClass& line : labelTable(bank, labelsReadBy(*net, options))) {
        labels.push_back(line.label);
    }
    const Result<NetOptions> made = netOptionsOf(bank, options);
    while (made && labels.size() < static_cast<std::size_t>(made->classes)) {
        labels.push_back(std::to_string(labels.size()));
    }
    return labels;
}

Result<GraphBuilder> GraphBuilder::make(const Treebank& bank, DType dtype) {
    GraphBuilder builder(bank, dtype);
    if (bank.program.empty()) {
        return builder;
    }
    const auto kind = static_cast<std::size_t>(dtype);
    builder.m_program = bank.parsed->get(kind);
    if (builder.m_program == nullptr) {
        Result<ParsedProgram> program = ParsedProgram::parse(bank.program, bank.files.front(), dtype);
        TRY(program);
        builder.m_program = std::make_shared<const ParsedProgram>(std::move(*program));
        bank.parsed->put(kind, builder.m_program);
    }
    return builder;
}

std::string GraphBuilder::modelName(const GraphOptions& options) const {
    return m_program ? m_program->ops().name : options.model;
}

bool GraphBuilder::usesDim(const GraphOptions& options) const {
    const Result<Net> net = netOf(options);
    return !m_program && net && net->uses.dim;
}

Result<OpGraph> GraphBuilder::graph(const GraphOptions& options, const RunControl& control) const {
    FoldMemory memory;
    return graph(options, control, memory);
}

Result<OpGraph> GraphBuilder::graph(const GraphOptions& options, const RunControl& control, FoldMemory& memory) const {
    BATCHSCOPE_CHECK(options.dtype == m_dtype);
    Result<OpGraph> graph = m_program ? recordInstances(*m_program, *m_bank, options, memory)
                                      : recordTrees(*m_bank, options, control, memory);
    if (graph && options.granularity == Granularity::Primitive) {
        graph = lowered(*graph, {.merge = options.merge}, control);
    }
    if (graph && options.prune == Prune::On) {
        return pruned(*graph);
    }
    return graph;
}

Result<OpGraph> buildGraph(const Treebank& bank, const GraphOptions& options, const RunControl& control) {
    const Result<GraphBuilder> builder = GraphBuilder::make(bank, options.dtype);
    return builder ? builder->graph(options, control) : builder.error();
}

} // namespace batchscope
