// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tagger whose tags depend on their neighbors: a BiLSTM computes scores, and a linear-chain CRF over the scores
// computes the probability of each tag of each word among all tag sequences. Both chains of sums of the CRF are batched
// as well. B rows per batch, C classes:
//
//     lookup, start, forward, backward, tag    as in bilstm_tagger.cpp; tag: e                   [B, C]
//     transitions(0)                           m = max T, P_ij = exp(T_ij - m); T_ij scores tag i followed by tag j
//                                              P, its transpose, m                      [B, C·C] twice, [B, 1]
//     end(0), end(1)                           s, t: scores of the first and of the last tag     [B, C]
//     alpha-start(e, s)                        α = e + s                                         [B, C]
//     alpha(e, α, Pᵀ, m)                       α'_j = e_j + m + log Σ_i exp(α_i)·P_ij            [B, C]
//     beta(e, β, P, m)                         β'_i = m + log Σ_j P_ij·exp(e_j + β_j)            [B, C]
//     posterior(α, β)                          α + β                                             [B, C]
//
// β of the last word is t; in beta, e and β are those of the next word. The softmax of α + β at a word is the
// probability of its tag given the sentence (Lafferty, McCallum and Pereira 2001; Huang, Xu and Yu 2015, "Bidirectional
// LSTM-CRF models for sequence tagging"). Training maximizes the probability of each right tag (Kakade, Teh and Roweis
// 2002), not of the sequence as a whole, and the predicted tag is the likeliest at each word. The likeliest sequence,
// whose tags may differ, is computed from e, T, s and t outside the graph (core/exchange/exported_values.h). Before
// exp, the largest entry is subtracted from α and e + β; it is added back later, like m, so that nothing overflows. A
// tag whose probability underflows gets −∞. P has C·C columns and one row per call, so more than 200 classes are
// refused.
#include "core/base/text.h"
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr OpId kCrfLookup(std::size_t{0});
constexpr OpId kFirstOfCrfTagger(std::size_t{1});
constexpr OpId kTransitions(std::size_t{5});
constexpr OpId kEnd(std::size_t{6});
constexpr OpId kAlphaStart(std::size_t{7});
constexpr OpId kAlpha(std::size_t{8});
constexpr OpId kBeta(std::size_t{9});
constexpr OpId kPosterior(std::size_t{10});

constexpr std::int32_t kMostTags = 200;

/// The op that outputs P, its transpose and m.
Op transitionsOp(const OpSet& set, ParamId table, std::int32_t classes) {
    BodyBuilder body(set.params);
    const BodyId scores = body.lookup(table, 0);
    const BodyId most = body.overRow(Primitive::RowMax, scores);
    const BodyId powers = body.exp(body.subtract(scores, body.widen(most, classes * classes)));
    body.output(powers);
    body.output(body.transpose(powers, classes));
    body.output(most);
    return {.name = "transitions", .arguments = {integerType(set)}, .body = body.take()};
}

/// m + log Σ_k M_jk·exp(x_k) for each row j of M; M and m are the last two arguments.
BodyId logOfSums(BodyBuilder& body, BodyId x, std::int32_t classes) {
    const BodyId matrix = body.argument(2, classes * classes);
    const BodyId most = body.overRow(Primitive::RowMax, x);
    const BodyId powers = body.exp(body.subtract(x, body.widen(most, classes)));
    const BodyId logs = body.elementwise(Primitive::Log, body.matVec(matrix, powers));
    const BodyId largest = body.add(most, body.argument(3, 1));
    return body.add(logs, body.widen(largest, classes));
}

std::vector<ArgumentType> chainArguments(const OpSet& set, std::int32_t classes) {
    return {rowType(set, classes), rowType(set, classes), rowType(set, classes * classes), rowType(set, 1)};
}

Op alphaOp(const OpSet& set, std::int32_t classes) {
    BodyBuilder body(set.params);
    const BodyId scores = body.argument(0, classes);
    const BodyId before = body.argument(1, classes);
    body.output(body.add(scores, logOfSums(body, before, classes)));
    return {.name = "alpha", .arguments = chainArguments(set, classes), .body = body.take()};
}

Op betaOp(const OpSet& set, std::int32_t classes) {
    BodyBuilder body(set.params);
    const BodyId scores = body.argument(0, classes);
    const BodyId next = body.add(scores, body.argument(1, classes));
    body.output(logOfSums(body, next, classes));
    return {.name = "beta", .arguments = chainArguments(set, classes), .body = body.take()};
}

Op sumOp(const OpSet& set, std::string name, std::int32_t classes) {
    BodyBuilder body(set.params);
    const BodyId left = body.argument(0, classes);
    body.output(body.add(left, body.argument(1, classes)));
    return {.name = std::move(name), .arguments = {rowType(set, classes), rowType(set, classes)}, .body = body.take()};
}

