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

// Texts of Net::input that several nets share.
inline constexpr const char* kBinaryTrees = "binary trees";
inline constexpr const char* kWordsInOrder = "the words of any tree, in order";

/// Adds a weight [rows, columns], initialized uniformly.
ParamId addWeight(OpSet& set, std::string name, std::int32_t rows, std::int32_t columns);
/// Adds a lookup table of `rows` rows of `width` numbers, initialized uniformly.
ParamId addTable(OpSet& set, std::string name, RowMeaning meaning, std::int32_t rows, std::int32_t width);
/// Adds a bias [1, width], initialized to zero.
ParamId addBias(OpSet& set, std::string name, std::int32_t width);

/// x ↦ x · weightᵀ + bias
struct Affine {
    ParamId weight;
    ParamId bias;
};
/// Adds the parameters `W<suffix>` [outputs, inputs] and `b<suffix>`.
Affine addAffine(OpSet& set, const std::string& suffix, std::int32_t outputs, std::int32_t inputs);

[[nodiscard]] ArgumentType rowType(const OpSet& set, std::int32_t width);
[[nodiscard]] ArgumentType integerType(const OpSet& set);

/// An op with one row argument: the affine map alone.
[[nodiscard]] Op affineOp(const OpSet& set, std::string name, const Affine& affine, std::int32_t inputs);
/// An op with one integer argument that looks up its row of a table.
[[nodiscard]] Op lookupOp(const OpSet& set, std::string name, ParamId table);

/// Hidden state and memory cell of an LSTM.
struct LstmState {
    BodyId h;
    BodyId c;
};
/// One LSTM step from its pre-activations [4d] = (input i, forget f, output o, update u) and the previous memory [d]:
/// c' = σ(i)∘tanh(u) + σ(f + forgetBias)∘c, h' = σ(o)∘tanh(c') (Hochreiter and Schmidhuber 1997, with the forget gate
/// of Gers et al. 2000; no peepholes).
LstmState lstmStep(BodyBuilder& body, BodyId gates, BodyId memory, std::int32_t dim, double forgetBias = 0.0);

/// One step of a binary TreeLSTM from its pre-activations [5d] = (update a, input i, forget left f1, forget right f2,
/// output o): c = tanh(a)∘σ(i) + σ(f1)∘leftC + σ(f2)∘rightC, h = σ(o)∘tanh(c) (TorchFold's examples/snli).
LstmState binaryTreeLstmStep(BodyBuilder& body, BodyId gates, BodyId leftC, BodyId rightC, std::int32_t dim);

/// The ops of a net that walks a binary tree bottom-up.
struct BinaryOps {
    const char* net;          ///< for messages
    OpId leaf;                ///< makes the state of a word
    OpId compose;             ///< takes each value of the left child's state, then of the right child's
    OpId logits;              ///< takes the first value of a state
    std::uint32_t values;     ///< number of values in a state: outputs of leaf and compose
    bool passesUnary = false; ///< a node with one child takes its child's state; otherwise it is an error
};
/// Records the calls of one tree. Config errors: nodes with other numbers of children, inner nodes with words.
[[nodiscard]] Status recordBinaryTree(const TreeInput& input, const BinaryOps& ops, Fold& fold);

/// A Config error if inner nodes carry words, which a net that reads words only at leaves would ignore.
[[nodiscard]] Status wordsAtLeavesOnly(const TreeInput& input, const char* net);
/// A Config error if the tree is not a pair (core/shapes/shape.h): the root does not have two children, or inner nodes
/// have words.
[[nodiscard]] Status checkPair(const TreeInput& input, const char* net);
/// A Config error at a node whose number of children a binary net cannot take; the message says what to do.
[[nodiscard]] Error notBinary(const TreeInput& input, TreeNodeId node, const char* net);

/// Records one call of a look-up op (with one integer) for each node's word, in the order of `order`.
[[nodiscard]] std::vector<Value> lookUpWords(const TreeInput& input, std::span<const TreeNodeId> order, OpId lookup,
                                             Fold& fold);

// Views color an op by its position among the ops of its net. Logits have the same position in all nets, so that they
// have the same color everywhere.

inline constexpr OpId kLogitsPlace(std::size_t{2});

/// Swaps `logits`, which was added at `addedAt`, with the op at kLogitsPlace.
inline void placeLogits(OpSet& set, OpId addedAt) {
    std::swap(set.ops[addedAt], set.ops[kLogitsPlace]);
}

} // namespace batchscope
