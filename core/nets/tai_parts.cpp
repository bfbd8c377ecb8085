// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/tai_parts.h"

#include "core/nets/net_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr OpId kTaiLeaf(std::size_t{0});
constexpr OpId kFirstInner(std::size_t{1});
constexpr std::size_t kOtherInner = 2; // after logits: the second inner op, and so on

OpId innerOpFor(const InnerOps& ops, std::size_t children, OwnWord ownWord) {
    const std::size_t place = ops.buckets == 0 ? 0 : children - 1;
    const std::size_t number = 2 * place + (ownWord == OwnWord::Yes ? 1 : 0);
    return number == 0 ? kFirstInner : OpId(kOtherInner + number);
}

} // namespace

TaiParams addTaiParams(OpSet& set, const NetOptions& options) {
    const std::int32_t dim = options.dim;
    return {.embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim),
            .word = addAffine(set, "", 3 * dim, dim),
            .wordForget = addAffine(set, "f", dim, dim),
            .logits = addAffine(set, "y", options.classes, dim)};
}

WordTerms wordTerms(BodyBuilder& body, const TaiParams& params, OwnWord ownWord) {
    if (ownWord == OwnWord::No) {
        return {};
    }
    const BodyId x = body.lookup(params.embedding, 0);
    const BodyId gates = body.linear(x, params.word.weight, params.word.bias);
    return {gates, body.linear(x, params.wordForget.weight, params.wordForget.bias)};
}

BodyId plusProduct(BodyBuilder& body, BodyId sum, BodyId input, ParamId weight, ParamId bias) {
    return sum.valid() ? body.add(sum, body.linear(input, weight)) : body.linear(input, weight, bias);
}

void outputTaiStep(BodyBuilder& body, BodyId gates, BodyId kept, std::int32_t dim) {
    const BodyId input = body.sigmoid(body.slice(gates, 0, dim));
    const BodyId out = body.sigmoid(body.slice(gates, dim, dim));
    const BodyId update = body.tanh(body.slice(gates, 2 * dim, dim));
    const BodyId added = body.multiply(input, update);
    const BodyId c = kept.valid() ? body.add(added, kept) : added;
    body.output(body.multiply(out, body.tanh(c)));
    body.output(c);
}

void addLeafAndLogits(OpSet& set, const TaiParams& params, const NetOptions& options) {
    BodyBuilder body(set.params);
    const BodyId x = body.lookup(params.embedding, 0);
    outputTaiStep(body, body.linear(x, params.word.weight, params.word.bias), {}, options.dim);
    set.ops.push_back({.name = "leaf", .arguments = {integerType(set)}, .body = body.take()});
    set.ops.push_back(affineOp(set, "logits", params.logits, options.dim));
}

void placeTaiLogits(OpSet& set) {
    placeLogits(set, kFirstInner);
}

Status recordTai(const TreeInput& input, const InnerOps& ops, const char* net, Fold& fold) {
    const Tree& shape = input.shape;
    std::vector<Value> values(shape.size());
    std::vector<Argument> arguments;
    for (std::size_t index = 0; index < shape.size(); ++index) {
        const TreeNodeId node(index);
        fold.setOrigin(input.tree, node);
        const auto children = shape.children(node);
        if (ops.buckets > 0 && children.size() > static_cast<std::size_t>(ops.buckets)) {
            return input.error(node, fmt::format("a node has {} children; {} takes at most {} ({})", children.size(),
                                                 net, ops.buckets, ops.tooManyChildren));
        }
        arguments.clear();
        const OwnWord ownWord = shape.words[index].valid() ? OwnWord::Yes : OwnWord::No;
        if (ownWord == OwnWord::Yes) {
            arguments.push_back(Argument::integer(shape.words[index].value));
        }
        for (const std::uint32_t output : {0U, 1U}) {
            for (const TreeNodeId child : children) {
                arguments.emplace_back(fold.output(values[child.index()], output));
            }
        }
        values[index] = fold.add(children.empty() ? kTaiLeaf : innerOpFor(ops, children.size(), ownWord), arguments);
        if (input.wants(node)) {
            fold.request(fold.add(kLogitsPlace, {fold.output(values[index], 0)}), input.target(node));
        }
    }
    return Ok{};
}

} // namespace batchscope
