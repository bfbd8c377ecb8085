// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape that a treebank's trees take before a net runs on them, as one value and one function, so that the graph,
// the picture of the tree and `explain` refer to the same nodes. Undone by `unbinarized` (restore.h).
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace batchscope {

// Makes trees binary, so that binary nets, which need two children at every inner node, run on n-ary treebanks.

// Merges nodes with one child. Treebanks hold such nodes, `(NP (NN dog))`. Nets of two children and the Chomsky normal
// form want them merged into one node, named NP+NN. restore.h undoes it.

enum class Ends {
    Keep,     ///< stays a node of its own
    Collapse, ///< may be merged as any other
};

/// Which ends of a chain are merged, too (NLTK's collapsePOS and collapseRoot).
struct UnaryOptions {
    Ends pos = Ends::Collapse;  ///< leaves: `(NP (NN dog))` has two nodes, as a preterminal is one leaf with its word
    Ends root = Ends::Collapse; ///< the root
    bool operator==(const UnaryOptions&) const = default;
};

/// Each chain of nodes with one child is merged into its lowest node, which takes the label of the topmost one and
/// keeps its own position; `chains` has what was there. Chains and marks from before stay. The order of the other nodes
/// stays as it is. In a dependency tree every node has a word to lose, so the tree is returned unchanged. O(n),
/// iterative.
[[nodiscard]] Tree collapsedUnary(const Tree& tree, const UnaryOptions& options = {});

enum class Binarization {
    None,
    Left,     ///< ((a b) c)
    Right,    ///< (a (b c))
    Balanced, ///< ((a b) (c d))
    Head,     ///< outwards from the head h, first to the right, then to the left: (a (b ((h c) d))); head_rules.h
};
template <>
inline constexpr EnumNames<5> kEnumNames<Binarization> = {"binarization",
                                                          {"none", "left", "right", "balanced", "head"}};

/// The tree with at most two children at every inner node: where there are more, introduced nodes take them two by two.
/// These take the label (of a collapsed chain: that of its lowest node) and the position of the node; they are recorded
/// in `marks`, named by node_label.h and removed by restore.h. Nodes with one child stay. Children come before parents
/// and the root is last. With None the tree is returned unchanged. Only Head reads `labels`. O(n), iterative.
///
/// A dependency tree becomes a constituency tree: a head's word becomes a leaf among its dependents, at its place in
/// the sentence, with the head's label and position; Head begins with it. The leaves come first, in sentence order.
[[nodiscard]] Tree factored(const Tree& tree, Binarization mode, const SymbolTable& labels);

/// The tree with two children at every inner node: all unary chains collapsed (unary.h), then factored. With None the
/// tree is returned unchanged.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode, const SymbolTable& labels);
/// The same for modes that do not read labels: all but Head.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode);

// Finds the head among the children of a constituent, for head-factored binarization.
//
// The rules are those of Collins 1999 (Head-Driven Statistical Models for Natural Language Parsing, appendix A), which
// go back to Magerman 1995, for the labels of the Penn Treebank. A label counts without its functional tags and
// indices: NP-SBJ-1 and NP=2 are NP. For other labels the head is the rightmost child.

/// Place of the head among the children of a constituent; at least one child. O(children).
[[nodiscard]] std::size_t headChild(std::string_view parent, std::span<const std::string_view> children);

/// What happens to nodes with one child.
enum class Unary {
    Auto,     ///< as Collapse where trees are made binary, else as Keep
    Keep,     ///< they stay
    Collapse, ///< every chain becomes one node
    KeepPos,  ///< … but leaves stay apart: `(NP (NN dog))` keeps both nodes
    KeepRoot, ///< … but the root stays apart
    KeepEnds, ///< … but leaves and the root stay apart
};
template <>
inline constexpr EnumNames<6> kEnumNames<Unary> = {"unary mode",
                                                   {"auto", "keep", "collapse", "keep-pos", "keep-root", "keep-ends"}};

struct ShapeOptions {
    Binarization binarization = Binarization::None;
    Unary unary = Unary::Auto;
    bool operator==(const ShapeOptions&) const = default;
    /// Whether trees stay as they were read, whatever they are.
    [[nodiscard]] bool isAsRead() const {
        return binarization == Binarization::None && (unary == Unary::Auto || unary == Unary::Keep);
    }
};

/// The tree in the shape asked for. `labels` holds the texts of its labels.
[[nodiscard]] Tree shaped(const Tree& tree, const SymbolTable& labels, const ShapeOptions& options);

} // namespace batchscope
