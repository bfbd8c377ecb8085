// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/lattice_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
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
constexpr std::size_t kShortestWord = 2; // bytes
constexpr std::size_t kLongestWord = 8;
constexpr std::size_t kMostWordsAtALetter = kLongestWord - kShortestWord + 1; // one of each length

/// One sentence, letter by letter.
class LatticeWalk {
public:
    LatticeWalk(const TreeInput& input, std::uint32_t values, Fold& fold)
        : m_input(input), m_values(values), m_fold(fold) {}

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
            m_state = m_fold.add(kLatticeStep, withState(letter, m_state));
        } else {
            const bool isOneForAll = m_input.options.variadic == Variadic::SegmentSum;
            std::vector<Argument> arguments = {letter, m_fold.output(m_state, 0)};
            arguments.insert(arguments.end(), words.begin(), words.end());
            m_state = m_fold.add(OpId(kFirstMeet.index() + (isOneForAll ? 0 : words.size() - 1)), arguments);
        }
        m_states.push_back(m_state);
    }

    [[nodiscard]] std::vector<Argument> withState(Value input, Value state) const {
        std::vector<Argument> arguments = {input};
        for (std::uint32_t value = 0; value < m_values; ++value) {
            arguments.emplace_back(m_fold.output(state, value));
        }
        return arguments;
    }

    /// The shortest first.
    std::vector<Argument> wordsThatEndHere() {
        std::vector<Argument> words;
        for (std::size_t size = kShortestWord; size <= std::min(kLongestWord, m_text.size()); ++size) {
            const std::size_t begin = m_text.size() - size;
            const SymbolId word = m_input.bank.words.find(std::string_view(m_text).substr(begin));
            if (word.valid()) {
                const Value x = m_fold.add(kLatticeWord, {Argument::integer(word.value)});
                words.emplace_back(m_fold.add(kLatticeSpan, withState(x, m_states[begin])));
            }
        }
        return words;
    }

    const TreeInput& m_input;
    std::uint32_t m_values;
    Fold& m_fold;
    std::string m_text;
    std::vector<Value> m_states; // after each letter
    Value m_state;
};

} // namespace

LatticeTables addLatticeTables(OpSet& set, const NetOptions& options) {
    const ParamId letters = addTable(set, "C", RowMeaning::Bytes, kAllBytes, kLatticeLetterWidth);
    return {letters, addTable(set, "E", RowMeaning::Words, options.vocabulary, options.dim)};
}

void addLatticeInputs(OpSet& set, const LatticeTables& tables) {
    set.ops.push_back(lookupOp(set, "letter", tables.letters));
    set.ops.push_back(lookupOp(set, "word", tables.words));
}

WordLinks addWordLinks(OpSet& set, std::int32_t dim) {
    const Affine ofLetter = addAffine(set, "l", dim, kLatticeLetterWidth);
    return {ofLetter, addWeight(set, "Ul", dim, dim)};
}

Shares sharesOfWords(BodyBuilder& body, const WordLinks& links, std::int32_t words, std::int32_t dim) {
    const BodyId ofLetter =
        body.linear(body.argument(0, kLatticeLetterWidth), links.ofLetter.weight, links.ofLetter.bias);
    const bool areItems = words == 0;
    const BodyId spread = areItems ? body.spread(ofLetter) : ofLetter;
    Shares shares;
    for (std::int32_t word = 0; word < (areItems ? 1 : words); ++word) {
        const BodyId w = areItems ? body.items(2, dim) : body.argument(2 + word, dim);
        const BodyId link = body.add(spread, body.linear(w, links.ofWord));
        const BodyId share = body.exp(body.sigmoid(link));
        const BodyId part = body.multiply(share, w);
        shares.parts = shares.parts.valid() ? body.add(shares.parts, part) : part;
        shares.whole = shares.whole.valid() ? body.add(shares.whole, share) : share;
    }
    return areItems ? Shares{body.segmentSum(shares.parts), body.segmentSum(shares.whole)} : shares;
}

Op meetOf(const OpSet& set, std::int32_t words, std::int32_t dim, OpBody body) {
    Op op{.name = words == 0 ? "meet" : fmt::format("meet{}", words),
          .arguments = {rowType(set, kLatticeLetterWidth), rowType(set, dim)},
          .body = std::move(body)};
    const ArgumentType any{ArgumentClass::Row, dim, set.dtype, Arity::Any};
    op.arguments.insert(op.arguments.end(), words == 0 ? 1 : static_cast<std::size_t>(words),
                        words == 0 ? any : rowType(set, dim));
    return op;
}

void addMeets(OpSet& set, Variadic variadic, const std::function<Op(std::int32_t words)>& meet) {
    if (variadic == Variadic::SegmentSum) {
        set.ops.push_back(meet(0));
        return;
    }
    for (std::size_t words = 1; words <= kMostWordsAtALetter; ++words) {
        set.ops.push_back(meet(static_cast<std::int32_t>(words)));
    }
}

Status recordLattice(const TreeInput& input, std::uint32_t values, Fold& fold) {
    LatticeWalk walk(input, values, fold);
    for (const TreeNodeId node : wordsInOrder(input.shape)) {
        walk.read(node);
    }
    return Ok{};
}

} // namespace batchscope
