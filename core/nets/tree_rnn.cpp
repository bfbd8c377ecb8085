// SPDX-License-Identifier: GPL-3.0-or-later
//
// The simplest recursive net, and the first of DyNet's tutorial on trees. B rows per batch, hidden width d:
//
//     embed(word)      h = E[word]                  [B, d]
//     compose(h1, h2)  h = tanh([h1; h2]·Wᵀ)        W [d, 2d], no bias
//     logits(h)        h·Wyᵀ + by                   [B, classes]
//
// A node with one child takes its child's value and makes no call. (DyNet tutorial "Autobatching", class TreeRNN, and
// dynet-benchmark, dynet-py/treenn.py; after Socher et al. 2011.)
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

constexpr OpId kEmbed(std::size_t{0});
constexpr OpId kRnnCompose(std::size_t{1});
constexpr OpId kRnnLogits(std::size_t{2});

Op rnnComposeOp(const OpSet& set, ParamId weight, std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId left = body.argument(0, dim);
    const BodyId both = body.concat(left, body.argument(1, dim));
    body.output(body.tanh(body.linear(both, weight)));
    return {.name = "compose", .arguments = {rowType(set, dim), rowType(set, dim)}, .body = body.take()};
}

OpSet treeRnnOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "tree-rnn", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    const ParamId compose = addWeight(set, "W", dim, 2 * dim);
    const Affine logits = addAffine(set, "y", options.classes, dim);
    set.ops.push_back(lookupOp(set, "embed", embedding));
    set.ops.push_back(rnnComposeOp(set, compose, dim));
    set.ops.push_back(affineOp(set, "logits", logits, dim));
    return set;
}

Status recordTreeRnn(const TreeInput& input, Fold& fold) {
    return recordBinaryTree(input, {"tree-rnn", kEmbed, kRnnCompose, kRnnLogits, 1, true}, fold);
}

} // namespace

constinit const Net kTreeRnnNet = {
    .name = "tree-rnn",
    .title = "Recursive net",
    .description = "recursive net with one tanh layer per node (DyNet's tutorial)",
    .input = kBinaryTrees,
    .ops = treeRnnOps,
    .record = recordTreeRnn,
};

} // namespace batchscope
