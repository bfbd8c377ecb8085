// SPDX-License-Identifier: GPL-3.0-or-later
//
// Classes are counted from the data: never clamped, wrapped or padded, whatever the labels and the net.
#include "core/formats/read_treebank.h"
#include "core/nets/label_classes.h"
#include "core/nets/trainable.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// One tree for each label, with that label at its root.
Treebank bankWith(const std::vector<std::string>& labels) {
    std::string text;
    for (const std::string& label : labels) {
        text += fmt::format("({} (x a) (x b))\n", label);
    }
    return testing::bankOf(text);
}

/// Roots only: the leaves of bankWith have one more label.
LabelClasses classesOf(const std::vector<std::string>& labels) {
    return {bankWith(labels), LabelsAt::Roots};
}

std::vector<std::int32_t> rootClasses(const std::vector<std::string>& labels) {
    const Treebank bank = bankWith(labels);
    const LabelClasses classes(bank, LabelsAt::Roots);
    std::vector<std::int32_t> numbers;
    for (const std::string& label : labels) {
        numbers.push_back(classes.classOf(bank.labels.find(label)));
    }
    return numbers;
}

/// Width of what is requested first.
std::int32_t outputWidth(const Treebank& bank, GraphOptions options) {
    options.dim = 4;
    const OpGraph graph = testing::graphOf(bank, options);
    return graph.opOf(graph.outputs.front().node).outputWidth(graph.outputs.front().output);
}

std::string classError(const Treebank& bank, const GraphOptions& options) {
    const Result<OpGraph> graph = buildGraph(bank, options, {});
    return graph ? std::string() : graph.error().message;
}

const std::string kTwoImages("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x01\x33\x66", 18); // of one pixel

Treebank unlabelledImages() {
    return *readTreebankText(kTwoImages, "images", {});
}

TEST(LabelClasses, DigitsAreTheirOwnClassesAlsoWhereSomeAreMissing) {
    EXPECT_EQ(classesOf({"0", "1", "3", "4"}).size(), 5);
    EXPECT_THAT(rootClasses({"4", "0", "3", "1"}), ElementsAre(4, 0, 3, 1));
    EXPECT_EQ(classesOf({"0", "1", "2"}).size(), 3) << "three labels are not five";
    EXPECT_EQ(classesOf({"1"}).size(), 2);
    EXPECT_TRUE(classesOf({"0", "9"}).areNumbers());
}

TEST(LabelClasses, WholeNumbersWithoutGapsAreTheirOwnClasses) {
    std::vector<std::string> labels;
    std::vector<std::int32_t> expected;
    for (int label = 99; label >= 0; --label) {
        labels.push_back(std::to_string(label));
        expected.push_back(label);
    }
    EXPECT_EQ(rootClasses(labels), expected);
    EXPECT_EQ(classesOf(labels).size(), 100);
}

TEST(LabelClasses, NumbersWithGapsAndNamesAreNumberedAsTheyAppear) {
    EXPECT_THAT(rootClasses({"7", "90000", "300"}), ElementsAre(0, 1, 2));
    EXPECT_THAT(rootClasses({"VP", "NP", "0"}), ElementsAre(0, 1, 2));
    EXPECT_THAT(rootClasses({"-1", "0", "1"}), ElementsAre(0, 1, 2));
    EXPECT_THAT(rootClasses({"7", "07"}), ElementsAre(0, 1)) << "two labels are two classes";
    EXPECT_THAT(rootClasses({"99999999999", "1"}), ElementsAre(0, 1));
}

TEST(LabelClasses, ManyLabelsAreAllToldApart) {
    std::vector<std::string> labels;
    for (int label = 0; label < 399; ++label) {
        labels.push_back(fmt::format("L{}", label));
    }
    const Treebank bank = bankWith(labels);
    const OpGraph graph = testing::graphOf(bank, {.model = "tree-rnn", .dim = 2});
    const std::set<std::int32_t> targets(graph.targets.begin(), graph.targets.end());
    EXPECT_EQ(targets.size(), 399U) << "64 and 0 were one class once";
    EXPECT_EQ(outputWidth(bank, {.model = "tree-rnn"}), 400) << "x of the leaves";
}

