// SPDX-License-Identifier: GPL-3.0-or-later
#include "toy_graph.h"

using namespace batchscope;

namespace {

constexpr std::int32_t kWidth = 6;

struct ToyNet {
    OpSet ops;
    OpId word;
    OpId join;
    OpId score;
};

ToyNet makeToyNet() {
    ToyNet net;
    net.ops.name = "toy";
    const ParamId words = net.ops.params.push_back({.name = "words", .rows = 10, .columns = kWidth});
    const ParamId weight = net.ops.params.push_back({.name = "W", .rows = kWidth, .columns = 2 * kWidth});
    const ParamId bias = net.ops.params.push_back({.name = "b", .rows = 1, .columns = kWidth});
    const ParamId classes = net.ops.params.push_back({.name = "V", .rows = 3, .columns = kWidth});

    BodyBuilder word(net.ops.params);
    word.output(word.lookup(words, 0));
    net.word =
        net.ops.ops.push_back({.name = "word", .arguments = {{.kind = ArgumentClass::Integer}}, .body = word.take()});

    const ArgumentType row{.kind = ArgumentClass::Row, .width = kWidth};
    BodyBuilder join(net.ops.params);
    const BodyId left = join.argument(0, kWidth);
    const BodyId right = join.argument(1, kWidth);
    const BodyId both = join.concat(left, right);
    join.output(join.tanh(join.linear(both, weight, bias)));
    net.join = net.ops.ops.push_back({.name = "join", .arguments = {row, row}, .body = join.take()});

    BodyBuilder score(net.ops.params);
    score.output(score.linear(score.argument(0, kWidth), classes));
    net.score = net.ops.ops.push_back({.name = "score", .arguments = {row}, .body = score.take()});
    return net;
}

} // namespace

Result<OpGraph> recordToyGraph() {
    const ToyNet net = makeToyNet();
    Fold fold(net.ops, {});
    const auto word = [&](std::uint32_t number) { return fold.add(net.word, {Argument::integer(number)}); };
    const auto join = [&](Value left, Value right) { return fold.add(net.join, {left, right}); };
    const auto finishTree = [&](Value root) { fold.request(fold.add(net.score, {root})); };

    finishTree(join(join(word(1), word(2)), word(3)));
    finishTree(join(word(4), join(word(5), word(6))));
    finishTree(join(join(word(7), word(8)), join(word(9), word(1))));
    finishTree(join(word(2), word(3)));
    fold.setTreeCount(4);
    return std::move(fold).finish();
}
