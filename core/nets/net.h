// SPDX-License-Identifier: GPL-3.0-or-later
//
// A net: its ops with their bodies, and a walk that records the calls for one tree. Each net has its own file and a row
// in net_list.h.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/formats/format_registry.h"
#include "core/graph/fold.h"
#include "core/nets/label_classes.h"
#include "core/treebank/treebank.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace batchscope {

/// How ops with any number of children batch.
enum class Variadic {
    Buckets,    ///< one op for each number of children
    SegmentSum, ///< one op for all; a segment sum brings the items of each node together
};
template <>
inline constexpr EnumNames<2> kEnumNames<Variadic> = {"variadic mode", {"buckets", "segment-sum"}};

/// What decides a net's parameters. All of it describes the whole treebank, so that a tree has the same weights in
/// every selection.
struct NetOptions {
    std::int32_t dim = 100;       ///< hidden width d, at least 1
    std::int32_t vocabulary = 1;  ///< rows of the embedding table
    std::int32_t classes = 5;     ///< outputs of the classifier, at least as many as `labels` has classes
    std::int32_t arity = 2;       ///< most children of a node
    std::int32_t vectorWidth = 0; ///< numbers of a vector that a leaf carries; 0: leaves carry words
    Variadic variadic = Variadic::Buckets;
    DType dtype = DType::Float32;
    LabelClasses labels = {}; ///< what the outputs of the classifier stand for
};

/// Which values are asked for.
enum class Outputs {
    Root, ///< logits at the root of each tree
    All,  ///< logits at every leaf and inner node
};
template <>
inline constexpr EnumNames<2> kEnumNames<Outputs> = {"outputs", {"root", "all"}};

/// One tree to record, and what else a net may ask.
struct TreeInput {
    const Treebank& bank;
    TreeId tree;       ///< as in the treebank
    const Tree& shape; ///< the tree, binarized when that was chosen
    const NetOptions& options;
    Outputs outputs = Outputs::Root;

    /// The class of a node's label (see label_classes.h); kNoTarget without label.
    [[nodiscard]] std::int32_t target(TreeNodeId node) const {
        return options.labels.classOf(shape.labels[node.index()]);
    }
    /// Whether logits are asked for at this node.
    [[nodiscard]] bool wants(TreeNodeId node) const { return outputs == Outputs::All || node == shape.root(); }
    /// A Config error at the node's place in the file.
    [[nodiscard]] Error error(TreeNodeId node, std::string message) const;
};

/// What a net reads of a tree's shape.
enum class ShapeUse {
    Nodes,  ///< its calls follow the nodes
    Labels, ///< it reads the words in order; the labels of the leaves are targets
    None,   ///< neither; its targets, if any, are those of the roots
};

/// Which choices change what a net records. One that is not heeded has no effect, whatever the trees are.
struct Heeded {
    bool dim = true;
    bool outputs = true;    ///< Outputs
    bool merge = true;      ///< some of its calls can be equal
    bool variadic = false;  ///< Variadic
    bool recursion = false; ///< RecursionChoice
    bool unsafe = false;    ///< Unsafe
    ShapeUse shape = ShapeUse::Nodes;
};

/// What a net is trained to tell apart.
enum class Learns {
    Labels, ///< classes of labels; spinn with all outputs also the moves that make the tree
    Moves,  ///< the moves of a parser, which every tree gives; labels are an input
};

/// What files contain, as far as it matters to the choice of a net.
enum class TreeKind : std::uint8_t { Brackets, Dependencies, Sentences, Vectors };

/// Which trees of a kind a net takes.
enum class SuitedTrees : std::uint8_t {
    Some,        ///< those that `input` says
    AnyArity,    ///< nodes with any number of children: nothing need be binarized
    OneSequence, ///< any: its graph is one step after the other, whatever the shape
};

/// Which trees a net is for: what is shown of trees that the chosen net does not take.
struct Suits {
    std::optional<TreeKind> usualFor = {}; ///< it is the one to be shown where another net does not fit
    std::optional<TreeKind> onlyFor = {};  ///< it takes trees of other kinds, too, but was not made for them
    SuitedTrees trees = SuitedTrees::Some;
};

struct Net {
    const char* name;        ///< as in `batchscope-cli list models`
    const char* title;       ///< for people: "N-ary TreeLSTM"
    const char* description; ///< one line
    const char* input;       ///< what trees it takes
    OpSet (*ops)(const NetOptions& options);
    /// Records the calls of one tree (not named emit: that is a macro of Qt). Config error with the tree's place when
    /// the tree does not fit the net.
    Status (*record)(const TreeInput& input, Fold& fold);
    Leaves leaves = Leaves::Words;     ///< what it reads at the leaves
    LabelsAt labels = LabelsAt::Nodes; ///< where it reads labels
    Learns learns = Learns::Labels;    ///< what its targets are
    Heeded heeds = {};
    Suits suits = {};
};

/// Outputs of a classifier where there are no labels: as many as SST has classes, or digits for images.
constexpr std::int32_t kUnlabelledClasses = 5;
constexpr std::int32_t kUnlabelledImageClasses = 10;

/// All nets, in the order in which they are listed.
[[nodiscard]] std::span<const Net> nets();
/// The net of that name, or a Config error that lists the names.
[[nodiscard]] Result<const Net*> findNet(std::string_view name);
/// Its title for people; the name itself where it is none of nets(): a program names its own.
[[nodiscard]] std::string_view netTitle(std::string_view name);

} // namespace batchscope
