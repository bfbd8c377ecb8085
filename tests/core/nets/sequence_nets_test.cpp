// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nets over sequences against their equations, written out by hand from the papers over the same parameters: which
// calls they record, in which order and round, and what comes out. Moves: arc_hybrid_test.cpp.
#include "core/formats/read_treebank.h"
#include "core/nets/arc_hybrid.h"
#include "core/nets/net_parts.h"
#include "core/schedule/metrics.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace batchscope {
namespace {

using testing::add;
using testing::BodyOracle;
using testing::concat;
using testing::expectNear;
using testing::OracleParams;
using testing::OracleRow;
using testing::sigmoid;
using Rows = std::vector<OracleRow>;

constexpr std::size_t kDim = 5;
constexpr std::array kSequenceNets = {"lstm-acceptor", "bilstm-tagger", "bilstm-char-tagger",
                                      "bilstm-crf",    "lattice-lstm",  "transition-parser"};

/// "The dog saw a cat ." with relations; saw is the root.
constexpr std::string_view kDog = "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n"
                                  "2\tdog\tdog\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
                                  "3\tsaw\tsee\tVERB\t_\t_\t0\troot\t_\t_\n"
                                  "4\ta\ta\tDET\t_\t_\t5\tdet\t_\t_\n"
                                  "5\tcat\tcat\tNOUN\t_\t_\t3\tobj\t_\t_\n"
                                  "6\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_\n\n"
                                  "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n";

Treebank sequenceBank() {
    Result<Treebank> bank = readTreebankText(kDog, "dog.conllu", {});
    BATCHSCOPE_CHECK(bank.hasValue());
    return std::move(*bank);
}

Treebank forest(std::uint64_t seed, std::size_t vocabulary = 9) {
    return *generateTreebank({.leaves = 9, .trees = 4, .vocabulary = vocabulary, .seed = seed});
}

OpGraph graphFor(const Treebank& bank, const char* net, Outputs outputs = Outputs::Root, Merge merge = Merge::Off) {
    return testing::graphOf(bank,
                            {.model = net, .dim = kDim, .dtype = DType::Float64, .outputs = outputs, .merge = merge});
}

std::map<std::string, std::size_t> sequenceOpCounts(const OpGraph& graph) {
    std::map<std::string, std::size_t> counts;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        ++counts[graph.opOf(NodeId(index)).name];
    }
    return counts;
}

std::vector<std::string> opSequence(const OpGraph& graph) {
    std::vector<std::string> names;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        names.push_back(graph.opOf(NodeId(index)).name);
    }
    return names;
}

std::size_t wordCount(const Treebank& bank) {
    std::size_t words = 0;
    for (const Tree& tree : bank.trees.heldTrees()) {
        words += wordsInOrder(tree).size();
    }
    return words;
}

// ---- the equations ----------------------------------------------------------------------------------------------

/// All hidden states of an LSTM (Gers et al. 2000, forget bias 1), by place of the input.
Rows lstm(const OracleParams& params, const std::string& suffix, Rows inputs, bool backward) {
    if (backward) {
        std::reverse(inputs.begin(), inputs.end());
    }
    const std::size_t dim = params.row("Wh" + suffix).size();
    OracleRow h(dim, 0.0);
    OracleRow c(dim, 0.0);
    Rows hidden;
    for (const OracleRow& x : inputs) {
        const OracleRow z = add(params.linear("Wx" + suffix, "bx" + suffix, x), params.linear("Wh" + suffix, h));
        for (std::size_t k = 0; k < dim; ++k) {
            c[k] = sigmoid(z[k]) * std::tanh(z[3 * dim + k]) + sigmoid(z[dim + k] + 1.0) * c[k];
            h[k] = sigmoid(z[2 * dim + k]) * std::tanh(c[k]);
        }
        hidden.push_back(h);
    }
    if (backward) {
        std::reverse(hidden.begin(), hidden.end());
    }
    return hidden;
}

OracleRow tanhOf(OracleRow row) {
    std::transform(row.begin(), row.end(), row.begin(), [](double x) { return std::tanh(x); });
    return row;
}