TEST(LabelClasses, LabelsOfDamagedTreesAreNone) {
    const Result<Treebank> bank = readTreebankText("(A (x a) (x b))\n(B (y a)\n(A (x c) (x d))\n", "t.ptb", {});
    ASSERT_TRUE(bank.hasValue());
    ASSERT_GT(bank->badTrees, 0U);
    const LabelClasses classes(*bank, LabelsAt::Nodes);
    EXPECT_EQ(classes.size(), 2);
    EXPECT_FALSE(classes.contains(bank->labels.find("B")));
    EXPECT_EQ(classes.classOf(SymbolId()), kNoTarget);
}

TEST(LabelClasses, EachNetHasTheClassesOfWhatItLabels) {
    const Treebank bank = testing::bankOf("(S (NP (DT the) (NN dog)) (VP (VB barks)))\n(FRAG (UH oh) (NN dog))\n");
    EXPECT_EQ(outputWidth(bank, {.model = "nary-tree-lstm"}), 8) << "S NP VP FRAG DT NN VB UH";
    EXPECT_EQ(outputWidth(bank, {.model = "nary-tree-lstm", .outputs = Outputs::All}), 8) << "the same weights";
    EXPECT_EQ(outputWidth(bank, {.model = "nary-tree-lstm", .trees = {1, 2}}), 8) << "in every selection";
    EXPECT_EQ(outputWidth(bank, {.model = "bilstm-tagger"}), 4) << "DT NN VB UH";
    EXPECT_EQ(outputWidth(bank, {.model = "bilstm-char-tagger"}), 4);
    EXPECT_EQ(outputWidth(bank, {.model = "lstm-acceptor"}), 2) << "S FRAG";
    EXPECT_EQ(outputWidth(bank, {.model = "transition-parser"}), 3) << "moves";
    const OpGraph tagged = testing::graphOf(bank, {.model = "bilstm-tagger", .dim = 4});
    EXPECT_THAT(tagged.targets, ElementsAre(0, 1, 2, 3, 1)) << "in order of first appearance";
    // (VP (VB barks)) becomes one word with the label VP: no class of a tagger of the trees as they are.
    EXPECT_EQ(outputWidth(bank, {.model = "bilstm-tagger", .unary = Unary::Collapse}), 8);
}

TEST(LabelClasses, SnliHasThreeAndNoneForTheDash) {
    std::string text;
    for (const char* gold : {"neutral", "contradiction", "entailment", "-", "neutral"}) {
        text += fmt::format(R"({{"gold_label": "{}", "sentence1_binary_parse": "a", "sentence2_binary_parse": "b"}})",
                            gold);
        text += "\n";
    }
    const Treebank bank = *readTreebankText(text, "snli.jsonl", {});
    EXPECT_EQ(outputWidth(bank, {}), 3);
    const OpGraph graph = testing::graphOf(bank, {.dim = 4});
    EXPECT_THAT(graph.targets, ElementsAre(0, 0, 1, 1, 2, 2, kNoTarget, kNoTarget, 0, 0));
    EXPECT_EQ(graph.labelledOutputs(), 8U);
}

class ImageLabels : public testing::FolderTest {
protected:
    /// Two images with these labels.
    [[nodiscard]] Treebank imagesWith(char first, char second) const {
        const std::string labels = std::string("\0\0\x08\x01\0\0\0\x02", 8) + first + second;
        return *readTreebank({write("images", kTwoImages), write("labels", labels)}, {});
    }
};

TEST_F(ImageLabels, AreAsManyClassesAsTheySay) {
    EXPECT_EQ(outputWidth(imagesWith(0, 3), {.model = "mlp"}), 4);
    EXPECT_EQ(outputWidth(imagesWith(1, 11), {.model = "mlp"}), 2) << "with gaps: by table";
    EXPECT_EQ(unlabelledNote(imagesWith(0, 3), {.model = "mlp"}), "");
    EXPECT_EQ(outputWidth(unlabelledImages(), {.model = "mlp"}), 10) << "digits, for inference";
    EXPECT_THAT(unlabelledNote(unlabelledImages(), {.model = "mlp"}), HasSubstr("10 outputs, one per digit"));
}

TEST(LabelClasses, TheTableListsEveryClassWithItsNodes) {
    const Treebank bank = testing::bankOf("(3 (2 a) (0 b))\n(3 (2 c) (2 d))\n");
    const std::vector<LabelClass> table = labelTable(bank, LabelsAt::Nodes);
    ASSERT_EQ(table.size(), 4U);
    EXPECT_EQ(table[0].count, 1U);
    EXPECT_EQ(table[1].label, "1");
    EXPECT_EQ(table[1].count, 0U) << "a class of its own although no node has it";
    EXPECT_EQ(table[2].count, 3U);
    EXPECT_EQ(table[3].number, 3);
    EXPECT_EQ(labelTable(bank, LabelsAt::Roots).back().count, 2U);
    const std::vector<LabelClass> named = labelTable(bankWith({"B", "A", "B"}), LabelsAt::Roots);
    ASSERT_EQ(named.size(), 2U);
    EXPECT_EQ(named[0].label, "B");
    EXPECT_EQ(named[0].count, 2U);
}

