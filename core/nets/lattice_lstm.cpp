// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lattice LSTM: an LSTM over the letters of a sentence (lattice_parts.h) in which words are cells as well. Rows in
// a batch B, hidden width d:
//
//     start                  see lstm_chain.h                                        [B, d] each
//     step(y, h, c)          z = y·Wxᵀ + bx + h·Whᵀ → i, f, o, u                     a letter where no word ends
//                            c' = σ(i)∘tanh(u) + σ(f + 1)∘c,  h' = σ(o)∘tanh(c')
//     span(x, h, c)          z = x·Wx.wᵀ + bx.w + h·Wh.wᵀ → i, f, u                  a word from the letter of h, c on
//                            w = σ(i)∘tanh(u) + σ(f + 1)∘c                           [B, d]
//     meet(y, h, w1…wn)      z as in step; g_k = σ(y·Wlᵀ + bl + w_k·Ulᵀ)             a letter where n words end
//                            a = exp(σ(i)), a_k = exp(g_k)
//                            c' = (a∘tanh(u) + Σ_k a_k∘w_k) / (a + Σ_k a_k),  h' = σ(o)∘tanh(c')
//     tag(h)                 h·Wyᵀ + by                                              [B, classes]
//
// (Zhang and Yang 2018, "Chinese NER Using Lattice LSTM", ACL, section 3; in meet, as there, the letter before only
// acts through h. The forget bias of 1 is that of all chains here; there is none there.)
#include "core/nets/lattice_parts.h"
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

Op spanOp(OpSet& set, std::int32_t dim) {
    const LstmWeights weights = addLstmWeights(set, ".w", 3 * dim, dim, dim);
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, dim);
    const BodyId h = body.argument(1, dim);
    const BodyId c = body.argument(2, dim);
    const BodyId gates = lstmGates(body, weights, x, h);
    const BodyId input = body.sigmoid(body.slice(gates, 0, dim));
    const BodyId forget = body.sigmoid(body.shift(body.slice(gates, dim, dim), kForgetBias));
    const BodyId update = body.tanh(body.slice(gates, 2 * dim, dim));
    const BodyId kept = body.multiply(forget, c);
    body.output(body.add(body.multiply(input, update), kept));
    return {
        .name = "span", .arguments = {rowType(set, dim), rowType(set, dim), rowType(set, dim)}, .body = body.take()};
}

/// `words` of 0: any number.
Op meetOp(const OpSet& set, const LstmWeights& letters, const WordLinks& links, std::int32_t words) {
    const std::int32_t dim = set.params[letters.fromState].columns;
    BodyBuilder body(set.params);
    const Shares ofWords = sharesOfWords(body, links, words, dim);
    const BodyId y = body.argument(0, kLatticeLetterWidth);
    const BodyId gates = lstmGates(body, letters, y, body.argument(1, dim));
    const BodyId share = body.exp(body.sigmoid(body.slice(gates, 0, dim)));
    const BodyId part = body.multiply(share, body.tanh(body.slice(gates, 3 * dim, dim)));
    const BodyId parts = body.add(part, ofWords.parts);
    const BodyId c = body.elementwise(Primitive::Divide, parts, body.add(share, ofWords.whole));
    const BodyId out = body.sigmoid(body.slice(gates, 2 * dim, dim));
    body.output(body.multiply(out, body.tanh(c)));
    body.output(c);
    return meetOf(set, words, dim, body.take());
}

OpSet latticeLstmOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "lattice-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const LatticeTables tables = addLatticeTables(set, options);
    const LstmWeights letters = addLstmWeights(set, "", 4 * dim, kLatticeLetterWidth, dim);
    addLatticeInputs(set, tables);
    set.ops.push_back(lstmStartOp(set, "start", dim));
    set.ops.push_back(lstmCellOp(set, "step", letters, kLatticeLetterWidth, dim));
    set.ops.push_back(spanOp(set, dim));
    const WordLinks links = addWordLinks(set, dim);
    set.ops.push_back(affineOp(set, "tag", addAffine(set, "y", options.classes, dim), dim));
    addMeets(set, options.variadic, [&](std::int32_t words) { return meetOp(set, letters, links, words); });
    return set;
}

Status recordLatticeLstm(const TreeInput& input, Fold& fold) {
    constexpr std::uint32_t kHiddenAndMemory = 2;
    return recordLattice(input, kHiddenAndMemory, fold);
}

} // namespace

constinit const Net kLatticeLstmNet = {
    .name = "lattice-lstm",
    .title = "Lattice LSTM",
    .description = "reads the letters and every known word they spell, even overlapping ones (Zhang and Yang)",
    .input = kWordsInOrder,
    .ops = latticeLstmOps,
    .record = recordLatticeLstm,
    .labels = LabelsAt::Words,
    .heeds = {.outputs = false, .variadic = true, .shape = ShapeUse::Labels},
};

} // namespace batchscope
