// SPDX-License-Identifier: GPL-3.0-or-later
//
// The net of TorchFold's SPINN example, a binary TreeLSTM. B rows per batch, hidden width d:
//
//     leaf(word)               h = E[word]                       c = 0
//     children(hl, cl, hr, cr) z = hl·Wlᵀ + bl + hr·Wrᵀ + br     [B, 5d] → a, i, f1, f2, o
//                              c = tanh(a)∘σ(i) + σ(f1)∘cl + σ(f2)∘cr
//                              h = σ(o)∘tanh(c)
//     logits(h)                h·Wᵀ + b                          [B, classes]
//
// (github.com/nearai/torchfold, examples/snli; Tai et al. 2015, eq. 9-14, without the word at inner nodes. The example
// leaves the leaf's c uninitialized; it is zero here.)
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

constexpr OpId kTreeLstmLeaf(std::size_t{0});
constexpr OpId kChildren(std::size_t{1});
constexpr OpId kTreeLstmLogits(std::size_t{2});

Op treeLstmLeafOp(const OpSet& set, ParamId embedding, std::int32_t dim) {
    BodyBuilder body(set.params);
    body.output(body.lookup(embedding, 0));
    body.output(body.zeros(dim));
    return {.name = "leaf", .arguments = {integerType(set)}, .body = body.take()};
}

Op childrenOp(const OpSet& set, const Affine& left, const Affine& right, std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId leftH = body.argument(0, dim);
    const BodyId leftC = body.argument(1, dim);
    const BodyId rightH = body.argument(2, dim);
    const BodyId rightC = body.argument(3, dim);
    const BodyId ofLeft = body.linear(leftH, left.weight, left.bias);
    const BodyId gates = body.add(ofLeft, body.linear(rightH, right.weight, right.bias));
    const LstmState state = binaryTreeLstmStep(body, gates, leftC, rightC, dim);
    body.output(state.h);
    body.output(state.c);
    const ArgumentType row = rowType(set, dim);
    return {.name = "children", .arguments = {row, row, row, row}, .body = body.take()};
}

OpSet treeLstmOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "tree-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    const Affine left = addAffine(set, "l", 5 * dim, dim);
    const Affine right = addAffine(set, "r", 5 * dim, dim);
    const Affine logits = addAffine(set, "", options.classes, dim);
    set.ops.push_back(treeLstmLeafOp(set, embedding, dim));
    set.ops.push_back(childrenOp(set, left, right, dim));
    set.ops.push_back(affineOp(set, "logits", logits, dim));
    return set;
}

Status recordTreeLstm(const TreeInput& input, Fold& fold) {
    return recordBinaryTree(input, {"tree-lstm", kTreeLstmLeaf, kChildren, kTreeLstmLogits, 2}, fold);
}

} // namespace

constinit const Net kTreeLstmNet = {
    .name = "tree-lstm",
    .title = "TreeLSTM",
    .description = "binary TreeLSTM over word embeddings (TorchFold's example)",
    .input = kBinaryTrees,
    .ops = treeLstmOps,
    .record = recordTreeLstm,
    .suits = {.usualFor = TreeKind::Brackets},
};

} // namespace batchscope
