// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lattice LSTM: a tagger over the letters of an unsegmented sentence that also reads every known word which they
// spell, so that several words may end at one letter and words overlap. Chains of unequal length depend on one another:
// in ED-Batch a learned policy gains most on lattices. Rows in a batch B, hidden width d, letters of width 20:
//
//     letter(byte)           y = C[byte]                                             [B, 20]
//     word(id)               x = E[id]                                               [B, d]
//     start                  see lstm_chain.h                                        [B, d] each
//     step(y, h, c)          z = y·Wxᵀ + bx + h·Whᵀ → i, f, o, u                     a letter where no word ends
//                            c' = σ(i)∘tanh(u) + σ(f + 1)∘c,  h' = σ(o)∘tanh(c')
//     span(x, h, c)          z = x·Wx.wᵀ + bx.w + h·Wh.wᵀ → i, f, u                  a word from the letter of h, c on
//                            w = σ(i)∘tanh(u) + σ(f + 1)∘c                           [B, d]
//     tag(h)                 h·Wyᵀ + by                                              [B, classes]
//     meet(y, h, w1…wn)      z as in step; g_k = σ(y·Wlᵀ + bl + w_k·Ulᵀ)             a letter where n words end
//                            a = exp(σ(i)), a_k = exp(g_k)
//                            c' = (a∘tanh(u) + Σ_k a_k∘w_k) / (a + Σ_k a_k),  h' = σ(o)∘tanh(c')
//
// (Zhang and Yang 2018, "Chinese NER Using Lattice LSTM", ACL, section 3; in meet, as there, the letter before only
// acts through h. The forget bias of 1 is that of all chains here; there is none there.)
//
// Letters are the bytes of the words, one after the other without blanks. Known are all words of the treebank that have
// 2 to 8 bytes, wherever they stand: "the cat" also spells "he", "hec" and "at" if there are such words.
//
// The option Variadic decides how letters batch where different numbers of words end: in buckets meet1, meet2, …, or
// all in one op meet with a segment sum.
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

constexpr OpId kLatticeLetter(std::size_t{0});
constexpr OpId kLatticeWord(std::size_t{1});
constexpr OpId kLatticeStart(std::size_t{2});
constexpr OpId kLatticeStep(std::size_t{3});
constexpr OpId kLatticeSpan(std::size_t{4});
constexpr OpId kLatticeTag(std::size_t{5});
constexpr OpId kFirstMeet(std::size_t{6});
constexpr std::int32_t kAllBytes = 256;
constexpr std::int32_t kLatticeLetterWidth = 20;
constexpr std::size_t kShortestWord = 2; // bytes
constexpr std::size_t kLongestWord = 8;
constexpr std::int32_t kMostWordsAtALetter = kLongestWord - kShortestWord + 1; // one of each length

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

/// How much of a word comes into the letter where it ends: exp(σ(y·Wlᵀ + bl + w·Ulᵀ)).
struct WordLinks {
    Affine ofLetter; ///< Wl, bl
    ParamId ofWord;  ///< Ul
};

/// `words` of 0: any number, in one variadic slot.
Op meetOp(const OpSet& set, const LstmWeights& letters, const WordLinks& links, std::int32_t words) {
    const std::int32_t dim = set.params[letters.fromState].columns;
    const bool areItems = words == 0;
    BodyBuilder body(set.params);
    const BodyId y = body.argument(0, kLatticeLetterWidth);
    const BodyId ofLetter = body.linear(y, links.ofLetter.weight, links.ofLetter.bias);
    const BodyId spread = areItems ? body.spread(ofLetter) : ofLetter;
    BodyId parts; // Σ_k a_k∘w_k
    BodyId whole; // Σ_k a_k
    for (std::int32_t word = 0; word < std::max(words, 1); ++word) {
        const BodyId w = areItems ? body.items(2, dim) : body.argument(2 + word, dim);
        const BodyId link = body.add(spread, body.linear(w, links.ofWord));
        const BodyId share = body.exp(body.sigmoid(link));
        const BodyId part = body.multiply(share, w);
        parts = parts.valid() ? body.add(parts, part) : part;
        whole = whole.valid() ? body.add(whole, share) : share;
    }
    if (areItems) {
        parts = body.segmentSum(parts);
        whole = body.segmentSum(whole);
    }
    const BodyId gates = lstmGates(body, letters, y, body.argument(1, dim));
    const BodyId share = body.exp(body.sigmoid(body.slice(gates, 0, dim)));
    const BodyId part = body.multiply(share, body.tanh(body.slice(gates, 3 * dim, dim)));
    const BodyId all = body.add(part, parts);
    const BodyId c = body.elementwise(Primitive::Divide, all, body.add(share, whole));
    const BodyId out = body.sigmoid(body.slice(gates, 2 * dim, dim));
    body.output(body.multiply(out, body.tanh(c)));
    body.output(c);
    Op op{.name = areItems ? "meet" : fmt::format("meet{}", words),
          .arguments = {rowType(set, kLatticeLetterWidth), rowType(set, dim)},
          .body = body.take()};
    const ArgumentType any{ArgumentClass::Row, dim, set.dtype, Arity::Any};
    op.arguments.resize(2 + static_cast<std::size_t>(std::max(words, 1)), areItems ? any : rowType(set, dim));
    return op;
}

