// SPDX-License-Identifier: GPL-3.0-or-later
//
// Builds one graph from trees and options, for the window, the command line, tests and benches alike.
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

/// Trees [begin, end) of the treebank, or of those that were picked; end is clipped to their number.
struct TreeRange {
    std::size_t begin = 0;
    std::size_t end = static_cast<std::size_t>(-1);
    bool operator==(const TreeRange&) const = default;
};

/// In which order the trees are folded.
enum class TreeOrder {
    AsIs,     ///< as in the file
    ByHeight, ///< the lowest first; equal heights as in the file
};
template <>
inline constexpr EnumNames<2> kEnumNames<TreeOrder> = {"tree order", {"as-is", "height"}};

constexpr std::int32_t kLargestDim = 16384;

/// Everything that decides which graph comes out of a treebank.
struct GraphOptions {
    std::string model = "tree-lstm"; ///< a net's name, or the file of a module; unused for programs
    LoadedNet user = {};             ///< what a module's file holds; none for other models
    ModuleChoices module = {};       ///< unused for other models
    TreeRange trees = {};
    std::vector<TreeId> picked = {}; ///< not empty: `trees` counts in these, which may be in any order
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

/// How many trees `options.trees` chooses from.
[[nodiscard]] std::size_t treesToChoose(const Treebank& bank, const GraphOptions& options);

/// The net of the options: one of nets(), or the traits of the user's module. Config errors: an unknown name; a module
/// that was not loaded (core/scripts).
[[nodiscard]] Result<Net> netOf(const GraphOptions& options);

/// Methods of the module that the options name which are called, not translated: LibTorch then runs everything. Empty
/// for other nets, and before the module is loaded. The options must outlive them.
[[nodiscard]] std::vector<const UserMethod*> calledMethods(const GraphOptions& options);

/// The parameters that the net `options.model` has on this treebank. Config errors: unknown model; `classes` are fewer
/// than the labels need, or the net does not classify labels.
[[nodiscard]] Result<NetOptions> netOptionsOf(const Treebank& bank, const GraphOptions& options);

/// Makes graphs of one bank again and again. The program that was opened instead of trees is parsed once, whoever asks
/// first (Treebank::parsed). The bank must outlive it.
class GraphBuilder {
public:
    /// Errors as ParsedProgram::parse. `dtype`: of all graphs.
    [[nodiscard]] static Result<GraphBuilder> make(const Treebank& bank, DType dtype = DType::Float32);

    /// As buildGraph.
    [[nodiscard]] Result<OpGraph> graph(const GraphOptions& options, const RunControl& control) const;
    /// The same in memory that is kept from graph to graph.
    [[nodiscard]] Result<OpGraph> graph(const GraphOptions& options, const RunControl& control,
                                        FoldMemory& memory) const;
    [[nodiscard]] const Treebank& bank() const { return *m_bank; }
    /// Null for trees.
    [[nodiscard]] const ParsedProgram* program() const { return m_program.get(); }
    /// What runs: the net of the options, or the program, by name.
    [[nodiscard]] std::string modelName(const GraphOptions& options) const;
    /// Whether GraphOptions::dim decides any width: programs and some nets have widths of their own.
    [[nodiscard]] bool heedsDim(const GraphOptions& options) const;

private:
    GraphBuilder(const Treebank& bank, DType dtype) : m_bank(&bank), m_dtype(dtype) {}

    const Treebank* m_bank;
    DType m_dtype;
    std::shared_ptr<const ParsedProgram> m_program;
};

/// Words take the embedding rows of the whole treebank, so that a tree has the same weights in every selection.
/// Config errors: those of netOptionsOf, `classes` for a program, dim out of 1…kLargestDim, an empty selection, a
/// picked tree that is not there, trees that do not fit the net, instances of a program that cannot be chosen
/// (ParsedProgram::graph). Io error: a tree that can no longer be read. For a program `trees` and `picked` choose
/// instances. For several graphs of one bank see GraphBuilder.
[[nodiscard]] Result<OpGraph> buildGraph(const Treebank& bank, const GraphOptions& options, const RunControl& control);

} // namespace batchscope
