// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random trees written in each format and read back; each tree read again from its own record, as a bank does with
// those that it does not hold.
#include "core/base/random.h"
#include "core/formats/format_list.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/generate.h"
#include "core/treebank/treebank.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/windowed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using testing::describedTree;

constexpr std::size_t kTrees = 200;

/// Shape, labels and words; not where the tree stands.
std::string meaningOf(const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    Tree placeless = tree;
    placeless.positions.assign(tree.size(), SourcePosition{});
    return describedTree(placeless, words, labels);
}

std::vector<std::string> meaningsOf(const Treebank& bank) {
    std::vector<std::string> result;
    for (std::size_t tree = 0; tree < bank.trees.size(); ++tree) {
        result.push_back(meaningOf(*bank.tree(TreeId(tree)), bank.words, bank.labels));
    }
    return result;
}

/// Every tree of the bank, from the bytes of its record alone.
void expectReadAgain(const Treebank& bank, const std::string& text) {
    for (std::size_t index = 0; index < bank.trees.size(); ++index) {
        const TreeEntry& entry = bank.trees[TreeId(index)];
        const FileSegment& segment = bank.segments.front();
        TreeSymbols symbols(bank.words, bank.labels, bank.options);
        const std::string record = text.substr(entry.recordBegin, entry.recordLength);
        const std::optional<Tree> again = readAgain(segment.records, record, entry, symbols);
        ASSERT_TRUE(again.has_value()) << "tree " << index << " of " << text;
        ASSERT_EQ(describedTree(*again, bank.words, bank.labels),
                  describedTree(*bank.trees.held(TreeId(index)), bank.words, bank.labels))
            << "tree " << index;
    }
}

/// The text is read whole, in small windows and tree by tree alike.
Treebank readEveryWay(const std::string& text, const std::string& format) {
    Result<Treebank> bank = readTreebankText(text, "f", {});
    EXPECT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->format, format);
    EXPECT_EQ(bank->badTrees, 0U);
    expectReadAgain(*bank, text);
    const Format& reader = **detectFormat(text, "f");
    const testing::Found whole = testing::readWindowed(reader, text, 0, text.size());
    EXPECT_EQ(testing::readWindowed(reader, text, 0, 7), whole);
    EXPECT_EQ(testing::readWindowed(reader, text, 0, 500), whole);
    return std::move(*bank);
}

Treebank randomBank(std::uint64_t seed, TreeShape shape = TreeShape::Nary) {
    return *generateTreebank({.shape = shape, .leaves = {1, 30}, .trees = kTrees, .vocabulary = 50, .seed = seed});
}

TEST(FormatProperties, BracketsGiveTheTreesBack) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Treebank made = randomBank(seed);
        for (const std::string separator : {"\n", " ", "\r\n\r\n"}) {
            std::string text;
            for (const Tree& tree : made.trees.heldTrees()) {
                text += toBrackets(tree, made.words, made.labels) + separator;
            }
            EXPECT_EQ(meaningsOf(readEveryWay(text, "ptb")), meaningsOf(made));
        }
    }
}

TEST(FormatProperties, JsonGivesTheTreesBack) {
    for (const std::uint64_t seed : {4, 5, 6}) {
        const Treebank made = randomBank(seed);
        EXPECT_EQ(meaningsOf(readEveryWay(testing::treesJson(made), "trees-json")), meaningsOf(made));
    }
}

/// Heads without cycle: tokens in random order, each below one that came earlier.
std::string randomConllu(Random& random) {
    std::string text;
    for (std::size_t sentence = 0; sentence < kTrees; ++sentence) {
        const std::size_t count = 1 + random.below(20);
        std::vector<std::size_t> order(count);
        std::vector<std::size_t> heads(count, 0);
        for (std::size_t at = 0; at < count; ++at) {
            order[at] = at;
            std::swap(order[at], order[random.below(at + 1)]);
        }
        for (std::size_t at = 1; at < count; ++at) {
            heads[order[at]] = order[random.below(at)] + 1;
        }
        text += fmt::format("# sent_id = {}\n", sentence);
        for (std::size_t token = 0; token < count; ++token) {
            text += fmt::format("{}\tw{} é\"\\\t_\t_\t_\t_\t{}\t{}\t_\t_\n", token + 1, random.below(30), heads[token],
                                random.below(4) == 0 ? "_" : "dep");
        }
        text += "\n";
    }
    return text;
}

