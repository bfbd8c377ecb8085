// SPDX-License-Identifier: GPL-3.0-or-later
//
// No option is ever ignored: it changes what comes out, or is refused by name (exit 2): by the traits of net and format
// where those decide, by CLI11 where the command does not have it or another option excludes it.
#include "core/session/session_choice.h"
#include "tests/support/command_line.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using testing::CommandLine;
using testing::Finished;
using ::testing::HasSubstr;
using testing::runCli;
using Words = std::vector<std::string>;

/// Words that differ in case and escapes only, labels with function tags, traces, equal leaves, trees of several
/// heights.
constexpr const char* kBrackets =
    "(S (-NONE- the) (-NONE- the))\n"
    "(S-MAIN\n  (NP-SBJ (DT The) (JJ X1\\/2) (NN-X The))\n  (VP (DT-Q The)\n    (NP (NP (-NONE- the) (NN "
    "X1/2)))\n    (. .)))\n"
    "(S (NP the) (VP odd))\n"
    "(S (NP (NP (DT The) (-NONE- *)) (S|<A-B> the x) (PP+NP x y)) (VP the))\n"
    "(S (S-SBJ (S-SBJ (NP the) (VP x)) (VP x)) (VP (VB x) (NP X1/2)))\n";
constexpr const char* kTokens = "The X1\\/2 the X1/2 The\nodd\nthe x the\n";
constexpr const char* kProgramToAsk = R"({"batchscope_program": 1, "name": "two",
 "params": [{"name": "W", "rows": 3, "columns": 3}, {"name": "T", "rows": 4, "columns": 3}],
 "ops": [{"name": "E", "arguments": [{"name": "i", "class": "integer"}],
          "body": [{"name": "e", "do": "lookup", "of": ["i"], "table": "T"}], "outputs": ["e"]},
         {"name": "B", "arguments": [{"name": "l", "class": "row", "width": 3}, {"name": "r", "class": "row", "width": 3}],
          "body": [{"name": "s", "do": "add", "of": ["l", "r"]}, {"name": "z", "do": "linear", "of": ["s"], "weight": "W"},
                   {"name": "y", "do": "tanh", "of": ["z"]}], "outputs": ["y"]}],
 "calls": [{"name": "a0", "op": "E", "args": [{"integer": 0}], "instance": 0},
           {"name": "b0", "op": "E", "args": [{"integer": 1}], "instance": 0},
           {"name": "c0", "op": "B", "args": ["a0", "b0"], "instance": 0},
           {"name": "d0", "op": "B", "args": ["c0", "a0"], "instance": 0},
           {"name": "u0", "op": "B", "args": ["d0", "a0"], "instance": 0},
           {"name": "a1", "op": "E", "args": [{"integer": 0}], "instance": 1}],
 "outputs": [{"value": "d0", "target": 1}, {"value": "a1", "target": 0}]})";
/// Without weights, too: what an instance takes from another one, and nothing random.
constexpr const char* kShared = R"({"batchscope_program": 1, "name": "shared",
 "ops": [{"name": "C", "arguments": [{"name": "c", "class": "constant", "width": 1}],
          "body": [{"name": "y", "do": "add", "of": ["c", "c"]}], "outputs": ["y"]},
         {"name": "D", "arguments": [{"name": "x", "class": "row", "width": 1}],
          "body": [{"name": "y", "do": "add", "of": ["x", "x"]}], "outputs": ["y"]}],
 "calls": [{"name": "a", "op": "C", "args": [{"constant": [1]}], "instance": 0},
           {"name": "b", "op": "D", "args": ["a"], "instance": 0}, {"name": "c", "op": "D", "args": ["a"], "instance": 1}],
 "outputs": ["b", "c"]})";

std::string images() {
    std::string text{"\0\0\x08\x03\0\0\0\x04\0\0\0\x02\0\0\0\x02", 16};
    for (int pixel = 0; pixel < 16; ++pixel) {
        text += static_cast<char>(pixel * 15);
    }
    return text;
}

/// Two ways to fold, and the node needs all rows of its batch.
constexpr const char* kModule = R"(E = parameter(60, 4)
W = parameter(4, 8)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def node(self, children: List[Tensor]):
    return torch.softmax(torch.stack(children).sum(0), 0)


def compose(self, left, right):
    return torch.tanh(torch.linear(torch.cat([left, right], 1), self.W))


def logits(self, h):
    return h
)";

