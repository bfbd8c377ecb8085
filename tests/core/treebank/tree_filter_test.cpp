// SPDX-License-Identifier: GPL-3.0-or-later
//
// The language of filters: what is read, what is refused and where, and which trees are found.
#include "core/formats/read_treebank.h"
#include "core/treebank/find_trees.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace batchscope {
namespace {

Result<std::vector<TreeId>> foundTrees(const Treebank& bank, const TreeFilter& filter, TreeId selected,
                                       const RunControl& control) {
    std::vector<TreeId> all;
    TRY(findTrees(bank, filter, selected, control,
                  [&all](std::span<const TreeId> found) { all.insert(all.end(), found.begin(), found.end()); }));
    return all;
}

/// Numbers of the trees that a filter takes.
std::vector<std::size_t> found(const Treebank& bank, std::string_view text, TreeId selected = {}) {
    const Result<TreeFilter> filter = parseTreeFilter(text);
    if (!filter) {
        ADD_FAILURE() << text << ": " << filter.error().text();
        return {};
    }
    const Result<std::vector<TreeId>> trees = foundTrees(bank, *filter, selected, {});
    std::vector<std::size_t> numbers;
    for (const TreeId tree : trees ? *trees : std::vector<TreeId>()) {
        numbers.push_back(tree.index());
    }
    return numbers;
}

constexpr std::string_view kFilteredTrees =
    "(S (NP (DT A) (NN tree)) (VP (IN of) (NNS words)))\n" // 1: 7 nodes, height 2
    "(S (X two) (X leaves))\n"                             // 2: 3 nodes
    "(NP (X very) (NP (X good) (X Indeed)))\n"             // 3: 5 nodes
    "(S (X two) (X more))\n"                               // 4: shape of 2
    "(X not)\n"                                            // 5: 1 node
    "(S (X a) (X b) (X c) (X d))\n";                       // 6: arity 4

TEST(TreeFilter, FindsTrees) {
    const Treebank bank = testing::bankOf(kFilteredTrees);
    using Numbers = std::vector<std::size_t>;
    const struct {
        const char* text;
        Numbers trees;
    } cases[] = {
        {"", {0, 1, 2, 3, 4, 5}},
        {"size>5", {0}},
        {"size=3", {1, 3}},
        {"size!=3", {0, 2, 4, 5}},
        {"size:..3", {1, 3, 4}},
        {"size:5..", {0, 2, 5}},
        {"size<0", {}},
        {"size>18446744073709551615", {}},
        {"words=4 height=1", {5}},
        {"height<1", {4}},
        {"arity=4", {5}},
        {"line:2..3", {1, 2}},
        {"tree<=1", {0, 1}},
        {"root:S", {0, 1, 3, 5}},
        {"-root:S", {2, 4}},
        {"label:NP", {0, 2}},
        {"word:TWO", {1, 3}},
        {"word:tw", {}},
        {"word:\"not\"", {4}},
        {"file:tes", {0, 1, 2, 3, 4, 5}},
        {"shape:1", {1, 3}},
        {"tw", {1, 3}},
        {"ree  o", {0}},
        {"\"tree of word\"", {0}},
        {"tree words", {}},
        {"\"two\" \"more\"", {3}},
        {"two -more", {1}},
        {"-two", {0, 2, 4, 5}},
        {"--two", {1, 3}},
        {"more OR not", {3, 4}},
        {"size=3 more OR not", {3, 4}},
        {"size=3 (more OR not)", {3}},
        {"-(size=3 OR root:NP) height>0", {0, 5}},
        {"((not))", {4}},
        {"label:NP size=5 good ind", {2}},
        {"size=1 OR label:NP OR word:two", {0, 1, 2, 3, 4}},
    };
    for (const auto& expected : cases) {
        EXPECT_EQ(found(bank, expected.text), expected.trees) << expected.text;
    }
    EXPECT_EQ(found(bank, "shape:same", TreeId(3)), (Numbers{1, 3}));
}

/// Parts of speech and lemmas are read from the text of the sentences; leaves of constituents have theirs as labels.
TEST(TreeFilter, FindsWordsByWhatTheTreebankSaysOfThem) {
    const Treebank sentences = testing::bankOf("1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n"
                                               "2\tbarked\tbark\tVERB\tVBD\t_\t0\troot\t_\t_\n"
                                               "\n"
                                               "# text = It was eaten\n"
                                               "1\tIt\tit\tPRON\tPRP\t_\t3\tnsubj:pass\t_\t_\n"
                                               "# a comment\n"
                                               "2\twas\tbe\tAUX\tVBD\t_\t3\taux:pass\t_\t_\n"
                                               "3\teaten\teat\tVERB\t_\t_\t0\troot\t_\t_\n"
                                               "\n");
    const Treebank constituents = testing::bankOf(kFilteredTrees);
    using Numbers = std::vector<std::size_t>;
    const struct {
        const Treebank& bank;
        const char* text;
        Numbers trees;
    } cases[] = {
        {sentences, "pos:NOUN", {0}},         {sentences, "pos:VBD", {0, 1}},   {sentences, "pos:VERB", {0, 1}},
        {sentences, "-pos:PRON", {0}},        {sentences, "pos:_", {}},         {sentences, "lemma:BE", {1}},
        {sentences, "lemma:was", {}},         {sentences, "rel:nsubj", {0, 1}}, {sentences, "rel:nsubj:pass", {1}},
        {sentences, "rel:aux lemma:be", {1}}, {constituents, "pos:IN", {0}},    {constituents, "pos:NP", {}},
        {constituents, "rel:NP", {}},         {constituents, "lemma:two", {}},
    };
    for (const auto& expected : cases) {
        EXPECT_EQ(found(expected.bank, expected.text), expected.trees) << expected.text;
    }
}

TEST(TreeFilter, SaysWhatIsWrongAndWhere) {
    const struct {
        const char* text;
        std::size_t byte;
        const char* part; ///< of the message
    } cases[] = {
        {"size:abc", 5, "expected a whole number or a range"},
        {"size<1..2", 5, "expected a whole number, as in"},
        {"size:..", 5, "expected a whole number or a range"},
        {"size:20..10", 5, "expected 10..20"},
        {"words>3 size:", 8, "needs a value"},
        {"sice>3", 0, "there is no key \"sice\"; expected one of size, words"},
        {"a label<3", 7, "label is not a number"},
        {"shape:round", 6, "expected same or a tree number"},
        {"shape:-1", 6, "a tree number"},
        {"word:\"not", 5, "not closed"},
        {"\"\"", 0, "expected text"},
        {"(size>3", 0, "this '(' is not closed"},
        {"size>3)", 6, "no matching"},
        {"()", 1, "expected a condition before"},
        {"OR a", 0, "expected a condition before"},
        {"a OR", 2, "expected a condition behind"},
        {"a OR OR b", 5, "expected a condition before"},
        {"a -(", 3, "expected a condition behind"},
        {"\xFF", 0, "UTF-8"},
    };
    for (const auto& expected : cases) {
        const Result<TreeFilter> filter = parseTreeFilter(expected.text);
        ASSERT_FALSE(filter.hasValue()) << expected.text;
        EXPECT_EQ(filter.error().position->byte, expected.byte) << expected.text;
        EXPECT_NE(filter.error().message.find(expected.part), std::string::npos) << filter.error().message;
    }
}

TEST(TreeFilter, BracketsWithinBracketsHaveAnEnd) {
    const std::string open(100'000, '(');
    EXPECT_FALSE(parseTreeFilter(open + "a" + std::string(open.size(), ')')).hasValue());
    EXPECT_FALSE(parseTreeFilter(std::string(100'000, '-') + "a").hasValue());
}

TEST(TreeFilter, ShapesOfTreesThatAreNotThere) {
    const Treebank bank = testing::bankOf(kFilteredTrees);
    for (const char* text : {"shape:same", "shape:6"}) {
        const Result<std::vector<TreeId>> trees = foundTrees(bank, *parseTreeFilter(text), TreeId(), {});
        ASSERT_FALSE(trees.hasValue()) << text;
        EXPECT_EQ(trees.error().code, ErrorCode::Config);
    }
}

TEST(TreeFilter, ValuesAreQuotedWhereTheyMustBe) {
    EXPECT_EQ(filterValue("NP"), "NP");
    EXPECT_EQ(filterValue("-LRB-"), "\"-LRB-\"");
    EXPECT_EQ(filterValue("("), "\"(\"");
    EXPECT_EQ(filterValue(""), "\"\"");
    for (const FilterKey& key : filterKeys()) {
        EXPECT_TRUE(parseTreeFilter(key.example).hasValue()) << key.example;
    }
}

TEST(TreeFilter, StopsWhenAsked) {
    const Treebank bank = testing::bankOf(kFilteredTrees);
    std::stop_source stop;
    stop.request_stop();
    const Result<std::vector<TreeId>> trees =
        foundTrees(bank, *parseTreeFilter("two"), TreeId(), RunControl(stop.get_token(), {}));
    ASSERT_FALSE(trees.hasValue());
    EXPECT_EQ(trees.error().code, ErrorCode::Cancelled);
}

/// Trees beyond those that are held are read again from the file, in pieces, over damaged ones and blank lines.
TEST(TreeFilter, ReadsTreesThatAreNotHeld) {
    std::string text;
    std::vector<std::size_t> rare;
    std::size_t number = 0;
    const std::string wide = "(S" + [] {
        std::string leaves;
        for (int leaf = 0; leaf < 999; ++leaf) {
            leaves += " (X w)";
        }
        return leaves;
    }() + ")\n";
    while (number < 2'100) { // 1,000 nodes each: some hundred are not held
        text += wide;
        ++number;
    }
    for (int turn = 0; turn < 30; ++turn) {
        text += "(S (X broken\n\n(S\n  (X two)\n (Y words))  (S (X rare) (X a)) (S (X on) (X line))\n";
        rare.push_back(number + 1);
        number += 3;
    }
    const Result<Treebank> bank = readTreebankText(text, "test", {});
    ASSERT_TRUE(bank.hasValue());
    ASSERT_LT(bank->trees.heldCount(), 2'100U);
    ASSERT_EQ(bank->trees.size(), number);
    EXPECT_EQ(found(*bank, "rare"), rare);
    EXPECT_EQ(found(*bank, "size<10 \"on line\"").size(), 30U);
    EXPECT_EQ(found(*bank, "label:Y").size(), 30U);
    EXPECT_EQ(found(*bank, "word:w").size(), 2'100U);
}

} // namespace
} // namespace batchscope
