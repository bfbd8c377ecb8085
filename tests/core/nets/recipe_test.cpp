// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recipes: the calls that rules make are those that a net of the same equations makes; what a tree and a rule must have
// in common; a table of broken ones; and the schema of the whole format against all samples and all primitives.
#include "core/formats/read_treebank.h"
#include "core/formats/recipe_file.h"
#include "core/nets/build_graph.h"
#include "core/nets/model_file.h"
#include "tests/support/files.h"
#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kTreeRnn = R"({
  "batchscope_program": 1,
  "name": "tree-rnn again",
  "params": [
    {"name": "E", "rows": "vocabulary", "columns": "dim"},
    {"name": "W", "rows": "dim", "columns": "2*dim"},
    {"name": "Wy", "rows": "classes", "columns": "dim"},
    {"name": "by", "rows": 1, "columns": "classes", "init": "zero"}],
  "ops": [
    {"name": "embed", "arguments": [{"name": "w", "class": "integer"}],
     "body": [{"name": "h", "do": "lookup", "of": ["w"], "table": "E"}], "outputs": ["h"]},
    {"name": "compose",
     "arguments": [{"name": "l", "class": "row", "width": "dim"}, {"name": "r", "class": "row", "width": "dim"}],
     "body": [{"name": "b", "do": "concat", "of": ["l", "r"]},
              {"name": "z", "do": "linear", "of": ["b"], "weight": "W"},
              {"name": "h", "do": "tanh", "of": ["z"]}], "outputs": ["h"]},
    {"name": "logits", "arguments": [{"name": "h", "class": "row", "width": "dim"}],
     "body": [{"name": "y", "do": "linear", "of": ["h"], "weight": "Wy", "bias": "by"}], "outputs": ["y"]},
    {"name": "fold", "arguments": [{"name": "h", "class": "row", "width": "dim", "variadic": true}],
     "body": [{"name": "s", "do": "segment_sum", "of": ["h"]}], "outputs": ["s"]},
    {"name": "head", "arguments": [{"name": "w", "class": "integer"},
                                   {"name": "h", "class": "row", "width": "dim", "variadic": true}],
     "body": [{"name": "e", "do": "lookup", "of": ["w"], "table": "E"},
              {"name": "s", "do": "segment_sum", "of": ["h"]},
              {"name": "t", "do": "add", "of": ["e", "s"]}], "outputs": ["t"]},
    {"name": "zero", "arguments": [], "body": [{"name": "o", "do": "fill", "width": "dim", "number": 0}],
     "outputs": ["o"]},
    {"name": "pair", "arguments": [{"name": "w", "class": "integer"}],
     "body": [{"name": "h", "do": "lookup", "of": ["w"], "table": "E"}], "outputs": ["h", "h"]}],
  "rules": {
    "leaf": {"op": "embed", "args": ["w0rd"]},
    "inner": {"op": "compose", "args": ["child0", "child1"]},
    "outputs": {"op": "logits", "args": ["node"], "target": "label"}}
})";

constexpr std::string_view kBinary = "(3 (2 A) (4 (2 fine) (2 film)))\n(1 (0 No) (2 plot))\n";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// kTreeRnn with other rules.
std::string recipe(std::string_view from = {}, std::string_view to = {}) {
    const std::string text = replaced(std::string(kTreeRnn), "w0rd", "word");
    return from.empty() ? text : replaced(text, from, to);
}

class Opened {
public:
    Opened(const std::string& recipe, std::string_view trees) {
        const std::string file = m_folder.write("trees.txt", std::string(trees));
        m_model = m_folder.write("cell.json", recipe);
        m_bank.emplace(readTreebank({file, m_model}, {}, {}));
        EXPECT_TRUE(m_bank->hasValue()) << (*m_bank ? "" : m_bank->error().text());
    }

    [[nodiscard]] const Treebank& bank() const { return **m_bank; }
    [[nodiscard]] GraphOptions options() const { return {.model = m_model, .dim = 3, .outputs = Outputs::All}; }
    [[nodiscard]] Result<OpGraph> graph(const GraphOptions& options) const { return buildGraph(bank(), options, {}); }
    [[nodiscard]] Result<OpGraph> graph() const { return graph(options()); }
    /// Without the folder.
    [[nodiscard]] std::string error(const GraphOptions& options) const {
        const Result<OpGraph> made = graph(options);
        if (made) {
            return "no error";
        }
        const std::string text = made.error().text();
        const std::string folder = m_model.substr(0, m_model.find_last_of('/') + 1);
        std::string shown = text;
        for (std::size_t at = shown.find(folder); at != std::string::npos; at = shown.find(folder)) {
            shown.erase(at, folder.size());
        }
        return shown;
    }
    [[nodiscard]] std::string error() const { return error(options()); }

private:
    testing::TemporaryFolder m_folder;
    std::string m_model;
    std::optional<Result<Treebank>> m_bank;
};

