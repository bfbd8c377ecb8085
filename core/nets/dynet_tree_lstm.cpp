// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TreeLSTM of DyNet's benchmark (Neubig et al. 2017; github.com/neulab/dynet-benchmark, treenn). Its gates are
// separate affine maps, whereas tree-lstm slices one product, so its primitive graph is the one on which policies are
// compared: there, plain depth needs fewer batches than agenda. B rows per batch, hidden width d:
//
//     leaf(word)               x = E[word]; i, o, u = W x + b                            no forget gate
//                              c = σ(i)∘tanh(u), h = σ(o)∘tanh(c)
//     compose(h1, c1, h2, c2)  i, o, u = U [h1; h2] + b; f_k = σ(U_fk h_k + b_f)          from child k only
//                              c = σ(i)∘tanh(u) + f_1∘c1 + f_2∘c2, h = σ(o)∘tanh(c)
//     logits(h)                h·Wᵀ + b                                                  [B, classes]
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

constexpr OpId kDynetLeaf(std::size_t{0});
constexpr OpId kDynetCompose(std::size_t{1});
constexpr OpId kDynetLogits(std::size_t{2});

struct Gates {
    Affine input;
    Affine output;
    Affine update;
};

Gates addGates(OpSet& set, const std::string& prefix, std::int32_t dim, std::int32_t inputs) {
    return {addAffine(set, prefix + "i", dim, inputs), addAffine(set, prefix + "o", dim, inputs),
            addAffine(set, prefix + "u", dim, inputs)};
}

BodyId mapped(BodyBuilder& body, BodyId input, const Affine& affine) {
    return body.linear(input, affine.weight, affine.bias);
}

BodyId fresh(BodyBuilder& body, BodyId input, const Gates& gates) {
    const BodyId gate = body.sigmoid(mapped(body, input, gates.input));
    return body.multiply(gate, body.tanh(mapped(body, input, gates.update)));
}

void outputState(BodyBuilder& body, BodyId input, const Gates& gates, BodyId memory) {
    const BodyId gate = body.sigmoid(mapped(body, input, gates.output));
    body.output(body.multiply(gate, body.tanh(memory)));
    body.output(memory);
}

Op dynetLeafOp(const OpSet& set, ParamId embedding, const Gates& gates) {
    BodyBuilder body(set.params);
    const BodyId word = body.lookup(embedding, 0);
    outputState(body, word, gates, fresh(body, word, gates));
    return {.name = "leaf", .arguments = {integerType(set)}, .body = body.take()};
}

Op dynetComposeOp(const OpSet& set, const Gates& gates, const Affine& forgetLeft, const Affine& forgetRight,
                  std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId left = body.argument(0, dim);
    const BodyId leftC = body.argument(1, dim);
    const BodyId right = body.argument(2, dim);
    const BodyId rightC = body.argument(3, dim);
    const BodyId both = body.concat(left, right);
    const BodyId added = fresh(body, both, gates);
    const BodyId keptLeft = body.multiply(body.sigmoid(mapped(body, left, forgetLeft)), leftC);
    const BodyId keptRight = body.multiply(body.sigmoid(mapped(body, right, forgetRight)), rightC);
    const BodyId memory = body.add(body.add(added, keptLeft), keptRight);
    outputState(body, both, gates, memory);
    const ArgumentType row = rowType(set, dim);
    return {.name = "compose", .arguments = {row, row, row, row}, .body = body.take()};
}

OpSet dynetTreeLstmOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "dynet-tree-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    const Gates leaf = addGates(set, "x", dim, dim);
    const Gates inner = addGates(set, "h", dim, 2 * dim);
    const Affine forgetLeft = addAffine(set, "f1", dim, dim);
    const Affine forgetRight = addAffine(set, "f2", dim, dim);
    const Affine logits = addAffine(set, "", options.classes, dim);
    set.ops.push_back(dynetLeafOp(set, embedding, leaf));
    set.ops.push_back(dynetComposeOp(set, inner, forgetLeft, forgetRight, dim));
    set.ops.push_back(affineOp(set, "logits", logits, dim));
    return set;
}

Status recordDynetTreeLstm(const TreeInput& input, Fold& fold) {
    return recordBinaryTree(input, {"dynet-tree-lstm", kDynetLeaf, kDynetCompose, kDynetLogits, 2}, fold);
}

} // namespace

constinit const Net kDynetTreeLstmNet = {
    .name = "dynet-tree-lstm",
    .title = "TreeLSTM with separate gates",
    .description = "separate products for each gate (DyNet's benchmark); best viewed as a primitive graph",
    .input = kBinaryTrees,
    .ops = dynetTreeLstmOps,
    .record = recordDynetTreeLstm,
};

} // namespace batchscope
