// SPDX-License-Identifier: GPL-3.0-or-later
//
// An LSTM that walks over words or letters in one direction, the building block of all nets over sequences. B rows per
// batch, inputs x of width n, hidden width d:
//
//     start()        h = 0, c = 0                                                    [B, d] each
//     cell(x, h, c)  z = x·Wxᵀ + bx + h·Whᵀ                                          [B, 4d] → i, f, o, u
//                    c' = σ(i)∘tanh(u) + σ(f + 1)∘c,  h' = σ(o)∘tanh(c')
//
// (Hochreiter and Schmidhuber 1997; the forget bias of 1 is DyNet's VanillaLSTMBuilder.)
//
//     const auto h = runLstm(fold, {kStart, kCell}, {input.tree, nodes, words}, Direction::Forward);
#pragma once

#include "core/nets/net_parts.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// The op of a state before the first input: no arguments, outputs h and c. Each chain calls it; merging makes one node
/// of all those calls.
[[nodiscard]] Op lstmStartOp(const OpSet& set, std::string name, std::int32_t dim);

/// The weights that the steps of one direction share.
struct LstmWeights {
    Affine fromInput;
    ParamId fromState;
};
/// Adds the parameters `Wx<suffix>` and `bx<suffix>` [rows, inputs], `Wh<suffix>` [rows, dim].
[[nodiscard]] LstmWeights addLstmWeights(OpSet& set, const std::string& suffix, std::int32_t rows, std::int32_t inputs,
                                         std::int32_t dim);
/// Computes z from x and h.
[[nodiscard]] BodyId lstmGates(BodyBuilder& body, const LstmWeights& weights, BodyId x, BodyId h);

/// The op of one step: arguments x, h, c; outputs h, c. The weights have 4d rows.
[[nodiscard]] Op lstmCellOp(const OpSet& set, std::string name, const LstmWeights& weights, std::int32_t inputs,
                            std::int32_t dim);
/// Like the overload above, but adds the weights, too.
[[nodiscard]] Op lstmCellOp(OpSet& set, std::string name, const std::string& suffix, std::int32_t inputs,
                            std::int32_t dim);

inline constexpr double kForgetBias = 1.0;

/// An op that concatenates two row arguments.
[[nodiscard]] Op joinOp(const OpSet& set, std::string name, std::int32_t left, std::int32_t right);

/// The two ops of a chain.
struct LstmOps {
    OpId start;
    OpId cell;
};

/// The inputs of an LSTM chain. `nodes` holds the tree node of each step, one per input.
struct LstmInputs {
    TreeId tree;
    std::span<const TreeNodeId> nodes;
    std::span<const Value> values;
};

enum class Direction { Forward, Backward };

/// Records a chain; returns the h of each input, in the order of the inputs for both directions.
[[nodiscard]] std::vector<Value> runLstm(Fold& fold, const LstmOps& ops, const LstmInputs& inputs, Direction direction);

// The net above the word vectors, shared by all taggers (equations in bilstm_tagger.cpp).

/// Adds four ops: start, forward, backward, tag. Word vectors are `inputs` wide.
void addTagger(OpSet& set, std::int32_t inputs, const NetOptions& options);

/// Records both chains over the word vectors; returns the scores of each word. `first` is the first op that addTagger
/// added; `nodes` and `words` are in sentence order.
[[nodiscard]] std::vector<Value> scoreWords(const TreeInput& input, OpId first, std::span<const TreeNodeId> nodes,
                                            std::span<const Value> words, Fold& fold);

/// Like scoreWords, but requests the scores, with the labels of the words as targets.
void recordTagger(const TreeInput& input, OpId first, std::span<const TreeNodeId> nodes, std::span<const Value> words,
                  Fold& fold);

} // namespace batchscope
