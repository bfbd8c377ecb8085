// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lattice GRU: a GRU over the letters of a sentence (lattice_parts.h) in which words are states as well. Rows in a
// batch B, hidden width d:
//
//     start                  h = 0                                                   [B, d]
//     step(y, h)             s = GRU(y, h)                                           a letter where no word ends
//     span(x, h)             w = GRU.w(x, h), with weights of its own                a word from the letter of h on
//     meet(y, h, w1…wn)      s = GRU(y, h), a = exp(σ(y·Wlᵀ + bl + s·Ulᵀ))           a letter where n words end
//                            a_k = exp(σ(y·Wlᵀ + bl + w_k·Ulᵀ))
//                            h' = (a∘s + Σ_k a_k∘w_k) / (a + Σ_k a_k)
//     tag(h)                 h·Wyᵀ + by                                              [B, classes]
//
// with GRU(x, h): p = x·Wxᵀ + bx → p_r, p_z, p_n;  q = h·Whᵀ → q_r, q_z, q_n
//                 r = σ(p_r + q_r),  z = σ(p_z + q_z),  n = tanh(p_n + r∘q_n),  h' = (1 − z)∘n + z∘h
//
// (Cho et al. 2014; the reset gate acts behind the product, as in cuDNN and PyTorch.) ED-Batch times a lattice GRU but
// does not define it. Here words meet as in the lattice LSTM (lattice_lstm.cpp); a GRU has no gate for its input alone,
// so the state that the letter gives is weighed as the words are.
#include "core/nets/lattice_parts.h"
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

namespace batchscope {

namespace {

/// GRU(x, h); the weights have 3d rows.
BodyId gruStep(BodyBuilder& body, const LstmWeights& weights, BodyId x, BodyId h, std::int32_t dim) {
    const BodyId ofInput = body.linear(x, weights.fromInput.weight, weights.fromInput.bias);
    const BodyId ofState = body.linear(h, weights.fromState);
    const auto gate = [&](std::int32_t index) {
        const BodyId left = body.slice(ofInput, index * dim, dim);
        return body.sigmoid(body.add(left, body.slice(ofState, index * dim, dim)));
    };
    const BodyId reset = gate(0);
    const BodyId update = gate(1);
    const BodyId kept = body.multiply(reset, body.slice(ofState, 2 * dim, dim));
    const BodyId fresh = body.tanh(body.add(body.slice(ofInput, 2 * dim, dim), kept));
    return body.add(fresh, body.multiply(update, body.subtract(h, fresh)));
}

Op gruStartOp(const OpSet& set, std::int32_t dim) {
    BodyBuilder body(set.params);
    body.output(body.zeros(dim));
    return {.name = "start", .arguments = {}, .body = body.take()};
}

Op gruCellOp(const OpSet& set, std::string name, const LstmWeights& weights, std::int32_t inputs, std::int32_t dim) {
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, inputs);
    body.output(gruStep(body, weights, x, body.argument(1, dim), dim));
    return {.name = std::move(name), .arguments = {rowType(set, inputs), rowType(set, dim)}, .body = body.take()};
}

/// `words` of 0: any number.
Op gruMeetOp(const OpSet& set, const LstmWeights& letters, const WordLinks& links, std::int32_t words) {
    const std::int32_t dim = set.params[letters.fromState].columns;
    BodyBuilder body(set.params);
    const Shares ofWords = sharesOfWords(body, links, words, dim);
    const BodyId y = body.argument(0, kLatticeLetterWidth);
    const BodyId s = gruStep(body, letters, y, body.argument(1, dim), dim);
    const BodyId ofLetter = body.linear(y, links.ofLetter.weight, links.ofLetter.bias);
    const BodyId share = body.exp(body.sigmoid(body.add(ofLetter, body.linear(s, links.ofWord))));
    const BodyId parts = body.add(body.multiply(share, s), ofWords.parts);
    body.output(body.elementwise(Primitive::Divide, parts, body.add(share, ofWords.whole)));
    return meetOf(set, words, dim, body.take());
}

OpSet latticeGruOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "lattice-gru", .dtype = options.dtype, .params = {}, .ops = {}};
    const LatticeTables tables = addLatticeTables(set, options);
    const LstmWeights letters = addLstmWeights(set, "", 3 * dim, kLatticeLetterWidth, dim);
    const LstmWeights ofWords = addLstmWeights(set, ".w", 3 * dim, dim, dim);
    addLatticeInputs(set, tables);
    set.ops.push_back(gruStartOp(set, dim));
    set.ops.push_back(gruCellOp(set, "step", letters, kLatticeLetterWidth, dim));
    set.ops.push_back(gruCellOp(set, "span", ofWords, dim, dim));
    const WordLinks links = addWordLinks(set, dim);
    set.ops.push_back(affineOp(set, "tag", addAffine(set, "y", options.classes, dim), dim));
    addMeets(set, options.variadic, [&](std::int32_t words) { return gruMeetOp(set, letters, links, words); });
    return set;
}

Status recordLatticeGru(const TreeInput& input, Fold& fold) {
    return recordLattice(input, 1, fold);
}

} // namespace

constinit const Net kLatticeGruNet = {
    .name = "lattice-gru",
    .title = "Lattice GRU",
    .description = "reads letters and the known words they spell, with GRU cells (ED-Batch's benchmark)",
    .input = kWordsInOrder,
    .ops = latticeGruOps,
    .record = recordLatticeGru,
    .labels = LabelsAt::Words,
    .heeds = {.outputs = false, .variadic = true, .shape = ShapeUse::Labels},
};

} // namespace batchscope
