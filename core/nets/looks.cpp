// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/looks.h"

#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

constexpr OpId kLeaf(std::size_t{0});
constexpr OpId kCell(std::size_t{1});
constexpr OpId kLogits(std::size_t{2});

Op cellOp(const OpSet& set, const Affine& hidden, const Affine& gates, std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId left = body.argument(0, dim);
    const BodyId right = body.argument(1, dim);
    const BodyId z = body.relu(body.linear(body.concat(left, right), hidden.weight, hidden.bias));
    const BodyId all = body.linear(z, gates.weight, gates.bias);
    const BodyId forgetLeft = body.sigmoid(body.slice(all, 0, dim));
    const BodyId forgetRight = body.sigmoid(body.slice(all, dim, dim));
    const BodyId input = body.sigmoid(body.slice(all, 2 * dim, dim));
    const BodyId update = body.tanh(body.slice(all, 3 * dim, dim));
    const BodyId keptLeft = body.multiply(forgetLeft, left);
    const BodyId kept = body.add(keptLeft, body.multiply(forgetRight, right));
    body.output(body.add(kept, body.multiply(input, update)));
    return {.name = "cell", .arguments = {rowType(set, dim), rowType(set, dim)}, .body = body.take()};
}

} // namespace

OpSet looksOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "looks", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    const Affine hidden = addAffine(set, "0", dim, 2 * dim);
    const Affine gates = addAffine(set, "", 4 * dim, dim);
    const Affine logits = addAffine(set, "y", options.classes, dim);
    set.ops.push_back(lookupOp(set, "leaf", embedding));
    set.ops.push_back(cellOp(set, hidden, gates, dim));
    set.ops.push_back(affineOp(set, "logits", logits, dim));
    return set;
}

Status recordLooks(const TreeInput& input, Fold& fold) {
    return recordBinaryTree(input, {"looks", kLeaf, kCell, kLogits, 1}, fold);
}

} // namespace batchscope
