// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/tree_lstm.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

constexpr OpId kLeaf(std::size_t{0});
constexpr OpId kChildren(std::size_t{1});
constexpr OpId kLogits(std::size_t{2});

Op leafOp(const OpSet& set, ParamId embedding, std::int32_t dim) {
    BodyBuilder body(set.params);
    body.output(body.lookup(embedding, 0));
    body.output(body.zeros(dim));
    return {.name = "leaf", .arguments = {{ArgumentClass::Integer, 0, set.dtype}}, .body = body.take()};
}

struct ChildrenParams {
    ParamId leftWeight;
    ParamId leftBias;
    ParamId rightWeight;
    ParamId rightBias;
};

Op childrenOp(const OpSet& set, const ChildrenParams& params, std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId leftH = body.argument(0, dim);
    const BodyId leftC = body.argument(1, dim);
    const BodyId rightH = body.argument(2, dim);
    const BodyId rightC = body.argument(3, dim);
    const BodyId gates = body.add(body.linear(leftH, params.leftWeight, params.leftBias),
                                  body.linear(rightH, params.rightWeight, params.rightBias));
    const BodyId update = body.tanh(body.slice(gates, 0, dim));
    const BodyId input = body.sigmoid(body.slice(gates, dim, dim));
    const BodyId forgetLeft = body.sigmoid(body.slice(gates, 2 * dim, dim));
    const BodyId forgetRight = body.sigmoid(body.slice(gates, 3 * dim, dim));
    const BodyId out = body.sigmoid(body.slice(gates, 4 * dim, dim));
    const BodyId kept = body.add(body.multiply(forgetLeft, leftC), body.multiply(forgetRight, rightC));
    const BodyId cell = body.add(body.multiply(update, input), kept);
    body.output(body.multiply(out, body.tanh(cell)));
    body.output(cell);
    const ArgumentType row{ArgumentClass::Row, dim, set.dtype};
    return {.name = "children", .arguments = {row, row, row, row}, .body = body.take()};
}

Op logitsOp(const OpSet& set, ParamId weight, ParamId bias, std::int32_t dim) {
    BodyBuilder body(set.params);
    body.output(body.linear(body.argument(0, dim), weight, bias));
    return {.name = "logits", .arguments = {{ArgumentClass::Row, dim, set.dtype}}, .body = body.take()};
}

Error notBinary(const Treebank& bank, const Tree& shape, TreeNodeId node, std::size_t children) {
    Error error{ErrorCode::Config,
                fmt::format("a node has {} child{}; tree-lstm takes binary trees (choose a binarisation: "
                            "left, right or balanced)",
                            children, children == 1 ? "" : "ren")};
    error.file = bank.files[shape.file];
    error.position = shape.positions[node.index()];
    return error;
}

} // namespace

OpSet treeLstmOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "tree-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const auto param = [&set](const char* name, std::int32_t rows, std::int32_t columns) {
        return set.params.push_back({name, rows, columns, rows == 1 ? ParamInit::Zero : ParamInit::Uniform});
    };
    const ParamId embedding = param("E", options.vocabulary, dim);
    set.params[embedding].init = ParamInit::Uniform; // a vocabulary of one word is still a table
    const ChildrenParams children{param("Wl", 5 * dim, dim), param("bl", 1, 5 * dim), param("Wr", 5 * dim, dim),
                                  param("br", 1, 5 * dim)};
    const ParamId weight = param("W", options.classes, dim);
    const ParamId bias = param("b", 1, options.classes);
    set.ops.push_back(leafOp(set, embedding, dim));
    set.ops.push_back(childrenOp(set, children, dim));
    set.ops.push_back(logitsOp(set, weight, bias, dim));
    return set;
}

Status emitTreeLstm(const Treebank& bank, TreeId tree, const Tree& shape, Outputs outputs, Fold& fold) {
    std::vector<Value> values(shape.size());
    for (std::size_t index = 0; index < shape.size(); ++index) {
        const TreeNodeId node(index);
        fold.setOrigin(tree, node);
        const auto children = shape.children(node);
        if (children.empty()) {
            values[index] = fold.add(kLeaf, {Argument::integer(shape.words[index].value)});
        } else if (children.size() == 2) {
            const Value left = values[children[0].index()];
            const Value right = values[children[1].index()];
            values[index] = fold.add(kChildren, {left, fold.output(left, 1), right, fold.output(right, 1)});
        } else {
            return notBinary(bank, shape, node, children.size());
        }
        if (outputs == Outputs::All || node == shape.root()) {
            fold.request(fold.add(kLogits, {values[index]}));
        }
    }
    return Ok{};
}

} // namespace batchscope