void expectSameCalls(const OpGraph& graph, const OpGraph& expected) {
    ASSERT_EQ(graph.size(), expected.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        EXPECT_EQ(graph.opOf(node).name, expected.opOf(node).name);
        EXPECT_TRUE(std::ranges::equal(graph.argumentsOf(node), expected.argumentsOf(node)));
        EXPECT_EQ(graph.origins[node].treeNode, expected.origins[node].treeNode);
    }
    EXPECT_EQ(graph.targets, expected.targets);
    EXPECT_EQ(graph.levels.values(), expected.levels.values());
}

TEST(Recipe, MakesTheCallsOfTheNetWithTheSameEquations) {
    const Opened opened(recipe(), kBinary);
    for (const Outputs outputs : {Outputs::Root, Outputs::All}) {
        GraphOptions options = opened.options();
        options.outputs = outputs;
        const Result<OpGraph> graph = opened.graph(options);
        ASSERT_TRUE(graph.hasValue()) << graph.error().text();
        options.model = "tree-rnn";
        expectSameCalls(*graph, *opened.graph(options));
        EXPECT_EQ(graph->ops.name, "tree-rnn again");
    }
}

TEST(Recipe, SizesAreThoseOfTheTreebankAndTheOptions) {
    const Opened opened(recipe(R"("columns": "2*dim")", R"("columns": "3 * dim - dim + 0*classes")"), kBinary);
    const OpGraph graph = *opened.graph();
    EXPECT_EQ(graph.ops.params[ParamId(std::size_t{0})].rows, 5);
    EXPECT_EQ(graph.ops.params[ParamId(std::size_t{0})].meaning, RowMeaning::Words);
    EXPECT_EQ(graph.ops.params[ParamId(std::size_t{1})].columns, 6);
    EXPECT_EQ(graph.ops.params[ParamId(std::size_t{2})].rows, 5); // labels 0 to 4
}

TEST(Recipe, NetKnowsWhatTheFileHeeds) {
    const Opened opened(recipe(), kBinary);
    const Net net = *netOf(opened.bank(), opened.options().model);
    EXPECT_TRUE(net.heeds.dim);
    EXPECT_TRUE(net.heeds.classes);
    EXPECT_TRUE(net.heeds.outputs);
    EXPECT_EQ(std::string(net.title), "cell.json");
    std::string fixed = recipe(R"("target": "label")", R"("at": "root")");
    for (std::size_t at = fixed.find("classes"); at != std::string::npos; at = fixed.find("\"classes\"")) {
        fixed = replaced(fixed, "\"classes\"", "7");
    }
    const Opened other(fixed, kBinary);
    const Net rigid = *netOf(other.bank(), other.options().model);
    EXPECT_FALSE(rigid.heeds.classes);
    EXPECT_FALSE(rigid.heeds.outputs);
    GraphOptions options = other.options();
    options.classes = 9;
    EXPECT_THAT(other.error(options), HasSubstr("--classes has no effect on"));
}

TEST(Recipe, ANodeMayTakeItsChildsState) {
    constexpr std::string_view kUnary = "(3 (2 (1 A)) (4 (2 fine) (2 film)))\n";
    const Opened strict(recipe(), kUnary);
    GraphOptions options = strict.options();
    options.unary = Unary::Keep;
    EXPECT_THAT(strict.error(options),
                HasSubstr("trees.txt:1:4: error: cell.json has no rule for a node with 1 child; its "
                          "rules cover nodes with 2 children; add one, or choose a binarization"));
    const Opened lenient(recipe(R"("inner": {"op": "compose", "args": ["child0", "child1"]})",
                                R"("inner": [{"op": "compose", "args": ["child0", "child1"]},
                                             {"children": 1, "same": "child0"}])"),
                         kUnary);
    options.model = lenient.options().model;
    const Result<OpGraph> graph = lenient.graph(options);
    ASSERT_TRUE(graph) << graph.error().text();
    EXPECT_EQ(graph->size(), 3U + 2U + 6U); // leaves, compose, logits
}

