// SPDX-License-Identifier: GPL-3.0-or-later
//
// A net: its ops with their bodies, and a function that records the calls for one tree. Each net has one file and a row
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

/// How ops with any number of children are batched.
enum class Variadic {
    Buckets,    ///< one op for each number of children
    SegmentSum, ///< one op for all numbers; a segment sum combines the items of each node
};
template <>
inline constexpr EnumNames<2> kEnumNames<Variadic> = {"variadic mode", {"buckets", "segment-sum"}};

/// The values that determine a net's parameters. They describe the whole treebank, so that a tree has the same weights
/// in every selection.
struct NetOptions {
    std::int32_t dim = 100;       ///< hidden width d, at least 1
    std::int32_t vocabulary = 1;  ///< rows of the embedding table
    std::int32_t classes = 5;     ///< outputs of the classifier, at least as many as `labels` has classes
    std::int32_t arity = 2;       ///< largest number of children of a node
    std::int32_t vectorWidth = 0; ///< length of the vector at a leaf; 0: leaves have words
    Variadic variadic = Variadic::Buckets;
    DType dtype = DType::Float32;
    LabelClasses labels = {}; ///< the meaning of the classifier's outputs
};

/// The values that are requested.
enum class Outputs {
    Root, ///< logits at the root of each tree
    All,  ///< logits at every leaf and inner node
};
template <>
inline constexpr EnumNames<2> kEnumNames<Outputs> = {"outputs", {"root", "all"}};

/// One tree to record, and what else a net may need.
struct TreeInput {
    const Treebank& bank;
    TreeId tree;       ///< id in the treebank
    const Tree& shape; ///< the tree, binarized if that was chosen
    const NetOptions& options;
    Outputs outputs = Outputs::Root;

    /// The class of a node's label (see label_classes.h); kNoTarget without a label.
    [[nodiscard]] std::int32_t target(TreeNodeId node) const {
        return options.labels.classOf(shape.labels[node.index()]);
    }
    /// True if logits are requested at this node.
    [[nodiscard]] bool wants(TreeNodeId node) const { return outputs == Outputs::All || node == shape.root(); }
    /// A Config error at the node's position in the file.
    [[nodiscard]] Error error(TreeNodeId node, std::string message) const;
};

/// The way a net uses the shape of a tree.
enum class ShapeUse {
    Nodes,  ///< its calls follow the nodes
    Labels, ///< it reads the words in order; the labels of the leaves are targets
    None,   ///< neither; its targets, if any, are the labels of the roots
};

/// The choices that affect what a net records. The others have no effect, whatever the trees are.
struct UsedOptions {
    bool dim = true;
    bool outputs = true;    ///< Outputs
    bool merge = true;      ///< some of its calls can be equal
    bool variadic = false;  ///< Variadic
    bool recursion = false; ///< RecursionChoice
    bool unsafe = false;    ///< Unsafe
    ShapeUse shape = ShapeUse::Nodes;
};

/// The training target of a net.
enum class Learns {
    Labels, ///< classes of labels; with all outputs, spinn also predicts the moves that make the tree
    Moves,  ///< the moves of a parser, which every tree determines; labels are an input
};

/// The contents of files, as far as they matter for the choice of a net.
enum class TreeKind : std::uint8_t { Brackets, Dependencies, Sentences, Vectors };

/// The trees of a kind that a net takes.
enum class SuitedTrees : std::uint8_t {
    Some,        ///< those that Net::input describes
    AnyArity,    ///< any number of children per node; nothing needs to be binarized
    OneSequence, ///< any trees; the graph is one step after another, whatever the shape
};

/// The trees that a net is meant for; used to choose another net for trees that the chosen net does not take.
struct Suits {
    std::optional<TreeKind> usualFor = {}; ///< this net is used for trees of this kind if the chosen net does not fit
    std::optional<TreeKind> onlyFor = {};  ///< made for this kind only, although it may take others
    SuitedTrees trees = SuitedTrees::Some;
};

struct Net {
    const char* name;        ///< as in `batchscope-cli list models`
    const char* title;       ///< for people: "N-ary TreeLSTM"
    const char* description; ///< one line
    const char* input;       ///< describes the trees that the net takes
    OpSet (*ops)(const NetOptions& options);
    /// Records the calls of one tree (not named emit, which is a Qt macro). Config error with the tree's position if
    /// the tree does not fit the net.
    Status (*record)(const TreeInput& input, Fold& fold);
    Leaves leaves = Leaves::Words;     ///< what the net reads at the leaves
    LabelsAt labels = LabelsAt::Nodes; ///< where the net reads labels
    Learns learns = Learns::Labels;    ///< what the targets are
    UsedOptions uses = {};
    Suits suits = {};
};

/// Outputs of a classifier without labels: as many as SST has classes, or one for each digit for images.
constexpr std::int32_t kUnlabeledClasses = 5;
constexpr std::int32_t kUnlabeledImageClasses = 10;

/// All nets, in the order in which they are listed.
[[nodiscard]] std::span<const Net> nets();
/// The net with this name, or a Config error that lists the names.
[[nodiscard]] Result<const Net*> findNet(std::string_view name);
/// The net's title for people; `name` itself if it is not one of nets(), such as the name of a program.
[[nodiscard]] std::string_view netTitle(std::string_view name);

} // namespace batchscope
