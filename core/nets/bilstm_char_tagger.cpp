// SPDX-License-Identifier: GPL-3.0-or-later
//
// A BiLSTM tagger that reads rare words letter by letter, a net for which the policy matters: words have unequal depth
// below one LSTM, so the depth policy splits that LSTM into many batches, whereas an agenda waits. B rows per batch,
// hidden width d, word vectors of width 2m with m = ceil(d / 2), letters of width 20:
//
//     lookup(word)               x = E[word]                 [B, 2m]   words that occur more than 5 times
//     letter(byte)               y = C[byte]                 [B, 20]   the others: "<*>", their bytes, "<*>"
//     start-letters              see lstm_chain.h            [B, m] each
//     read-forward, -backward    over the letters            [B, m]
//     word(f, b)                 x = [f; b]                  [B, 2m]   both chains' last states
//     start, forward, backward, tag                          as in bilstm_tagger.cpp
//
// (Neubig et al. 2017, "BiLSTM tagger w/char"; github.com/neulab/dynet-benchmark, bilstm-tagger-withchar.) Letters are
// the bytes of the word, 0…255; "<*>" is number 256. Occurrences are counted in the whole treebank.
#include "core/nets/lstm_chain.h"
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

#include <string_view>

namespace batchscope {

namespace {

constexpr OpId kCharTaggerLookup(std::size_t{0});
constexpr OpId kLetter(std::size_t{1});
constexpr OpId kStartLetters(std::size_t{2});
constexpr OpId kReadForward(std::size_t{3});
constexpr OpId kReadBackward(std::size_t{4});
constexpr OpId kWord(std::size_t{5});
constexpr OpId kFirstOfCharTagger(std::size_t{6});

constexpr std::int32_t kLetterWidth = 20;
constexpr std::uint32_t kPad = 256; // "<*>"
constexpr std::uint32_t kRareAtMost = 5;

Value wordFromLetters(const TreeInput& input, TreeNodeId node, Fold& fold) {
    fold.setOrigin(input.tree, node);
    std::vector<Value> letters = {fold.add(kLetter, {Argument::integer(kPad)})};
    for (const char letter : input.bank.words.text(input.shape.words[node.index()])) {
        letters.push_back(fold.add(kLetter, {Argument::integer(static_cast<unsigned char>(letter))}));
    }
    letters.push_back(fold.add(kLetter, {Argument::integer(kPad)}));
    const std::vector<TreeNodeId> nodes(letters.size(), node);
    const LstmInputs inputs{input.tree, nodes, letters};
    const std::vector<Value> fromLeft = runLstm(fold, {kStartLetters, kReadForward}, inputs, Direction::Forward);
    const std::vector<Value> fromRight = runLstm(fold, {kStartLetters, kReadBackward}, inputs, Direction::Backward);
    return fold.add(kWord, {fromLeft.back(), fromRight.front()});
}

OpSet bilstmCharTaggerOps(const NetOptions& options) {
    OpSet set{.name = "bilstm-char-tagger", .dtype = options.dtype, .params = {}, .ops = {}};
    const std::int32_t half = (options.dim + 1) / 2;
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, 2 * half);
    const ParamId letters = addTable(set, "C", RowMeaning::Bytes, static_cast<std::int32_t>(kPad) + 1, kLetterWidth);
    set.ops.push_back(lookupOp(set, "lookup", embedding));
    set.ops.push_back(lookupOp(set, "letter", letters));
    set.ops.push_back(lstmStartOp(set, "start-letters", half));
    set.ops.push_back(lstmCellOp(set, "read-forward", ".rf", kLetterWidth, half));
    set.ops.push_back(lstmCellOp(set, "read-backward", ".rb", kLetterWidth, half));
    set.ops.push_back(joinOp(set, "word", half, half));
    addTagger(set, 2 * half, options);
    return set;
}

Status recordBilstmCharTagger(const TreeInput& input, Fold& fold) {
    const std::vector<TreeNodeId> order = wordsInOrder(input.shape);
    std::vector<Value> words;
    words.reserve(order.size());
    for (const TreeNodeId node : order) {
        const SymbolId word = input.shape.words[node.index()];
        if (input.bank.wordCounts[word.index()] <= kRareAtMost) {
            words.push_back(wordFromLetters(input, node, fold));
        } else {
            fold.setOrigin(input.tree, node);
            words.push_back(fold.add(kCharTaggerLookup, {Argument::integer(word.value)}));
        }
    }
    recordTagger(input, kFirstOfCharTagger, order, words, fold);
    return Ok{};
}

} // namespace

constinit const Net kBilstmCharTaggerNet = {
    .name = "bilstm-char-tagger",
    .title = "BiLSTM tagger with letters",
    .description = "reads rare words letter by letter, so policies differ",
    .input = kWordsInOrder,
    .ops = bilstmCharTaggerOps,
    .record = recordBilstmCharTagger,
    .labels = LabelsAt::Words,
    .uses = {.outputs = false, .shape = ShapeUse::Labels},
};

} // namespace batchscope