TEST(FormatProperties, DependenciesSurviveJson) {
    Random random(7);
    const Treebank bank = readEveryWay(randomConllu(random), "conllu");
    EXPECT_EQ(bank.trees.size(), kTrees);
    EXPECT_EQ(meaningsOf(readEveryWay(testing::treesJson(bank), "trees-json")), meaningsOf(bank));
}

/// Binary trees as SNLI writes them, without labels.
std::string parseOf(const Tree& tree, const SymbolTable& words) {
    std::vector<std::string> texts;
    for (std::size_t node = 0; node < tree.size(); ++node) {
        const auto children = tree.children(TreeNodeId(node));
        texts.push_back(children.empty() ? std::string(words.text(tree.words[node]))
                                         : "( " + texts[children[0].index()] + " " + texts[children[1].index()] + " )");
    }
    return texts.back();
}

Treebank withoutLabels(Treebank bank, SymbolId rootLabel) {
    for (Tree& tree : bank.trees.heldTrees()) {
        tree.labels.assign(tree.size(), SymbolId());
        tree.labels.back() = rootLabel;
    }
    return bank;
}

TEST(FormatProperties, SnliGivesTheTreesBack) {
    Treebank made = randomBank(8, TreeShape::Random);
    std::string text;
    for (std::size_t tree = 0; tree < kTrees; tree += 2) {
        text += fmt::format(R"({{"gold_label":"gold","sentence2_binary_parse":"{1}","sentence1_binary_parse":"{0}"}})"
                            "\n",
                            parseOf(made.trees.heldTrees()[tree], made.words),
                            parseOf(made.trees.heldTrees()[tree + 1], made.words));
    }
    const SymbolId gold = made.labels.intern("gold");
    EXPECT_EQ(meaningsOf(readEveryWay(text, "snli")), meaningsOf(withoutLabels(std::move(made), gold)));
}

TEST(FormatProperties, SentencesGiveTheirWordsBack) {
    Random random(9);
    std::string text;
    std::vector<std::string> sentences;
    for (std::size_t line = 0; line < kTrees; ++line) {
        std::string sentence;
        for (std::size_t count = 1 + random.below(12); count > 0; --count) {
            sentence += fmt::format("{}w{}", sentence.empty() ? "" : " ", random.below(100));
        }
        text += random.below(3) == 0 ? "\n" + sentence + "\t\r\n" : sentence + "\n";
        sentences.push_back(sentence);
    }
    const Treebank bank = readEveryWay(text, "tokens");
    ASSERT_EQ(bank.trees.size(), kTrees);
    for (std::size_t tree = 0; tree < kTrees; ++tree) {
        EXPECT_EQ(bank.sentence(TreeId(tree), 100), sentences[tree]);
    }
}

/// Brackets and words, the white space between them left out.
std::vector<std::string> piecesOf(std::string_view text) {
    std::vector<std::string> pieces;
    constexpr std::string_view kSpace = " \t\r\n";
    for (std::size_t at = text.find_first_not_of(kSpace); at != std::string_view::npos;) {
        const bool bracket = text[at] == '(' || text[at] == ')';
        const std::size_t end = bracket ? at + 1 : std::min(text.find_first_of(" \t\r\n()", at), text.size());
        pieces.emplace_back(text.substr(at, end - at));
        at = text.find_first_not_of(kSpace, end);
    }
    return pieces;
}

TEST(FormatProperties, PennTreebankComesBackFromJsonToTheLetter) {
    REQUIRE_DATA(folder, "ptb-sample");
    std::size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(*folder)) {
        if (file.path().extension() != ".mrg") {
            continue;
        }
        const std::string source = testing::textOf(file.path());
        const Treebank bank = readEveryWay(source, "ptb");
        const Treebank again = readEveryWay(testing::treesJson(bank), "trees-json");
        std::string back;
        for (std::size_t tree = 0; tree < again.trees.size(); ++tree) {
            // The empty bracket around each tree is no node of it; every reader leaves it out.
            back += "( " + toBrackets(*again.tree(TreeId(tree)), again.words, again.labels) + " )\n";
        }
        ASSERT_EQ(piecesOf(back), piecesOf(source)) << file.path();
        ++files;
    }
    EXPECT_EQ(files, 99U);
}

} // namespace
} // namespace batchscope
