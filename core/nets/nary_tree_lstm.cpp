// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/nary_tree_lstm.h"

#include "core/nets/tai_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

std::int32_t mostChildren(const NetOptions& options) {
    return std::min(options.arity, kMostNaryChildren);
}

/// By position from 0.
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

Op innerOp(const OpSet& set, const TaiParams& shared, const ChildParams& own, std::size_t children, OwnWord ownWord,
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

} // namespace

OpSet naryTreeLstmOps(const NetOptions& options) {
    OpSet set{.name = "nary-tree-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const TaiParams shared = addTaiParams(set, options);
    const ChildParams own = addChildParams(set, mostChildren(options), options.dim);
    addLeafAndLogits(set, shared, options);
    for (const OwnWord ownWord : {OwnWord::No, OwnWord::Yes}) {
        for (std::size_t children = 1; children <= own.gates.size(); ++children) {
            set.ops.push_back(innerOp(set, shared, own, children, ownWord, options.dim));
        }
    }
    placeTaiLogits(set);
    return set;
}

Status recordNaryTreeLstm(const TreeInput& input, Fold& fold) {
    return recordTai(input, {mostChildren(input.options), "choose a binarization, or child-sum-tree-lstm"},
                     "nary-tree-lstm", fold);
}

} // namespace batchscope