TEST(Recipe, AnyNumberOfChildrenByAVariadicOp) {
    const Opened opened(
        recipe(R"({"op": "compose", "args": ["child0", "child1"]})",
               R"([{"op": "fold", "args": ["children"]}, {"op": "compose", "args": ["child0", "child1"]}])"),
        "(3 (2 A) (4 (2 fine) (2 film) (1 indeed)) (2 .))\n(1 (0 No) (2 plot))\n");
    const OpGraph graph = *opened.graph();
    std::map<std::string, int> calls;
    for (const OpId op : graph.nodeOps) {
        ++calls[graph.ops.ops[op].name];
    }
    EXPECT_EQ(calls["fold"], 2);    // of three children
    EXPECT_EQ(calls["compose"], 1); // the rule for two comes first
    EXPECT_EQ(calls["embed"], 7);
}

constexpr std::string_view kDependencies = "1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\treads\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                           "3\tbooks\t_\t_\t_\t_\t2\tobj\t_\t_\n\n";

TEST(Recipe, HeadsHaveAWordAndChildren) {
    const Opened opened(recipe(R"("inner": {"op": "compose", "args": ["child0", "child1"]})",
                               R"("head": {"op": "head", "args": ["word", "children"]})"),
                        kDependencies);
    const OpGraph graph = *opened.graph();
    const NodeId head = graph.outputs.back().node;
    const NodeId root = graph.argumentsOf(head).front().node();
    EXPECT_EQ(graph.opOf(root).name, "head");
    EXPECT_EQ(graph.argumentsOf(root).size(), 3U); // the word and two dependents
    const Opened inner(recipe(), kDependencies);
    EXPECT_THAT(
        inner.error(),
        HasSubstr("has no rule for a node with 2 children and a word; it has no rules for inner nodes with a word"));
}

TEST(Recipe, SequencesAreReadFromEitherSide) {
    constexpr std::string_view kTreeRules = R"("leaf": {"op": "embed", "args": ["word"]},
    "inner": {"op": "compose", "args": ["child0", "child1"]})";
    constexpr std::string_view kSteps = R"("start": {"op": "zero", "args": []},
    "step": {"op": "head", "args": ["word", "state"]})";
    const std::string fixed = replaced(recipe(kTreeRules, kSteps),
                                       R"({"name": "h", "class": "row", "width": "dim", "variadic": true}],
     "body": [{"name": "e", "do": "lookup", "of": ["w"], "table": "E"},
              {"name": "s", "do": "segment_sum", "of": ["h"]},
              {"name": "t", "do": "add", "of": ["e", "s"]}])",
                                       R"({"name": "h", "class": "row", "width": "dim"}],
     "body": [{"name": "e", "do": "lookup", "of": ["w"], "table": "E"},
              {"name": "t", "do": "add", "of": ["e", "h"]}])");
    for (const bool fromRight : {false, true}) {
        const Opened opened(fromRight ? replaced(fixed, R"("start":)", R"("from": "right", "start":)") : fixed,
                            "(3 (2 A) (4 (2 fine) (2 film)))\n");
        const OpGraph graph = *opened.graph();
        std::vector<std::uint32_t> words;
        for (std::size_t index = 0; index < graph.size(); ++index) {
            if (graph.opOf(NodeId(index)).name == "head") {
                words.push_back(graph.argumentsOf(NodeId(index)).front().payload);
            }
        }
        EXPECT_EQ(words, fromRight ? (std::vector<std::uint32_t>{2, 1, 0}) : (std::vector<std::uint32_t>{0, 1, 2}));
        EXPECT_EQ(graph.outputs.size(), 3U);
        EXPECT_EQ(graph.levelCount(), 5U);
        GraphOptions options = opened.options();
        options.outputs = Outputs::Root;
        EXPECT_THAT(opened.graph(options)->targets, ElementsAre(3)); // the label of the root
    }
}

TEST(Recipe, ComparesTheTwoTreesOfAPair) {
    const std::string pairs = replaced(
        recipe(
            R"("args": ["node"], "target": "label"})",
            R"("args": ["node"]}, {"op": "compose", "args": ["child0", "child1"], "at": "pair", "target": "label"}])"),
        R"("outputs": {"op": "logits")", R"("outputs": [{"op": "logits")");
    const Opened opened(
        replaced(pairs, R"("args": ["child0", "child1"], "at")", R"("args": ["child1", "child0"], "at")"), kBinary);
    GraphOptions options = opened.options();
    options.dim = 5; // as many as there are classes
    options.outputs = Outputs::Root;
    const Result<OpGraph> graph = opened.graph(options);
    ASSERT_TRUE(graph.hasValue()) << graph.error().text();
    ASSERT_EQ(graph->outputs.size(), 2U); // logits are asked of roots, and the roots of pairs have none
    EXPECT_EQ(graph->size(), 8U);         // five words, one inner node below a root, two pairs, no logits
}