TEST(LabelClasses, MoreOutputsThanLabelsAreAChoiceAndFewerAnError) {
    const Treebank bank = bankWith({"0", "1", "2"});
    EXPECT_EQ(outputWidth(bank, {.model = "lstm-acceptor", .classes = 7}), 7);
    EXPECT_EQ(outputWidth(bank, {.model = "lstm-acceptor", .classes = 3}), 3);
    EXPECT_EQ(classError(bank, {.model = "lstm-acceptor", .classes = 2}),
              "--classes 2 is too small: the label '2' is class 2 (counted from 0); expected 3 or more");
    EXPECT_EQ(outputWidth(unlabelledImages(), {.model = "mlp", .classes = 3}), 3);
    EXPECT_THAT(classError(bank, {.model = "transition-parser", .classes = 9}), HasSubstr("--classes has no effect"));
    const Treebank program = *readTreebankText(
        R"({"batchscope_program": 1, "ops": [{"name": "A", "arguments": [{"name": "a", "class": "constant", "width": 1}],
            "body": [], "outputs": ["a"]}], "calls": [{"name": "x", "op": "A", "args": [{"constant": [1]}]}],
            "outputs": ["x"]})",
        "p.json", {});
    EXPECT_THAT(classError(program, {.classes = 9}), HasSubstr("--classes has no effect on a program"));
}

class LateLabels : public testing::FolderTest {};

/// The window reads the first trees at once and the rest later: each bank has a table of its own, and fits it.
TEST_F(LateLabels, AreCountedWhenTheirTreesAreRead) {
    std::string text;
    for (int tree = 0; tree < 2000; ++tree) {
        text += fmt::format("(L{} (x a) (x b))\n", tree / 100);
    }
    const std::string path = write("late.ptb", text);
    const Result<Treebank> beginning = readTreebank({path}, {}, {.enoughTrees = 1000});
    ASSERT_TRUE(beginning.hasValue());
    ASSERT_FALSE(beginning->complete);
    EXPECT_EQ(LabelClasses(*beginning, LabelsAt::Roots).size(), 10);
    const Result<Treebank> whole = readTreebank({path}, {});
    EXPECT_EQ(LabelClasses(*whole, LabelsAt::Roots).size(), 20);
    EXPECT_EQ(outputWidth(*whole, {.trees = {0, 8}}), 21);
    EXPECT_EQ(testing::graphOf(*whole, {.trees = {1999, 2000}}).targets.front(),
              LabelClasses(*whole, LabelsAt::Nodes).classOf(whole->labels.find("L19")));
}

/// A tree that was read again with a label that no such node had: there is no class for it, and none is made up. The
/// file keeps its size and time, so that only the label tells.
TEST_F(LateLabels, OfAFileThatChangedAreAnError) {
    constexpr std::size_t kTrees = 700'000; // of three nodes: more than are held
    const std::string tree = "(A (x a) (y b))\n";
    std::string text = "(A (B c) (y b))\n";
    for (std::size_t count = 1; count < kTrees; ++count) {
        text += tree;
    }
    const std::string path = write("changing.ptb", text);
    Result<Treebank> bank = readTreebank({path}, {});
    ASSERT_TRUE(bank.hasValue());
    const TreeId last(bank->trees.size() - 1);
    ASSERT_EQ(bank->trees.held(last), nullptr);
    const auto written = std::filesystem::last_write_time(path);
    for (const char label : {'A', 'B', 'Z'}) { // its own, that of a leaf so far, and of nothing so far
        text[text.size() - tree.size() + 1] = label;
        (void)write("changing.ptb", text);
        std::filesystem::last_write_time(path, written);
        bank->cache = std::make_unique<TreeCache>();
        const std::string error = classError(*bank, {.model = "lstm-acceptor", .picked = {last}, .dim = 2});
        if (label == 'A') {
            EXPECT_EQ(error, "");
        } else {
            EXPECT_THAT(error, HasSubstr("the file has changed")) << label;
        }
    }
}

} // namespace
} // namespace batchscope