Rows embedded(const OracleParams& params, const Tree& tree) {
    Rows words;
    for (const TreeNodeId node : wordsInOrder(tree)) {
        words.push_back(params.row("E", tree.words[node.index()].value));
    }
    return words;
}

Rows tagScores(const OracleParams& params, const Rows& words) {
    const Rows f = lstm(params, ".f", words, false);
    const Rows b = lstm(params, ".b", words, true);
    Rows scores;
    for (std::size_t place = 0; place < words.size(); ++place) {
        scores.push_back(params.linear("O", tanhOf(params.linear("H", concat(f[place], b[place])))));
    }
    return scores;
}

Rows charTaggerWords(const OracleParams& params, const Treebank& bank, const Tree& tree) {
    Rows words;
    for (const TreeNodeId node : wordsInOrder(tree)) {
        const SymbolId word = tree.words[node.index()];
        if (bank.wordCounts[word.index()] > 5) {
            words.push_back(params.row("E", word.value));
            continue;
        }
        Rows letters = {params.row("C", 256)};
        for (const char letter : bank.words.text(word)) {
            letters.push_back(params.row("C", static_cast<unsigned char>(letter)));
        }
        letters.push_back(params.row("C", 256));
        words.push_back(concat(lstm(params, ".rf", letters, false).back(), lstm(params, ".rb", letters, true).front()));
    }
    return words;
}

/// v of each word: two layers of BiLSTM over word and tag.
Rows parserWords(const OracleParams& params, const TreeInput& input) {
    Rows rows;
    for (const TreeNodeId node : wordsInOrder(input.shape)) {
        const std::int32_t tag = input.target(node);
        rows.push_back(
            concat(params.row("E", input.shape.words[node.index()].value),
                   params.row("T", static_cast<std::size_t>(tag == kNoTarget ? input.options.classes : tag))));
    }
    for (const char* layer : {"1", "2"}) {
        const Rows f = lstm(params, std::string(".f") + layer, rows, false);
        const Rows b = lstm(params, std::string(".b") + layer, rows, true);
        for (std::size_t place = 0; place < rows.size(); ++place) {
            rows[place] = concat(f[place], b[place]);
        }
    }
    return rows;
}

/// Scores at every move, with a stack and a buffer kept here.
Rows parserScores(const OracleParams& params, const TreeInput& input, const std::vector<Move>& moves) {
    const Rows words = parserWords(params, input);
    const OracleRow empty = params.row("empty");
    std::vector<std::size_t> stack;
    std::size_t front = 0;
    Rows scores;
    for (const Move move : moves) {
        const auto fromTop = [&](std::size_t depth) {
            return depth < stack.size() ? words[stack[stack.size() - 1 - depth]] : empty;
        };
        const OracleRow b0 = front < words.size() ? words[front] : empty;
        OracleRow z = add(params.linear("Ws0", fromTop(0)), params.linear("Ws1", fromTop(1)));
        z = add(add(z, params.linear("Ws2", fromTop(2))), params.linear("Wb0", "b1", b0));
        scores.push_back(params.linear("W2", "b2", tanhOf(z)));
        if (move == Move::Shift) {
            stack.push_back(front++);
        } else {
            stack.pop_back();
        }
    }
    return scores;
}

void expectRows(const Rows& actual, const Rows& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t index = 0; index < actual.size(); ++index) {
        SCOPED_TRACE(index);
        expectNear(actual[index], expected[index]);
    }
}

/// Both kinds of trees, words that are rare and words that are not.
template <typename Check>
void forBanks(Check check) {
    check(testing::bankOf(testing::kTwoTrees));
    check(sequenceBank());
    check(forest(3));
}

// ---- lstm-acceptor ----------------------------------------------------------------------------------------------

TEST(LstmAcceptor, ComputesItsEquations) {
    forBanks([](const Treebank& bank) {
        for (const Outputs outputs : {Outputs::Root, Outputs::All}) {
            const OpGraph graph = graphFor(bank, "lstm-acceptor", outputs);
            const OracleParams params = testing::oracleParams(graph.ops, 1);
            Rows expected;
            for (const Tree& tree : bank.trees.heldTrees()) {
                const Rows hidden = lstm(params, "", embedded(params, tree), false);
                for (std::size_t place = outputs == Outputs::All ? 0 : hidden.size() - 1; place < hidden.size();
                     ++place) {
                    expected.push_back(params.linear("W", "b", hidden[place]));
                }
            }
            expectRows(BodyOracle(graph, params).outputs(), expected);
        }
    });
}