/// One sentence, letter by letter.
class LatticeWalk {
public:
    LatticeWalk(const TreeInput& input, Fold& fold) : m_input(input), m_fold(fold) {}

    void read(TreeNodeId node) {
        m_fold.setOrigin(m_input.tree, node);
        if (!m_state.node.valid()) {
            m_state = m_fold.add(kLatticeStart, {});
        }
        for (const char letter : m_input.bank.words.text(m_input.shape.words[node.index()])) {
            m_text += letter;
            step(m_fold.add(kLatticeLetter, {Argument::integer(static_cast<unsigned char>(letter))}));
        }
        m_fold.request(m_fold.add(kLatticeTag, {m_fold.output(m_state, 0)}), m_input.target(node));
    }

private:
    void step(Value letter) {
        const std::vector<Argument> words = wordsThatEndHere();
        if (words.empty()) {
            m_state = withState(kLatticeStep, letter, m_state);
        } else {
            const bool isOneForAll = m_input.options.variadic == Variadic::SegmentSum;
            std::vector<Argument> arguments = {letter, m_fold.output(m_state, 0)};
            arguments.insert(arguments.end(), words.begin(), words.end());
            m_state = m_fold.add(OpId(kFirstMeet.index() + (isOneForAll ? 0 : words.size() - 1)), arguments);
        }
        m_states.push_back(m_state);
    }

    Value withState(OpId op, Value input, Value state) {
        return m_fold.add(op, {input, m_fold.output(state, 0), m_fold.output(state, 1)});
    }

    /// The shortest first.
    std::vector<Argument> wordsThatEndHere() {
        std::vector<Argument> words;
        for (std::size_t size = kShortestWord; size <= std::min(kLongestWord, m_text.size()); ++size) {
            const std::size_t begin = m_text.size() - size;
            const SymbolId word = m_input.bank.words.find(std::string_view(m_text).substr(begin));
            if (word.valid()) {
                const Value x = m_fold.add(kLatticeWord, {Argument::integer(word.value)});
                words.emplace_back(withState(kLatticeSpan, x, m_states[begin]));
            }
        }
        return words;
    }

    const TreeInput& m_input;
    Fold& m_fold;
    std::string m_text;
    std::vector<Value> m_states; // after each letter
    Value m_state;
};

OpSet latticeLstmOps(const NetOptions& options) {
    const std::int32_t dim = options.dim;
    OpSet set{.name = "lattice-lstm", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId letterTable = addTable(set, "C", RowMeaning::Bytes, kAllBytes, kLatticeLetterWidth);
    const ParamId wordTable = addTable(set, "E", RowMeaning::Words, options.vocabulary, dim);
    const LstmWeights letters = addLstmWeights(set, "", 4 * dim, kLatticeLetterWidth, dim);
    set.ops.push_back(lookupOp(set, "letter", letterTable));
    set.ops.push_back(lookupOp(set, "word", wordTable));
    set.ops.push_back(lstmStartOp(set, "start", dim));
    set.ops.push_back(lstmCellOp(set, "step", letters, kLatticeLetterWidth, dim));
    set.ops.push_back(spanOp(set, dim));
    const Affine ofLetter = addAffine(set, "l", dim, kLatticeLetterWidth);
    const WordLinks links{ofLetter, addWeight(set, "Ul", dim, dim)};
    set.ops.push_back(affineOp(set, "tag", addAffine(set, "y", options.classes, dim), dim));
    const bool isOneForAll = options.variadic == Variadic::SegmentSum;
    for (std::int32_t words = isOneForAll ? 0 : 1; words <= (isOneForAll ? 0 : kMostWordsAtALetter); ++words) {
        set.ops.push_back(meetOp(set, letters, links, words));
    }
    return set;
}

Status recordLatticeLstm(const TreeInput& input, Fold& fold) {
    LatticeWalk walk(input, fold);
    for (const TreeNodeId node : wordsInOrder(input.shape)) {
        walk.read(node);
    }
    return Ok{};
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
