// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TreeLSTM that takes any number of children, in any order: it sums them, and each child has a forget gate, all
// with the same weights. It therefore suits dependency trees. B rows per batch, hidden width d, children 1…n:
//
//     compose(h1…hn, c1…cn)        h̃       = Σ_k hk
//                                  i, o, u = h̃·Uᵀ + b                        U [3d, d]
//                                  fk      = σ(hk·Ufᵀ + bf)                  Uf [d, d]
//                                  c = σ(i)∘tanh(u) + Σ_k fk∘ck     h = σ(o)∘tanh(c)
//     head(word, h1…hn, c1…cn)     the same with x·Wᵀ + b in place of b and x·Wfᵀ + bf in place of bf, x = E[word]
//     leaf, logits                 see tai_parts.h
//
// (Tai et al. 2015, eq. 2-8. Words have width d.)
//
// The option Variadic determines how nodes with different numbers of children batch:
//     Buckets      ops compose1, compose2, … and head1, head2, …: only nodes with equally many children batch; at
//                  most kMostChildSumBuckets
//     SegmentSum   one op compose and one op head with variadic slots h and c: all nodes batch; sums run over the
//                  items of each node, and the word's forget term is spread over them
// Both compute the same values.
#include "core/nets/net_list.h"
#include "core/nets/tai_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::int32_t kMostChildSumBuckets = 128;

struct ChildSumParams {
    TaiParams shared;
    ParamId gates;  ///< U
    ParamId forget; ///< Uf
};

/// 0: one op for any number of children.
std::int32_t bucketsOf(const NetOptions& options) {
    return options.variadic == Variadic::SegmentSum ? 0 : std::min(options.arity, kMostChildSumBuckets);
}

const char* nameOf(OwnWord ownWord) {
    return ownWord == OwnWord::Yes ? "head" : "compose";
}

Op bucketOp(const OpSet& set, const ChildSumParams& params, std::int32_t children, OwnWord ownWord, std::int32_t dim) {
    BodyBuilder body(set.params);
    const WordTerms word = wordTerms(body, params.shared, ownWord);
    const std::int32_t firstRow = ownWord == OwnWord::Yes ? 1 : 0;
    BodyId sum;
    BodyId kept;
    for (std::int32_t k = 0; k < children; ++k) {
        const BodyId h = body.argument(firstRow + k, dim);
        const BodyId c = body.argument(firstRow + children + k, dim);
        const BodyId forget = plusProduct(body, word.forget, h, params.forget, params.shared.wordForget.bias);
        const BodyId keptOfChild = body.multiply(body.sigmoid(forget), c);
        sum = sum.valid() ? body.add(sum, h) : h;
        kept = kept.valid() ? body.add(kept, keptOfChild) : keptOfChild;
    }
    const BodyId gates = plusProduct(body, word.gates, sum, params.gates, params.shared.word.bias);
    outputTaiStep(body, gates, kept, dim);
    Op op{.name = fmt::format("{}{}", nameOf(ownWord), children),
          .arguments = std::vector<ArgumentType>(static_cast<std::size_t>(firstRow), integerType(set)),
          .body = body.take()};
    op.arguments.resize(static_cast<std::size_t>(firstRow) + 2 * static_cast<std::size_t>(children), rowType(set, dim));
    return op;
}

Op segmentOp(const OpSet& set, const ChildSumParams& params, OwnWord ownWord, std::int32_t dim) {
    BodyBuilder body(set.params);
    const WordTerms word = wordTerms(body, params.shared, ownWord);
    const std::int32_t firstRow = ownWord == OwnWord::Yes ? 1 : 0;
    const BodyId h = body.items(firstRow, dim);
    const BodyId c = body.items(firstRow + 1, dim);
    const BodyId wordForget = word.forget.valid() ? body.spread(word.forget) : BodyId();
    const BodyId forget = plusProduct(body, wordForget, h, params.forget, params.shared.wordForget.bias);
    const BodyId kept = body.segmentSum(body.multiply(body.sigmoid(forget), c));
    const BodyId gates = plusProduct(body, word.gates, body.segmentSum(h), params.gates, params.shared.word.bias);
    outputTaiStep(body, gates, kept, dim);
    Op op{.name = nameOf(ownWord),
          .arguments = std::vector<ArgumentType>(static_cast<std::size_t>(firstRow), integerType(set)),
          .body = body.take()};
    const ArgumentType items{ArgumentClass::Row, dim, set.dtype, Arity::Any};
    op.arguments.insert(op.arguments.end(), {items, items});
    return op;
}

OpSet childSumTreeLstmOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "child-sum-tree-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const ChildSumParams params{.shared = addTaiParams(set, options),
                                .gates = addWeight(set, "U", 3 * dim, dim),
                                .forget = addWeight(set, "Uf", dim, dim)};
    addLeafAndLogits(set, params.shared, options);
    constexpr std::array kKinds = {OwnWord::No, OwnWord::Yes};
    if (options.variadic == Variadic::SegmentSum) {
        for (const OwnWord ownWord : kKinds) {
            set.ops.push_back(segmentOp(set, params, ownWord, dim));
        }
    }
    for (std::int32_t children = 1; children <= bucketsOf(options); ++children) {
        for (const OwnWord ownWord : kKinds) {
            set.ops.push_back(bucketOp(set, params, children, ownWord, dim));
        }
    }
    placeTaiLogits(set);
    return set;
}

/// If buckets are used, fails with a Config error at a node with more children than there are ops.
Status recordChildSumTreeLstm(const TreeInput& input, Fold& fold) {
    return recordTai(input, {bucketsOf(input.options), "choose segment-sum, which takes any number of children"},
                     "child-sum-tree-lstm", fold);
}

} // namespace

constinit const Net kChildSumTreeLstmNet = {
    .name = "child-sum-tree-lstm",
    .title = "Child-sum TreeLSTM",
    .description = "sums any number of children, in buckets or by segment sum (Tai et al.)",
    .input = "any trees, including dependency trees",
    .ops = childSumTreeLstmOps,
    .record = recordChildSumTreeLstm,
    .uses = {.variadic = true},
    .suits = {.usualFor = TreeKind::Dependencies, .trees = SuitedTrees::AnyArity},
};

} // namespace batchscope