TEST(LstmAcceptor, RecordsAChainAndAsksAtItsEnd) {
    const Treebank bank = testing::bankOf("(3 (2 a) (1 b))\n");
    const OpGraph graph = graphFor(bank, "lstm-acceptor");
    EXPECT_THAT(opSequence(graph), ::testing::ElementsAre("lookup", "lookup", "start", "lstm", "lstm", "logits"));
    EXPECT_THAT(graph.targets, ::testing::ElementsAre(3));
    EXPECT_EQ(graph.levelCount(), 4U); // start, two steps, logits
    EXPECT_EQ(graph.origins[NodeId(std::size_t{5})].treeNode, bank.tree(TreeId(std::size_t{0}))->root());
    const OpGraph all = graphFor(bank, "lstm-acceptor", Outputs::All);
    EXPECT_THAT(all.targets, ::testing::ElementsAre(3, 3));
}

// ---- taggers ----------------------------------------------------------------------------------------------------

TEST(BilstmTagger, ComputesItsEquations) {
    forBanks([](const Treebank& bank) {
        const OpGraph graph = graphFor(bank, "bilstm-tagger");
        const OracleParams params = testing::oracleParams(graph.ops, 2);
        Rows expected;
        for (const Tree& tree : bank.trees.heldTrees()) {
            const Rows scores = tagScores(params, embedded(params, tree));
            expected.insert(expected.end(), scores.begin(), scores.end());
        }
        expectRows(BodyOracle(graph, params).outputs(), expected);
    });
}

TEST(BilstmTagger, TagsEveryWordInBothModes) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const OpGraph graph = graphFor(bank, "bilstm-tagger");
    EXPECT_THAT(graph.targets, ::testing::ElementsAre(2, 2, 2, 2, 0));
    EXPECT_EQ(graphFor(bank, "bilstm-tagger", Outputs::All).targets, graph.targets);
    const std::map<std::string, std::size_t> expected = {
        {"lookup", 5}, {"start", 4}, {"forward", 5}, {"backward", 5}, {"tag", 5}};
    EXPECT_EQ(sequenceOpCounts(graph), expected);
    EXPECT_EQ(sequenceOpCounts(graphFor(bank, "bilstm-tagger", Outputs::Root, Merge::Leaves)).at("start"), 1U);
}

TEST(BilstmCharTagger, ComputesItsEquations) {
    forBanks([](const Treebank& bank) {
        const OpGraph graph = graphFor(bank, "bilstm-char-tagger");
        const OracleParams params = testing::oracleParams(graph.ops, 3);
        Rows expected;
        for (const Tree& tree : bank.trees.heldTrees()) {
            const Rows scores = tagScores(params, charTaggerWords(params, bank, tree));
            expected.insert(expected.end(), scores.begin(), scores.end());
        }
        expectRows(BodyOracle(graph, params).outputs(), expected);
    });
}

TEST(BilstmCharTagger, ReadsTheLettersOfRareWordsOnly) {
    // "rare" stands five times, "often" six times.
    std::string text;
    for (int line = 0; line < 5; ++line) {
        text += "(0 (1 rare) (1 often))\n";
    }
    const OpGraph graph = graphFor(testing::bankOf(text + "(1 often)\n"), "bilstm-char-tagger");
    const auto counts = sequenceOpCounts(graph);
    EXPECT_EQ(counts.at("lookup"), 6U);
    EXPECT_EQ(counts.at("letter"), 5U * 6U); // <*> r a r e <*>
    EXPECT_EQ(counts.at("read-forward"), 30U);
    EXPECT_EQ(counts.at("word"), 5U);
    EXPECT_EQ(counts.at("tag"), 11U);
}

