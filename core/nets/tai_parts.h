// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts that the two TreeLSTMs of Tai et al. 2015 share: the leaf, the gates, the choice of a node's op, and the
// walk. They differ only in what an inner node does with its children. B rows per batch, hidden width d:
//
//     leaf(word)   i, o, u = x·Wᵀ + b    x = E[word]      W [3d, d]
//                  c = σ(i)∘tanh(u)      h = σ(o)∘tanh(c)
//     logits(h)    h·Wyᵀ + by                             [B, classes]
//
// Inner ops exist without a word (`compose…`, for constituency trees) and with the node's word (`head…`, for dependency
// trees, where every node has one). Their arguments are, in order: the word if any, the h of all children, the c of all
// children.
#pragma once

#include "core/nets/net_parts.h"

#include <string_view>

namespace batchscope {

/// Specifies if an inner node has a word x.
enum class OwnWord { No, Yes };

/// Parameters of both nets. Leaves and heads share the weights of the words.
struct TaiParams {
    ParamId embedding; ///< E [vocabulary, d]
    Affine word;       ///< W [3d, d] and b, for i, o, u
    Affine wordForget; ///< Wf [d, d] and bf
    Affine logits;
};
TaiParams addTaiParams(OpSet& set, const NetOptions& options);

/// The contribution of a node's word; invalid ids without a word.
struct WordTerms {
    BodyId gates;  ///< x·Wᵀ + b [3d]
    BodyId forget; ///< x·Wfᵀ + bf [d], the same for every child
};
/// Computes the terms of the word, which is argument 0 of the op.
WordTerms wordTerms(BodyBuilder& body, const TaiParams& params, OwnWord ownWord);

/// sum + input · weightᵀ; if `sum` is invalid, the bias takes its place.
BodyId plusProduct(BodyBuilder& body, BodyId sum, BodyId input, ParamId weight, ParamId bias);

/// Computes c = σ(i)∘tanh(u) + kept, h = σ(o)∘tanh(c) from gates [3d] = (i, o, u) and `kept` [d], the part that the
/// forget gates keep (invalid: nothing). h and c become outputs 0 and 1 of the op (Tai eq. 3, 5-8 and 9, 11-14).
void outputTaiStep(BodyBuilder& body, BodyId gates, BodyId kept, std::int32_t dim);

/// Adds ops 0 and 1, `leaf` and `logits`.
void addLeafAndLogits(OpSet& set, const TaiParams& params, const NetOptions& options);
/// Call this after all ops have been added: it swaps `logits` with the first inner op (kLogitsPlace).
void placeTaiLogits(OpSet& set);

/// How inner nodes find their op. After leaf and logits, ops are added by ascending number of children, each without
/// and with a word, so that the ops that a treebank uses are near the first ones, which have distinct colors.
struct InnerOps {
    std::int32_t buckets = 0;              ///< ops for 1, 2, … children; 0: one op for any number of children
    std::string_view tooManyChildren = {}; ///< advice in the error message for a node with more children
};
/// Records a tree of either net.
[[nodiscard]] Status recordTai(const TreeInput& input, const InnerOps& ops, const char* net, Fold& fold);

} // namespace batchscope