/// An option beside a line, by what it is given.
struct Row {
    const char* line;    ///< its second word is the input; {out}: a file
    const char* option;  ///< with its value
    const char* applies; ///< kinds of input on which it changes what comes out
    const char* refused; ///< kinds on which it is refused by name
};

constexpr Row kRows[] = {
    {"info FILE --json", "--traces remove", "brackets", "images program tokens"},
    {"info FILE --json", "--labels category", "brackets", "images program"},
    {"info FILE --json", "--case lower", "brackets tokens", "images program"},
    {"info FILE --json", "--escapes decode", "brackets tokens", "images program"},
    {"info FILE --json", "--rare-below 4", "brackets tokens", "images program"},
    {"schedule FILE --json", "--model spinn", "", "program shared"},
    {"schedule FILE --json --model lstm-acceptor", "--binarize left", "", "brackets tokens"},
    {"schedule FILE --json --model child-sum-tree-lstm", "--binarize left", "brackets", "images program"},
    {"schedule FILE --json --model child-sum-tree-lstm", "--unary collapse", "brackets", "images program"},
    {"schedule FILE --json --model child-sum-tree-lstm", "--merge subtrees", "brackets", ""},
    {"schedule FILE --json --model child-sum-tree-lstm", "--variadic segment-sum", "brackets", ""},
    {"schedule FILE --json --model tree-lstm", "--variadic segment-sum", "", "brackets"},
    {"schedule FILE --json --model child-sum-tree-lstm", "--outputs all", "brackets", ""},
    {"schedule FILE --json --model bilstm-tagger", "--outputs all", "", "brackets tokens"},
    {"schedule FILE --json", "--granularity primitive", "brackets tokens images", ""},
    {"schedule FILE --json", "--trees 0:1", "brackets tokens images program", "shared"},
    {"schedule FILE --json", "--dim 12", "brackets tokens", "images program"},
    {"schedule FILE --json", "--recursion binary", "module", "brackets tokens"},
    {"schedule FILE --json", "--unsafe batch", "", "brackets tokens"},
    {"schedule FILE --json", "--policy regular", "brackets tokens images program", ""},
    {"export-values FILE --json --out {out}.npz --threads 1", "--seed 5", "brackets images program", "shared module"},
    {"export-values FILE --json --out {out}.npz --threads 1", "--classes 20", "brackets", ""},
    {"export-values FILE --json --out {out}.npz --threads 1", "--dtype float64", "brackets images program", ""},
    {"export-values FILE --json --out {out}.npz --threads 1", "--gradients", "brackets", ""},
    {"export-values FILE --json --out {out}.npz --threads 1", "--weights {weights}", "", "shared"},
    {"export-values FILE --json --out {out}.npz --threads 1", "--passes none", "", "module"},
    {"export-values FILE --json --out {out}.npz --threads 1", "--isa portable", "", "module"},
    {"export-values FILE --json --out {out}.npz --threads 1", "--rows created", "", "brackets images program"},
    {"run FILE --check --timing off --threads 1", "--inject W:0:0=nan", "", "shared"},
    {"run FILE --check --timing off --threads 1", "--shrink {out}.ptb", "", "images program"},
    {"bench FILE --repeats 1 --warmups 0", "--mini-batches 2", "", "shared"},
    {"convert FILE --to json", "--binarize left", "brackets", "images"},
    {"convert FILE --to json", "--dim 12", "", "brackets tokens"},
    {"convert FILE --to json", "--merge leaves", "", "brackets tokens"},
    {"convert FILE --to json", "--policy agenda", "", "brackets tokens"},
    {"convert FILE --to chrome-trace --threads 1", "--pairs", "", "brackets"},
};

class Options : public testing::FolderTest {
protected:
    Options()
        : m_inputs{{"brackets", write("brackets.ptb", kBrackets)}, {"tokens", write("tokens.txt", kTokens)},
                   {"images", write("images.idx", images())},      {"program", write("program.json", kProgramToAsk)},
                   {"shared", write("shared.json", kShared)},      {"module", write("module.ptb", kBrackets)}},
          m_module(write("two_recursions.py", kModule)) {}

    [[nodiscard]] CommandLine lineOf(const std::string& text, const std::string& kind) const {
        CommandLine line;
        std::istringstream words(text);
        for (std::string word; words >> word;) {
            const std::size_t out = word.find("{out}");
            line.arguments.push_back(word == "FILE"             ? m_inputs.at(kind)
                                     : word == "{weights}"      ? m_inputs.at("brackets")
                                     : out != std::string::npos ? word.replace(out, 5, (m_folder / "out").string())
                                                                : word);
        }
        if (kind == "module") {
            line.arguments.insert(line.arguments.end(), {"--model", m_module});
        }
        return line;
    }

