// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the two TreeLSTMs of Tai et al. 2015 share: the leaf, the gates, which op a node takes, and the walk. They
// differ only in what an inner node does with its children. Rows in a batch B, hidden width d:
//
//     leaf(word)   i, o, u = x·Wᵀ + b    x = E[word]      W [3d, d]
//                  c = σ(i)∘tanh(u)      h = σ(o)∘tanh(c)
//     logits(h)    h·Wyᵀ + by                             [B, classes]
//
// Inner ops come without word (`compose…`: constituency trees) and with the node's own word (`head…`: dependency
// trees, where every node has one). Their arguments are, in order: the word if any, the h of all children, the c of all
// children.
#pragma once

#include "core/nets/net_parts.h"

#include <string_view>

namespace batchscope {

/// Whether an inner node has a word x of its own.
enum class OwnWord { No, Yes };

/// Parameters of both nets. The words' weights serve leaves and heads alike.
struct TaiParams {
    ParamId embedding; ///< E [vocabulary, d]
    Affine word;       ///< W [3d, d] and b, for i, o, u
    Affine wordForget; ///< Wf [d, d] and bf
    Affine logits;
};
TaiParams addTaiParams(OpSet& set, const NetOptions& options);

/// What a node's own word contributes; invalid ids without a word.
struct WordTerms {
    BodyId gates;  ///< x·Wᵀ + b [3d]
    BodyId forget; ///< x·Wfᵀ + bf [d], the same for every child
};
/// The word is argument 0 of the op.
WordTerms wordTerms(BodyBuilder& body, const TaiParams& params, OwnWord ownWord);

/// sum + input · weightᵀ; where there is no sum yet, the bias takes its place.
BodyId plusProduct(BodyBuilder& body, BodyId sum, BodyId input, ParamId weight, ParamId bias);

/// c = σ(i)∘tanh(u) + kept, h = σ(o)∘tanh(c) from gates [3d] = (i, o, u) and what the forget gates keep, [d]; nothing
/// is kept when `kept` is invalid. h and c become outputs 0 and 1 of the op (Tai eq. 3, 5-8 and 9, 11-14).
void outputTaiStep(BodyBuilder& body, BodyId gates, BodyId kept, std::int32_t dim);

/// Ops 0 and 1, `leaf` and `logits`.
void addLeafAndLogits(OpSet& set, const TaiParams& params, const NetOptions& options);
/// When all ops have been added: `logits` changes places with the first inner op (kLogitsPlace).
void placeTaiLogits(OpSet& set);

/// How inner nodes find their op: after leaf and logits, ops for growing numbers of children are added, each without
/// word and with word. So the ops that one treebank uses stay near the first ones, which have colors of their own.
struct InnerOps {
    std::int32_t buckets = 0;              ///< ops for 1, 2, … children; 0: one op for any number of children
    std::string_view tooManyChildren = {}; ///< what to do about a node with more, for the message
};
/// Records a tree of either kind.
[[nodiscard]] Status recordTai(const TreeInput& input, const InnerOps& ops, const char* net, Fold& fold);

} // namespace batchscope