TEST(BilstmCharTagger, AnyWidthAndAnyBytes) {
    const Treebank bank = testing::bankOf("(0 (1 \xC3\xA9t\xC3\xA9) (1 x))\n");
    for (const std::int32_t dim : {1, 2, 3}) {
        const OpGraph graph = testing::graphOf(bank, {.model = "bilstm-char-tagger", .dim = dim});
        EXPECT_EQ(sequenceOpCounts(graph).at("letter"), 7U + 3U); // é is two bytes
        EXPECT_EQ(BodyOracle(graph, testing::oracleParams(graph.ops, 1)).outputs().size(), 2U);
    }
}

// ---- transition-parser ------------------------------------------------------------------------------------------

TEST(TransitionParser, ComputesItsEquations) {
    forBanks([](const Treebank& bank) {
        const GraphOptions graphOptions{.model = "transition-parser", .dim = kDim, .dtype = DType::Float64};
        const OpGraph graph = testing::graphOf(bank, graphOptions);
        const OracleParams params = testing::oracleParams(graph.ops, 4);
        const NetOptions options = *netOptionsOf(bank, graphOptions);
        Rows expected;
        for (std::size_t index = 0; index < bank.trees.size(); ++index) {
            const Tree& tree = *bank.tree(TreeId(index));
            const TreeInput input{bank, TreeId(index), tree, options};
            const Rows scores = parserScores(params, input, oracleMoves(headsOf(tree)));
            expected.insert(expected.end(), scores.begin(), scores.end());
        }
        expectRows(BodyOracle(graph, params).outputs(), expected);
    });
}

TEST(TransitionParser, MoveKIsInRoundK) {
    forBanks([](const Treebank& bank) {
        for (const Merge merge : {Merge::Off, Merge::Subtrees}) {
            const OpGraph graph = graphFor(bank, "transition-parser", Outputs::Root, merge);
            ASSERT_EQ(graph.rounds.size(), graph.size());
            std::size_t output = 0;
            std::size_t most = 0;
            for (const Tree& tree : bank.trees.heldTrees()) {
                const std::vector<Move> moves = oracleMoves(headsOf(tree));
                for (std::size_t move = 0; move < moves.size(); ++move, ++output) {
                    EXPECT_EQ(graph.targets[output], static_cast<std::int32_t>(moves[move]));
                    EXPECT_EQ(graph.roundOf(graph.outputs[output].node), move);
                    EXPECT_EQ(graph.opOf(graph.outputs[output].node).name, "score");
                }
                most = std::max(most, moves.size());
            }
            EXPECT_EQ(output, graph.outputs.size());
            EXPECT_EQ(graph.roundCount(), most);
            for (std::size_t index = 0; index < graph.size(); ++index) {
                const bool scores = graph.opOf(NodeId(index)).name == "score";
                EXPECT_TRUE(scores || graph.roundOf(NodeId(index)) == 0);
                for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
                    EXPECT_TRUE(!argument.isValue() || graph.roundOf(argument.node()) <= graph.roundOf(NodeId(index)));
                }
            }
        }
    });
}

// ---- all of them ------------------------------------------------------------------------------------------------

TEST(SequenceNets, OneWordIsASentence) {
    const Treebank bank = testing::bankOf("(2 alone)\n");
    for (const char* net : kSequenceNets) {
        const OpGraph graph = graphFor(bank, net, Outputs::All);
        EXPECT_EQ(graph.outputs.size(), net == std::string_view("transition-parser") ? 2U : 1U) << net;
    }
}

TEST(SequenceNets, AVeryLongSentencePasses) {
    const Treebank bank =
        *generateTreebank({.shape = TreeShape::Sequence, .leaves = 20'000, .trees = 1, .vocabulary = 100});
    const std::size_t words = wordCount(bank);
    ASSERT_EQ(words, 20'000U);
    for (const char* net : kSequenceNets) {
        const OpGraph graph = testing::graphOf(bank, {.model = net, .dim = 2, .outputs = Outputs::All});
        EXPECT_EQ(graph.outputs.size(), net == std::string_view("transition-parser") ? 2 * words : words) << net;
    }
}

} // namespace
} // namespace batchscope