    const std::map<std::string, std::string> m_inputs;
    const std::string m_module;
};

Words wordsOf(const char* text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

TEST_F(Options, ChangeWhatComesOutOrAreRefusedByName) {
    for (const Row& row : kRows) {
        const std::string name = wordsOf(row.option).front();
        for (const std::string& kind : wordsOf(row.applies)) {
            const Finished without = runCli(lineOf(row.line, kind).arguments);
            const Finished with = runCli(lineOf(std::string(row.line) + ' ' + row.option, kind).arguments);
            EXPECT_EQ(without.code, 0) << row.line << ' ' << kind << without.err;
            EXPECT_EQ(with.code, 0) << row.line << ' ' << row.option << ' ' << kind << with.err;
            EXPECT_NE(with.out, without.out) << row.line << ' ' << row.option << ' ' << kind;
        }
        for (const std::string& kind : wordsOf(row.refused)) {
            const Finished refused = runCli(lineOf(std::string(row.line) + ' ' + row.option, kind).arguments);
            EXPECT_EQ(refused.code, 2) << row.line << ' ' << row.option << ' ' << kind << refused.err;
            EXPECT_THAT(refused.err, HasSubstr("error: " + name + ":")) << row.line << ' ' << kind;
            EXPECT_EQ(refused.out, "");
        }
    }
}

/// Every choice of a session for which a format needs a trait; images have none of them.
TEST_F(Options, OfChoicesAreRefusedWhereTheFormatLacksWhatTheyAreAbout) {
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.needs.format == nullptr || choice.option.empty()) {
            continue;
        }
        const std::string value = choice.names.back() == defaultOf(choice) ? choice.names.front() : choice.names.back();
        const Finished refused = runCli(lineOf("schedule FILE " + choice.option + ' ' + value, "images").arguments);
        EXPECT_EQ(refused.code, 2) << choice.option;
        EXPECT_THAT(refused.err, HasSubstr(choice.option + ": "));
        if (choice.option != "--binarize") { // which also says that the net is to stay
            const std::string present = choice.option + ' ' + defaultOf(choice);
            EXPECT_EQ(runCli(lineOf("schedule FILE " + present, "images").arguments).code, 0) << present;
        }
    }
}

TEST_F(Options, AreUnknownToCommandsThatCannotUseThem) {
    for (const char* const line : {"schedule FILE --seed 3", "schedule FILE --threads 2", "explain FILE 0 1 --seed 3",
                                   "explain FILE 0 1 --threads 2", "convert FILE --to json --seed 3",
                                   "info FILE --dim 8", "info FILE --policy depth", "schedule FILE --check"}) {
        const Finished refused = runCli(lineOf(line, "brackets").arguments);
        EXPECT_EQ(refused.code, 2) << line;
        EXPECT_NE(refused.err, "") << line;
    }
}

TEST_F(Options, ThatNeedOrExcludeOthersSaySo) {
    for (const char* const line :
         {"run FILE --policy agenda --schedule s.json", "train FILE --freeze", "train FILE --resume",
          "run FILE --where tree:0", "run FILE --list steps --where tree:0", "run FILE --timing off",
          "run FILE --fault swap-rows", "run FILE --shrink s.ptb", "run FILE --check --shrink s.ptb --schedule s.json",
          "run FILE --weights w.npz --seed 2", "run FILE --table t.json", "train FILE --optimizer adam --momentum 0.5",
          "bench FILE --ablation --arms regular", "schedule FILE --list decisions --diff",
          "schedule FILE --policy depth,agenda --save-schedule s.json", "schedule FILE --save-table t.json",
          "explain FILE 0 1 --policy depth,agenda", "generate --arity 3 --shape nary", "generate --zipf 2"}) {
        const Finished refused = runCli(lineOf(line, "brackets").arguments);
        const Words words = wordsOf(line);
        EXPECT_EQ(refused.code, 2) << line << refused.err;
        EXPECT_TRUE(std::any_of(words.begin(), words.end(),
                                [&refused](const std::string& word) {
                                    return word.starts_with("--") && refused.err.find(word) != std::string::npos;
                                }))
            << line << refused.err;
    }
}

} // namespace
} // namespace batchscope
