// SPDX-License-Identifier: GPL-3.0-or-later
//
// Building blocks that several nets share: parameters, affine ops, the LSTM step, the words of a tree in order.
#pragma once

#include "core/graph/op_set.h"
#include "core/nets/net.h"

#include <string>
#include <utility>
#include <vector>

namespace batchscope {

// What several nets take (Net::input).
inline constexpr const char* kBinaryTrees = "binary trees";
inline constexpr const char* kWordsInOrder = "the words of any tree, in order";

/// A weight [rows, columns], uniform at the start.
ParamId addWeight(OpSet& set, std::string name, std::int32_t rows, std::int32_t columns);
/// A table that is looked up in: `rows` rows of `width` numbers, uniform at the start.
ParamId addTable(OpSet& set, std::string name, RowMeaning meaning, std::int32_t rows, std::int32_t width);
/// A bias [1, width], zero at the start.
ParamId addBias(OpSet& set, std::string name, std::int32_t width);

/// x ↦ x · weightᵀ + bias
struct Affine {
    ParamId weight;
    ParamId bias;
};
/// Parameters `W<suffix>` [outputs, inputs] and `b<suffix>`.
Affine addAffine(OpSet& set, const std::string& suffix, std::int32_t outputs, std::int32_t inputs);

[[nodiscard]] ArgumentType rowType(const OpSet& set, std::int32_t width);
[[nodiscard]] ArgumentType integerType(const OpSet& set);

/// An op of one row argument: the affine map alone.
[[nodiscard]] Op affineOp(const OpSet& set, std::string name, const Affine& affine, std::int32_t inputs);
/// An op of one integer argument: its row of a table.
[[nodiscard]] Op lookupOp(const OpSet& set, std::string name, ParamId table);

/// Hidden state and memory cell of an LSTM.
struct LstmState {
    BodyId h;
    BodyId c;
};
/// One LSTM step from its pre-activations [4d] = (input i, forget f, output o, update u) and the memory before, [d]:
/// c' = σ(i)∘tanh(u) + σ(f + forgetBias)∘c, h' = σ(o)∘tanh(c') (Hochreiter and Schmidhuber 1997, with the forget gate
/// of Gers et al. 2000; no peepholes).
LstmState lstmStep(BodyBuilder& body, BodyId gates, BodyId memory, std::int32_t dim, double forgetBias = 0.0);

/// One step of a binary TreeLSTM from its pre-activations [5d] = (update a, input i, forget left f1, forget right f2,
/// output o): c = tanh(a)∘σ(i) + σ(f1)∘leftC + σ(f2)∘rightC, h = σ(o)∘tanh(c) (TorchFold's examples/snli).
LstmState binaryTreeLstmStep(BodyBuilder& body, BodyId gates, BodyId leftC, BodyId rightC, std::int32_t dim);

/// The ops of a net that walks a binary tree bottom-up.
struct BinaryOps {
    const char* net;          ///< for messages
    OpId leaf;                ///< of a word: the state
    OpId compose;             ///< of the left and the right child's state, each value of it an argument
    OpId logits;              ///< of the state's first value
    std::uint32_t values;     ///< of a state: outputs of leaf and compose
    bool passesUnary = false; ///< whether a node with one child takes its child's state; an error otherwise
};
/// Records the calls of one tree. Config errors: nodes with other numbers of children, inner nodes with words.
[[nodiscard]] Status recordBinaryTree(const TreeInput& input, const BinaryOps& ops, Fold& fold);

/// A Config error for a tree whose inner nodes carry words, which a net that reads words at leaves only would drop.
[[nodiscard]] Status wordsAtLeavesOnly(const TreeInput& input, const char* net);
/// A Config error for a tree that is no pair (core/shapes/pair.h): other than two trees below the root, or words at
/// inner nodes.
[[nodiscard]] Status checkPair(const TreeInput& input, const char* net);
/// A Config error at a node whose number of children a binary net cannot take; it says what to do.
[[nodiscard]] Error notBinary(const TreeInput& input, TreeNodeId node, const char* net);

/// One call of a look-up op (of one integer) for each node's word, in that order.
[[nodiscard]] std::vector<Value> lookUpWords(const TreeInput& input, std::span<const TreeNodeId> order, OpId lookup,
                                             Fold& fold);

/// Nodes that carry words, in the order of the sentence: the leaves, or all nodes of a dependency tree.
[[nodiscard]] std::vector<TreeNodeId> wordsInOrder(const Tree& tree);

// Views color an op by its place among the ops of its net. So that logits look the same in every net, they have the
// same place in all of them.

inline constexpr OpId kLogitsPlace(std::size_t{2});

/// Swaps `logits`, which was added at this place, with the op at kLogitsPlace.
inline void placeLogits(OpSet& set, OpId addedAt) {
    std::swap(set.ops[addedAt], set.ops[kLogitsPlace]);
}

} // namespace batchscope
