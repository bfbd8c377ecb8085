// SPDX-License-Identifier: GPL-3.0-or-later
//
// Builds a graph from trees and options, for the window, the command line, tests and benchmarks alike.
#pragma once

#include "core/base/choice.h"
#include "core/base/progress.h"
#include "core/graph/fold.h"
#include "core/graph/lower.h"
#include "core/graph/prune.h"
#include "core/nets/net.h"
#include "core/nets/program.h"
#include "core/nets/user_net.h"
#include "core/shapes/shape.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// The trees [begin, end) of the treebank, or of the picked trees; end is clipped to their number.
struct TreeRange {
    std::size_t begin = 0;
    std::size_t end = static_cast<std::size_t>(-1);
    bool operator==(const TreeRange&) const = default;
};

/// The order in which the trees are folded.
enum class TreeOrder {
    AsIs,     ///< as in the file
    ByHeight, ///< the lowest first; trees of equal height in file order
};
template <>
inline constexpr EnumNames<2> kEnumNames<TreeOrder> = {"tree order", {"as-is", "height"}};

constexpr std::int32_t kLargestDim = 16384;

/// Everything that determines the graph made from a treebank.
struct GraphOptions {
    std::string model = "tree-lstm"; ///< a net's name, or a module file; unused for programs
    LoadedNet user = {};             ///< the contents of the module file; empty for other models
    ModuleChoices module = {};       ///< unused for other models
    TreeRange trees = {};
    std::vector<TreeId> picked = {}; ///< if not empty, `trees` indexes these, which may be in any order
    std::int32_t dim = 100;
    DType dtype = DType::Float32;
    Outputs outputs = Outputs::Root;
    Merge merge = Merge::Off;
    Binarization binarization = Binarization::None;
    Unary unary = Unary::Auto;
    Granularity granularity = Granularity::Cell;
    Prune prune = Prune::Off;
    TreeOrder order = TreeOrder::AsIs;
    Variadic variadic = Variadic::Buckets;
    std::int32_t classes = 0; ///< outputs of the classifier; 0: as many as the labels need (label_classes.h)
    bool operator==(const GraphOptions&) const = default;
    [[nodiscard]] ShapeOptions shape() const { return {binarization, unary}; }
};

/// The number of trees that `options.trees` selects from.
[[nodiscard]] std::size_t treesToChoose(const Treebank& bank, const GraphOptions& options);

/// The net of the options: one of nets(), or the traits of the user's module. Config errors: an unknown name; a module
/// that was not loaded (core/scripts).
[[nodiscard]] Result<Net> netOf(const GraphOptions& options);

/// The methods of the options' module that are called instead of translated: LibTorch then runs everything. Empty for
/// other nets, and before the module is loaded. The options must outlive the result.
[[nodiscard]] std::vector<const UserMethod*> calledMethods(const GraphOptions& options);

/// The NetOptions of the net `options.model` on this treebank. Config errors: unknown model; fewer `classes` than the
/// labels need, or `classes` for a net that does not classify labels.
[[nodiscard]] Result<NetOptions> netOptionsOf(const Treebank& bank, const GraphOptions& options);

/// The label of each output of the classifier; outputs beyond the labels of the treebank are named by their numbers.
/// Empty if the net does not learn labels.
[[nodiscard]] std::vector<std::string> classLabels(const Treebank& bank, const GraphOptions& options);

/// Makes graphs of one bank repeatedly. A program that was opened instead of trees is parsed only once, by the first
/// builder (Treebank::parsed). The bank must outlive the builder.
class GraphBuilder {
public:
    /// Fails like ParsedProgram::parse. All graphs have type `dtype`.
    [[nodiscard]] static Result<GraphBuilder> make(const Treebank& bank, DType dtype = DType::Float32);

    /// Builds a graph like buildGraph.
    [[nodiscard]] Result<OpGraph> graph(const GraphOptions& options, const RunControl& control) const;
    /// Builds a graph like buildGraph, in memory that is kept from graph to graph.
    [[nodiscard]] Result<OpGraph> graph(const GraphOptions& options, const RunControl& control,
                                        FoldMemory& memory) const;
    [[nodiscard]] const Treebank& bank() const { return *m_bank; }
    /// The program of the bank; null for trees.
    [[nodiscard]] const ParsedProgram* program() const { return m_program.get(); }
    /// The name of what runs: the net of the options, or the program.
    [[nodiscard]] std::string modelName(const GraphOptions& options) const;
    /// True if GraphOptions::dim determines a width; programs and some nets have fixed widths.
    [[nodiscard]] bool usesDim(const GraphOptions& options) const;

private:
    GraphBuilder(const Treebank& bank, DType dtype) : m_bank(&bank), m_dtype(dtype) {}

    const Treebank* m_bank;
    DType m_dtype;
    std::shared_ptr<const ParsedProgram> m_program;
};

/// Words use the embedding rows of the whole treebank, so that a tree has the same weights in every selection. Config
/// errors: those of netOptionsOf, `classes` for a program, dim outside 1…kLargestDim, an empty selection, a picked tree
/// that does not exist, trees that do not fit the net, instances of a program that cannot be chosen
/// (ParsedProgram::graph). Io error: a tree that can no longer be read. For a program, `trees` and `picked` select
/// instances. To build several graphs of one bank, use GraphBuilder.
[[nodiscard]] Result<OpGraph> buildGraph(const Treebank& bank, const GraphOptions& options, const RunControl& control);

} // namespace batchscope
