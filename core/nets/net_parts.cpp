// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net_parts.h"

#include <fmt/format.h>

namespace batchscope {

ParamId addWeight(OpSet& set, std::string name, std::int32_t rows, std::int32_t columns) {
    return set.params.push_back({std::move(name), rows, columns, ParamInit::Uniform});
}

ParamId addTable(OpSet& set, std::string name, RowMeaning meaning, std::int32_t rows, std::int32_t width) {
    return set.params.push_back({std::move(name), rows, width, ParamInit::Uniform, meaning});
}

ParamId addBias(OpSet& set, std::string name, std::int32_t width) {
    return set.params.push_back({std::move(name), 1, width, ParamInit::Zero});
}

Affine addAffine(OpSet& set, const std::string& suffix, std::int32_t outputs, std::int32_t inputs) {
    const ParamId weight = addWeight(set, "W" + suffix, outputs, inputs);
    return {weight, addBias(set, "b" + suffix, outputs)};
}

ArgumentType rowType(const OpSet& set, std::int32_t width) {
    return {ArgumentClass::Row, width, set.dtype};
}

ArgumentType integerType(const OpSet& set) {
    return {ArgumentClass::Integer, 0, set.dtype};
}

Op affineOp(const OpSet& set, std::string name, const Affine& affine, std::int32_t inputs) {
    BodyBuilder body(set.params);
    body.output(body.linear(body.argument(0, inputs), affine.weight, affine.bias));
    return {.name = std::move(name), .arguments = {rowType(set, inputs)}, .body = body.take()};
}

Op lookupOp(const OpSet& set, std::string name, ParamId table) {
    BodyBuilder body(set.params);
    body.output(body.lookup(table, 0));
    return {.name = std::move(name), .arguments = {integerType(set)}, .body = body.take()};
}

LstmState lstmStep(BodyBuilder& body, BodyId gates, BodyId memory, std::int32_t dim, double forgetBias) {
    const BodyId input = body.sigmoid(body.slice(gates, 0, dim));
    const BodyId remembered = body.slice(gates, dim, dim);
    const BodyId forget =
        body.sigmoid(forgetBias == 0.0 ? remembered : body.add(remembered, body.fill(dim, forgetBias)));
    const BodyId output = body.sigmoid(body.slice(gates, 2 * dim, dim));
    const BodyId update = body.tanh(body.slice(gates, 3 * dim, dim));
    const BodyId added = body.multiply(input, update);
    const BodyId c = body.add(added, body.multiply(forget, memory));
    return {body.multiply(output, body.tanh(c)), c};
}

LstmState binaryTreeLstmStep(BodyBuilder& body, BodyId gates, BodyId leftC, BodyId rightC, std::int32_t dim) {
    const BodyId update = body.tanh(body.slice(gates, 0, dim));
    const BodyId input = body.sigmoid(body.slice(gates, dim, dim));
    const BodyId forgetLeft = body.sigmoid(body.slice(gates, 2 * dim, dim));
    const BodyId forgetRight = body.sigmoid(body.slice(gates, 3 * dim, dim));
    const BodyId out = body.sigmoid(body.slice(gates, 4 * dim, dim));
    const BodyId keptLeft = body.multiply(forgetLeft, leftC);
    const BodyId kept = body.add(keptLeft, body.multiply(forgetRight, rightC));
    const BodyId c = body.add(body.multiply(update, input), kept);
    return {body.multiply(out, body.tanh(c)), c};
}

Status wordsAtLeavesOnly(const TreeInput& input, const char* net) {
    if (input.shape.isDependency() && input.shape.size() > 1) {
        return input.error(input.shape.root(),
                           fmt::format("an inner node has a word; {} reads words at leaves only (choose a "
                                       "binarization, which moves the head's word to a leaf, or child-sum-tree-lstm)",
                                       net));
    }
    return Ok{};
}

Status checkPair(const TreeInput& input, const char* net) {
    const TreeNodeId root = input.shape.root();
    const std::size_t halves = input.shape.children(root).size();
    return halves == 2
               ? wordsAtLeavesOnly(input, net)
               : input.error(root,
                             fmt::format("{} compares two trees, which are the children of a root; this root has {}. "
                                         "Make pairs of a treebank with: batchscope-cli convert FILE --pairs --to ptb",
                                         net, halves == 0 ? std::string("none") : fmt::format("{}", halves)));
}

Error notBinary(const TreeInput& input, TreeNodeId node, const char* net) {
    const std::size_t children = input.shape.children(node).size();
    return input.error(
        node, children == 1
                  ? fmt::format("a node has 1 child; {} takes binary trees (choose a binarization and collapse unary "
                                "nodes)",
                                net)
                  : fmt::format("a node has {} children; {} takes binary trees (choose a binarization: left, right "
                                "or balanced)",
                                children, net));
}

Status recordBinaryTree(const TreeInput& input, const BinaryOps& ops, Fold& fold) {
    TRY(wordsAtLeavesOnly(input, ops.net));
    const Tree& shape = input.shape;
    std::vector<Value> states(shape.size());
    std::vector<Argument> arguments(2 * std::size_t{ops.values});
    for (std::size_t index = 0; index < shape.size(); ++index) {
        const TreeNodeId node(index);
        fold.setOrigin(input.tree, node);
        const auto children = shape.children(node);
        if (children.empty()) {
            states[index] = fold.add(ops.leaf, {Argument::integer(shape.words[index].value)});
        } else if (children.size() == 1 && ops.passesUnary) {
            states[index] = states[children[0].index()];
        } else if (children.size() == 2) {
            auto argument = arguments.begin();
            for (const TreeNodeId child : children) {
                for (std::uint32_t value = 0; value < ops.values; ++value) {
                    *argument++ = fold.output(states[child.index()], value);
                }
            }
            states[index] = fold.add(ops.compose, arguments);
        } else {
            return notBinary(input, node, ops.net);
        }
        if (input.wants(node)) {
            fold.request(fold.add(ops.logits, {fold.output(states[index], 0)}), input.target(node));
        }
    }
    return Ok{};
}

std::vector<Value> lookUpWords(const TreeInput& input, std::span<const TreeNodeId> order, OpId lookup, Fold& fold) {
    std::vector<Value> words;
    words.reserve(order.size());
    for (const TreeNodeId node : order) {
        fold.setOrigin(input.tree, node);
        words.push_back(fold.add(lookup, {Argument::integer(input.shape.words[node.index()].value)}));
    }
    return words;
}

Error TreeInput::error(TreeNodeId node, std::string message) const {
    Error error{ErrorCode::Config, std::move(message)};
    error.file = bank.files[shape.file];
    error.position = shape.positions[node.index()];
    return error;
}

} // namespace batchscope