/// Makes ops for at most kMostTags classes; with more classes, they are never called.
OpSet bilstmCrfOps(const NetOptions& given) {
    NetOptions options = given;
    options.classes = std::min(given.classes, kMostTags);
    const std::int32_t classes = options.classes;
    OpSet set{.name = "bilstm-crf", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, options.dim);
    set.ops.push_back(lookupOp(set, "lookup", embedding));
    addTagger(set, options.dim, options);
    const ParamId transitions = addTable(set, "T", RowMeaning::None, 1, classes * classes);
    set.ops.push_back(transitionsOp(set, transitions, classes));
    const ParamId ends = addTable(set, "S", RowMeaning::None, 2, classes);
    set.ops.push_back(lookupOp(set, "end", ends));
    set.ops.push_back(sumOp(set, "alpha-start", classes));
    set.ops.push_back(alphaOp(set, classes));
    set.ops.push_back(betaOp(set, classes));
    set.ops.push_back(sumOp(set, "posterior", classes));
    set.tagChain = TagChain{kAlphaStart, transitions, ends};
    return set;
}

/// One sentence: its words, and the scores e of each word.
struct Tagged {
    const TreeInput& input;
    std::span<const TreeNodeId> nodes;
    std::span<const Value> scores;
};

Value edge(Fold& fold, std::uint32_t which) {
    return fold.add(kEnd, {Argument::integer(which)});
}

std::vector<Value> recordAlpha(const Tagged& tagged, Value transitions, Fold& fold) {
    std::vector<Value> chain;
    for (std::size_t place = 0; place < tagged.nodes.size(); ++place) {
        fold.setOrigin(tagged.input.tree, tagged.nodes[place]);
        chain.push_back(place == 0 ? fold.add(kAlphaStart, {tagged.scores.front(), edge(fold, 0)})
                                   : fold.add(kAlpha, {tagged.scores[place], chain.back(), fold.output(transitions, 1),
                                                       fold.output(transitions, 2)}));
    }
    return chain;
}

std::vector<Value> recordBeta(const Tagged& tagged, Value transitions, Fold& fold) {
    std::vector<Value> chain(tagged.nodes.size());
    for (std::size_t place = chain.size(); place-- > 0;) {
        fold.setOrigin(tagged.input.tree, tagged.nodes[place]);
        chain[place] = place + 1 == chain.size()
                           ? edge(fold, 1)
                           : fold.add(kBeta, {tagged.scores[place + 1], chain[place + 1], fold.output(transitions, 0),
                                              fold.output(transitions, 2)});
    }
    return chain;
}

Status recordBilstmCrf(const TreeInput& input, Fold& fold) {
    if (input.options.classes > kMostTags) {
        const auto classes = static_cast<std::uint64_t>(input.options.classes);
        return input.error(input.shape.root(),
                           fmt::format("there are {} classes; {} takes at most {}, because it learns a score for each "
                                       "pair of classes; choose bilstm-tagger",
                                       withThousands(classes), "bilstm-crf", withThousands(kMostTags)));
    }
    const std::vector<TreeNodeId> nodes = wordsInOrder(input.shape);
    const std::vector<Value> words = lookUpWords(input, nodes, kCrfLookup, fold);
    const std::vector<Value> scores = scoreWords(input, kFirstOfCrfTagger, nodes, words, fold);
    fold.setOrigin(input.tree, nodes.front());
    const Value transitions = fold.add(kTransitions, {Argument::integer(0)});
    const Tagged tagged{input, nodes, scores};
    const std::vector<Value> alpha = recordAlpha(tagged, transitions, fold);
    const std::vector<Value> beta = recordBeta(tagged, transitions, fold);
    for (std::size_t place = 0; place < nodes.size(); ++place) {
        fold.setOrigin(input.tree, nodes[place]);
        fold.request(fold.add(kPosterior, {alpha[place], beta[place]}), input.target(nodes[place]));
    }
    return Ok{};
}

} // namespace

constinit const Net kBilstmCrfNet = {
    .name = "bilstm-crf",
    .title = "BiLSTM-CRF tagger",
    .description =
        "a BiLSTM with a CRF on top: the tag of a word depends on its neighbors' tags (Huang et al.); trained on the "
        "probability of each tag (Kakade et al.), not of the sequence",
    .input = kWordsInOrder,
    .ops = bilstmCrfOps,
    .record = recordBilstmCrf,
    .labels = LabelsAt::Words,
    .uses = {.outputs = false, .shape = ShapeUse::Labels},
};

} // namespace batchscope