TEST(Recipe, OutputsMayBeOfInnerNodesAndOfStates) {
    const Opened opened(
        recipe(R"({"op": "logits", "args": ["node"], "target": "label"})",
               R"([{"op": "compose", "args": ["child1", "child0"], "at": "inner"}, {"value": "node", "at": "root"}])"),
        kBinary);
    const OpGraph graph = *opened.graph();
    EXPECT_EQ(graph.outputs.size(), 3U + 2U); // inner nodes, roots
    EXPECT_THAT(graph.targets, ::testing::Each(kNoTarget));
}

struct BrokenText {
    std::string_view from;
    std::string_view to;
    std::string_view message; ///< part of it
};

constexpr auto kBrokenTexts = std::to_array<BrokenText>({
    {R"("args": ["node"], "target": "label"})", R"("args": ["node"], "at": "pair"})",
     "/rules/outputs/args/0: found the string \"node\"; expected a value that this rule has: \"child0.0\""},
    {R"({"op": "logits", "args": ["node"], "target": "label"})",
     R"({"op": "compose", "args": ["child0", "child2"], "at": "pair"})",
     "/rules/outputs: found child2, but this rule is for 2 children"},
    {R"({"op": "logits", "args": ["node"], "target": "label"})",
     R"([{"op": "logits", "args": ["child0"], "at": "pair"}, {"value": "node", "at": "root"}])",
     "/rules/outputs: the root of a pair has no state"},
    {R"({"op": "logits", "args": ["node"], "target": "label"})", R"({"value": "child0", "at": "pair"})",
     "/rules/outputs: the root of a pair has no value; this output needs"},
    {R"("rules": {)", R"("calls": [], "rules": {)",
     "cell.json:1:1: error: the document: found the unknown key \"calls\""},
    {R"("outputs": {"op": "logits", "args": ["node"], "target": "label"})", R"("from": "left")",
     "/rules/from: only a recipe with \"step\" reads from a side"},
    {R"("leaf": {"op": "embed", "args": ["word"]},)", "",
     "cell.json:30:12: error: /rules: the key 'leaf' is missing; expected a rule for leaves"},
    {R"("inner": {"op": "compose", "args": ["child0", "child1"]},)", "", "/rules: the key 'inner' is missing"},
    {R"("op": "embed", "args": ["word"])", R"("op": "embad", "args": ["word"])",
     "cell.json:31:20: error: /rules/leaf/op: found the string \"embad\"; expected the name of an op in /ops"},
    {R"("op": "embed", "args": ["word"])", R"("op": "pair", "args": ["word"])",
     "/rules/inner/args/0: found the string \"child0\"; expected one of a node's 2 outputs, .0 to .1"},
    {R"("args": ["word"])", R"("args": ["child0"])",
     "/rules/leaf/args/0: found the string \"child0\"; expected a value that this rule has: \"word\""},
    {R"(["child0", "child1"])", R"(["child0"])", "/rules/inner/args: found an array of 1; expected"},
    {R"(["child0", "child1"])", R"(["child0", "word"])",
     "/rules/inner/args/1: found the string \"word\"; expected a value that this rule has"},
    {R"(["child0", "child1"])", R"(["child0", "child1.1"])",
     "/rules/inner/args/1: found the string \"child1.1\"; expected a node's only output"},
    {R"(["child0", "child1"])", R"(["child0", "children"])",
     "/rules/inner/args/1: found the string \"children\"; expected one row, such as \"child0.0\""},
    {R"(["child0", "child1"])", R"(["child0", {"constant": [1]}])",
     "/rules/inner/args/1: found an object; expected a value that this rule has"},
    {R"("args": ["child0", "child1"]})", R"("args": ["child0", "child1"], "children": 1})",
     "/rules/inner/children: found child1, but this rule is for 1 child"},
    {R"("args": ["child0", "child1"]})", R"("args": ["child0", "child1"], "same": "child0"})",
     "/rules/inner: a rule has either \"op\" and \"args\" or \"same\""},
    {R"({"op": "compose", "args": ["child0", "child1"]})", R"({"op": "zero", "args": []})",
     "/rules/inner: this rule names no child, so it must say for how many children"},
    {R"({"op": "compose", "args": ["child0", "child1"]})", R"([{"same": "child0"}, {"same": "child0"}])",
     "/rules/inner/1: a second rule 'inner' for 1 child; remove one"},
    {R"("args": ["node"])", R"("args": ["child0"])",
     "/rules/outputs/args/0: found the string \"child0\"; expected a value that this rule has: \"node.0\""},
    {R"("op": "logits", "args": ["node"],)", R"("value": "node",)",
     "/rules/outputs/target: found 3 outputs for labels of 5 classes"},
    {R"("target": "label")", R"("at": "leaf")",
     "/rules/outputs/at: found the string \"leaf\"; expected \"asked\", \"root\", \"inner\", \"every\" or \"pair\""},
    {R"("columns": "2*dim")", R"("columns": "2dim")",
     "cell.json:6:45: error: /params/1/columns: found the string \"2dim\"; expected an integer, or a size"},
    {R"("columns": "2*dim")", R"("columns": "dim-dim")",
     "/params/1/columns: found the size \"dim-dim\", which is 0 here; expected 1 to 16384"},
    {R"("columns": "2*dim")", R"("columns": 4, "values": [1])",
     "/params/1/values: the parameters of a recipe have no values, only those of a program"},
    {R"("rows": "vocabulary")", R"("rows": 4)",
     "/rules/leaf/args/0: \"word\" is looked up in a table of 4 rows, but the treebank has 5 words"},
});

