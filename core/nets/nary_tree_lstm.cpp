// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TreeLSTM that distinguishes children by position: each has its own weights, and each child's forget gate reads
// all children. B rows per batch, hidden width d, children 1…n:
//
//     composeN(h1…hn, c1…cn)       i, o, u = Σ_l hl·Ulᵀ + b                  Ul [3d, d]
//                                  fk      = σ(Σ_l hl·Ufk_lᵀ + bf)           Ufk_l [d, d], also for l ≠ k
//                                  c = σ(i)∘tanh(u) + Σ_k fk∘ck     h = σ(o)∘tanh(c)
//     headN(word, h1…hn, c1…cn)    the same with x·Wᵀ + b in place of b and x·Wfᵀ + bf in place of bf, x = E[word]
//     leaf, logits                 see tai_parts.h
//
// (Tai et al. 2015, eq. 9-14. Words have width d. At most kMostNaryChildren children.)
//
// There is one op for each number of children N = 1…arity, so only nodes with equally many children batch; position k
// has the same weights in all of them. There are arity² forget matrices, 4·arity²·d² bytes in float32: 0.3 MB for SST
// (2, d = 100) and 41 MB for raw Penn trees (32). Child-sum has one, and binarized trees have four.
#include "core/nets/net_list.h"
#include "core/nets/tai_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::int32_t kMostNaryChildren = 64;

std::int32_t mostChildren(const NetOptions& options) {
    return std::min(options.arity, kMostNaryChildren);
}

/// Parameters by child position, from 0.
struct ChildParams {
    std::vector<ParamId> gates;               ///< Ul
    std::vector<std::vector<ParamId>> forget; ///< [k][l]: Ufk_l, child l in the forget gate of child k
};

ChildParams addChildParams(OpSet& set, std::int32_t children, std::int32_t dim) {
    ChildParams params;
    for (std::int32_t l = 1; l <= children; ++l) {
        params.gates.push_back(addWeight(set, fmt::format("U{}", l), 3 * dim, dim));
    }
    for (std::int32_t k = 1; k <= children; ++k) {
        std::vector<ParamId>& row = params.forget.emplace_back();
        for (std::int32_t l = 1; l <= children; ++l) {
            row.push_back(addWeight(set, fmt::format("Uf{}_{}", k, l), dim, dim));
        }
    }
    return params;
}

Op naryInnerOp(const OpSet& set, const TaiParams& shared, const ChildParams& own, std::size_t children, OwnWord ownWord,
               std::int32_t dim) {
    BodyBuilder body(set.params);
    const WordTerms word = wordTerms(body, shared, ownWord);
    const std::size_t firstRow = ownWord == OwnWord::Yes ? 1 : 0;
    std::vector<BodyId> h;
    for (std::size_t l = 0; l < children; ++l) {
        h.push_back(body.argument(static_cast<std::int32_t>(firstRow + l), dim));
    }
    BodyId gates = word.gates;
    for (std::size_t l = 0; l < children; ++l) {
        gates = plusProduct(body, gates, h[l], own.gates[l], shared.word.bias);
    }
    BodyId kept;
    for (std::size_t k = 0; k < children; ++k) {
        BodyId forget = word.forget;
        for (std::size_t l = 0; l < children; ++l) {
            forget = plusProduct(body, forget, h[l], own.forget[k][l], shared.wordForget.bias);
        }
        const BodyId c = body.argument(static_cast<std::int32_t>(firstRow + children + k), dim);
        const BodyId keptOfChild = body.multiply(body.sigmoid(forget), c);
        kept = kept.valid() ? body.add(kept, keptOfChild) : keptOfChild;
    }
    outputTaiStep(body, gates, kept, dim);
    Op op{.name = fmt::format("{}{}", ownWord == OwnWord::Yes ? "head" : "compose", children),
          .arguments = std::vector<ArgumentType>(firstRow, integerType(set)),
          .body = body.take()};
    op.arguments.resize(firstRow + 2 * children, rowType(set, dim));
    return op;
}

OpSet naryTreeLstmOps(const NetOptions& options) {
    OpSet set{.name = "nary-tree-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const TaiParams shared = addTaiParams(set, options);
    const ChildParams own = addChildParams(set, mostChildren(options), options.dim);
    addLeafAndLogits(set, shared, options);
    for (std::size_t children = 1; children <= own.gates.size(); ++children) {
        for (const OwnWord ownWord : {OwnWord::No, OwnWord::Yes}) {
            set.ops.push_back(naryInnerOp(set, shared, own, children, ownWord, options.dim));
        }
    }
    placeTaiLogits(set);
    return set;
}

/// A Config error at a node with more children than there are ops.
Status recordNaryTreeLstm(const TreeInput& input, Fold& fold) {
    return recordTai(input, {mostChildren(input.options), "choose a binarization, or child-sum-tree-lstm"},
                     "nary-tree-lstm", fold);
}

} // namespace

constinit const Net kNaryTreeLstmNet = {
    .name = "nary-tree-lstm",
    .title = "N-ary TreeLSTM",
    .description = "separate weights for each child position and one op per arity (Tai et al.)",
    .input = "trees with up to 64 children per node, including dependency trees",
    .ops = naryTreeLstmOps,
    .record = recordNaryTreeLstm,
    .suits = {.trees = SuitedTrees::AnyArity},
};

} // namespace batchscope
