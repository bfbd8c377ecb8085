// SPDX-License-Identifier: GPL-3.0-or-later
//
// The net of the timing table in the TensorFlow Fold paper, so that its figures can be compared with Batchscope's. B
// rows per batch, width d (1024 in the paper):
//
//     leaf(word)    y = E[word]                                            [B, d]
//     cell(l, r)    z = relu([l; r]·W0ᵀ + b0)                              W0 [d, 2d]
//                   fl, fr, i, g = z·Wᵀ + b                                W [4d, d]
//                   y = σ(fl)∘l + σ(fr)∘r + σ(i)∘tanh(g)
//     logits(y)     y·Wyᵀ + by                                             [B, classes]
//
// A TreeLSTM with one state and no output gate, after a hidden layer. (Looks et al. 2017, section 3.3 and table 1;
// github.com/tensorflow/fold, loom/benchmarks/iclr_2017_benchmark.py, tree_lstm, which alone states the activations.
// The benchmark has no classifier; its loss is on y. Here the root is classified, as in the other nets.)
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

constexpr OpId kLookLeaf(std::size_t{0});
constexpr OpId kCell(std::size_t{1});
constexpr OpId kLookLogits(std::size_t{2});

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
    return recordBinaryTree(input, {"looks", kLookLeaf, kCell, kLookLogits, 1}, fold);
}

} // namespace

constinit const Net kLooksNet = {
    .name = "looks",
    .title = "TensorFlow Fold's cell",
    .description = "the cell timed in the TensorFlow Fold paper, which uses dim 1024 (Looks et al.)",
    .input = kBinaryTrees,
    .ops = looksOps,
    .record = recordLooks,
};

} // namespace batchscope