TEST(BrokenRecipe, NamesItsPlace) {
    for (const BrokenText& broken : kBrokenTexts) {
        const Opened opened(recipe(broken.from, broken.to), kBinary);
        EXPECT_THAT(opened.error(), HasSubstr(std::string(broken.message))) << broken.to;
    }
}

TEST(BrokenRecipe, NeedsTrees) {
    const testing::TemporaryFolder folder;
    const Result<Treebank> bank = readTreebank({folder.write("cell.json", recipe())}, {}, {});
    ASSERT_FALSE(bank.hasValue());
    EXPECT_THAT(bank.error().text(), HasSubstr("cell.json: error: this is a recipe"));
}

TEST(Recipe, IsToldFromAProgram) {
    EXPECT_TRUE(acceptsRecipe(recipe()));
    EXPECT_FALSE(acceptsRecipe(testing::sampleText("toy_bcd.json")));
    EXPECT_FALSE(acceptsRecipe(R"({"batchscope_program": 1, "name": "rules", "calls": []})"));
    const std::string late = replaced(recipe(), R"("name": "tree-rnn again",)",
                                      R"("name": "late", "note": ")" + std::string(200'000, 'n') + "\",");
    EXPECT_EQ(Opened(late, kBinary).bank().recipes.size(), 1U) << "the rules are far behind the beginning";
}

// ---- the schema ---------------------------------------------------------------------------------------------------

nlohmann::json schema() {
    return nlohmann::json::parse(testing::textOf(BATCHSCOPE_SOURCE_DIR "/resources/program.schema.json"));
}

TEST(ProgramSchema, DescribesTheSamples) {
    std::size_t programs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(BATCHSCOPE_SOURCE_DIR "/sample_data")) {
        if (entry.path().extension() == ".json") {
            EXPECT_THAT(testing::schemaFaults(schema(), nlohmann::json::parse(testing::textOf(entry.path().string()))),
                        IsEmpty())
                << entry.path();
            ++programs;
        }
    }
    EXPECT_GE(programs, 4U);
    nlohmann::json wrong = nlohmann::json::parse(recipe());
    wrong["rules"]["outputs"]["at"] = "leaf";
    wrong["ops"][0].erase("arguments");
    wrong["ops"][1]["body"][0]["do"] = "conjure";
    EXPECT_EQ(testing::schemaFaults(schema(), wrong).size(), 3U);
}

TEST(ProgramSchema, ListsThePrimitives) {
    std::set<std::string> known;
    for (const PrimitiveEntry& entry : kPrimitives) {
        if (entry.primitive != Primitive::Argument && entry.primitive != Primitive::Call) {
            known.emplace(entry.name);
        }
    }
    const nlohmann::json listed =
        schema()["properties"]["ops"]["items"]["properties"]["body"]["items"]["properties"]["do"]["enum"];
    EXPECT_EQ(listed.get<std::set<std::string>>(), known);
}

} // namespace
} // namespace batchscope
