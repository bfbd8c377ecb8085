// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON programs: what the samples compute, every way to write a call, and a table of broken ones: each fault names its
// place, what was found and what was expected.
#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/nets/program.h"
#include "tests/support/body_oracle.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

namespace batchscope {
namespace {

using testing::BodyOracle;
using testing::OracleRow;

Result<OpGraph> programOf(std::string_view json, Merge merge = Merge::Off) {
    return graphOfProgram(json, "p.json", {.merge = merge}, DType::Float64);
}

OpGraph goodProgram(std::string_view json) {
    Result<OpGraph> graph = programOf(json);
    EXPECT_TRUE(graph.hasValue()) << (graph ? "" : graph.error().text());
    return graph ? std::move(*graph) : OpGraph();
}

std::vector<OracleRow> valuesOf(const OpGraph& graph) {
    return BodyOracle(graph, testing::oracleParams(graph.ops, 1)).outputs();
}

// ---- samples ----------------------------------------------------------------------------------------------------

TEST(Program, ExpChainDoublesAndNothingBatches) {
    const OpGraph graph = goodProgram(testing::sampleText("exp_chain.json"));
    EXPECT_EQ(graph.ops.name, "exp chain");
    EXPECT_THAT(valuesOf(graph), ::testing::ElementsAre(OracleRow{2}, OracleRow{4}, OracleRow{8}, OracleRow{16}));
    EXPECT_EQ(graph.levelCount(), 4U);
    const std::vector<const Policy*> serving = *parsePolicies("all", graph);
    for (const Policy* policy : serving) {
        EXPECT_EQ(testing::scheduleOf(graph, policy->name()).batchCount(), 4U) << policy->name();
    }
}

TEST(Program, ToyWithTwoOutputsGivesMinusOne) {
    const OpGraph graph = goodProgram(testing::sampleText("toy_bcd.json"));
    EXPECT_THAT(valuesOf(graph), ::testing::ElementsAre(OracleRow{-1}));
    EXPECT_EQ(graph.size(), 6U);
    // B(x, y) = (x - y) * 2, (x + y) * 3; C(x, y) = x * y; D(x, y) = x + y, as in the notebook.
    std::string asked = testing::sampleText("toy_bcd.json");
    const std::string outputs = R"("outputs": ["d"])";
    ASSERT_NE(asked.find(outputs), std::string::npos);
    asked.replace(asked.find(outputs), outputs.size(), R"("outputs": ["b.0", "b.1", "c", "d"])");
    EXPECT_THAT(valuesOf(goodProgram(asked)),
                ::testing::ElementsAre(OracleRow{-2}, OracleRow{9}, OracleRow{-10}, OracleRow{-1}));
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 4U); // the three A together
}

TEST(Program, MlpIsThreeBatches) {
    const std::string text = testing::sampleText("mlp_batch.json");
    EXPECT_LT(text.size(), 300'000U);
    const OpGraph graph = goodProgram(text);
    EXPECT_EQ(graph.size(), 24U);
    EXPECT_EQ(graph.trees, 8U);
    EXPECT_THAT(graph.targets, ::testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_EQ(graph.ops.parameterCount(), 784U * 200 + 200 + 200 * 100 + 100 + 100 * 10 + 10);
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 3U);
    EXPECT_EQ(graph.origins[NodeId(std::size_t{23})].tree, TreeId(std::size_t{7}));
    for (const OracleRow& row : valuesOf(graph)) {
        EXPECT_EQ(row.size(), 10U);
    }
}

// ---- instances --------------------------------------------------------------------------------------------------

std::vector<TreeId> instances(std::initializer_list<std::size_t> numbers) {
    return {numbers.begin(), numbers.end()};
}

TEST(Program, AnyInstancesMakeAGraph) {
    const Result<ParsedProgram> program =
        ParsedProgram::parse(testing::sampleText("mlp_batch.json"), "p.json", DType::Float64);
    ASSERT_TRUE(program.hasValue());
    EXPECT_EQ(program->instances(), 8U);
    EXPECT_EQ(program->sharing(), "");
    const std::vector<OracleRow> all =
        valuesOf(*graphOfProgram(testing::sampleText("mlp_batch.json"), "p.json", {}, DType::Float64));
    const OpGraph some = *program->graph(instances({2, 5}), {});
    EXPECT_EQ(some.trees, 2U);
    EXPECT_EQ(some.size(), 6U);
    EXPECT_THAT(some.targets, ::testing::ElementsAre(2, 5));
    EXPECT_EQ(some.origins[NodeId(std::size_t{5})].tree, TreeId(std::size_t{5}));
    EXPECT_EQ(valuesOf(some), (std::vector<OracleRow>{all[2], all[5]})) << "the same weights in every selection";
    FoldMemory memory;
    memory.giveBack(*program->graph(instances({0, 1, 2}), {}));
    const OpGraph again = *program->graph(instances({2, 5}), {}, memory);
    EXPECT_EQ(valuesOf(again), valuesOf(some)) << "in the memory of another graph";
}

TEST(Program, InstancesThatShareValuesRunTogetherOnly) {
    const std::string text = R"({"batchscope_program": 1,
 "ops": [{"name": "A", "arguments": [{"name": "a", "class": "constant", "width": 1}], "body": [], "outputs": ["a"]},
         {"name": "B", "arguments": [{"name": "x", "class": "row", "width": 1}],
          "body": [{"name": "y", "do": "tanh", "of": ["x"]}], "outputs": ["y"]}],
 "calls": [{"name": "x", "op": "A", "args": [{"constant": [1]}]},
           {"name": "y", "op": "B", "args": ["x"], "instance": 1}],
 "outputs": ["y"]})";
    const Result<ParsedProgram> program = ParsedProgram::parse(text, "p.json", DType::Float64);
    ASSERT_TRUE(program.hasValue());
    EXPECT_EQ(program->sharing(), "the call 'y' of instance 1 uses the value of 'x', a call of instance 0");
    EXPECT_EQ(program->graph(instances({0, 1}), {})->size(), 2U);
    const Result<OpGraph> part = program->graph(instances({1}), {});
    ASSERT_FALSE(part.hasValue());
    EXPECT_EQ(part.error().code, ErrorCode::Config);
    EXPECT_THAT(part.error().message, ::testing::HasSubstr(program->sharing()));
}

TEST(Program, AChoiceWithoutOutputsIsAnError) {
    const std::string text = R"({"batchscope_program": 1,
 "ops": [{"name": "A", "arguments": [{"name": "a", "class": "constant", "width": 1}], "body": [], "outputs": ["a"]}],
 "calls": [{"name": "x", "op": "A", "args": [{"constant": [1]}]},
           {"name": "y", "op": "A", "args": [{"constant": [2]}], "instance": 1}],
 "outputs": ["y"]})";
    const Result<ParsedProgram> program = ParsedProgram::parse(text, "p.json", DType::Float64);
    ASSERT_TRUE(program.hasValue());
    EXPECT_TRUE(program->graph(instances({1}), {}).hasValue());
    EXPECT_EQ(program->graph(instances({0}), {}).error().code, ErrorCode::Config);
}

// ---- everything a program can say -------------------------------------------------------------------------------

/// Every class of argument, every primitive, two variadic slots, a shared value, no batching, all three kinds of calls.
constexpr std::string_view kRich = R"({
 "batchscope_program": 1, "name": "rich", "note": "all of it",
 "params": [
  {"name": "E", "rows": 7, "columns": 3},
  {"name": "T", "rows": 5, "columns": 3, "init": "uniform"},
  {"name": "W", "rows": 2, "columns": 3},
  {"name": "b", "rows": 1, "columns": 2, "init": "zero"}, {"name": "g", "rows": 2, "columns": 2, "values": [1, 0.5, -2e-3, 0]}],
 "ops": [
  {"name": "leaf",
   "arguments": [{"name": "word", "class": "integer"}, {"name": "k", "class": "constant", "width": 3}],
   "body": [
    {"name": "e", "do": "lookup", "of": ["word"], "table": "E"},
    {"name": "t", "do": "lookup", "of": ["word"], "table": "T"},
    {"name": "s", "do": "add", "of": ["e", "k"]},
    {"name": "m", "do": "multiply", "of": ["s", "t"]}],
   "outputs": ["m", "s"]},
  {"name": "sum",
   "arguments": [{"name": "all", "class": "shared", "width": 3},
                 {"name": "x", "class": "row", "width": 3, "variadic": true},
                 {"name": "y", "class": "row", "width": 3, "variadic": true}],
   "body": [
    {"name": "wide", "do": "spread", "of": ["all"]},
    {"name": "d", "do": "subtract", "of": ["x", "y"]},
    {"name": "p", "do": "multiply", "of": ["d", "wide"]},
    {"name": "q", "do": "segment_sum", "of": ["p"]}],
   "outputs": ["q"], "batchable": false},
  {"name": "top",
   "arguments": [{"name": "x", "class": "row", "width": 3}],
   "body": [
    {"name": "h", "do": "linear", "of": ["x"], "weight": "W", "bias": "b"},
    {"name": "g", "do": "linear", "of": ["x"], "weight": "W"},
    {"name": "one", "do": "fill", "width": 2, "number": -1.5},
    {"name": "v0", "do": "tanh", "of": ["h"]}, {"name": "v1", "do": "sigmoid", "of": ["g"]},
    {"name": "v2", "do": "relu", "of": ["one"]}, {"name": "v3", "do": "exp", "of": ["one"]},
    {"name": "c", "do": "concat", "of": ["v0", "v1"]}, {"name": "d", "do": "concat", "of": ["v2", "v3"]},
    {"name": "f", "do": "add", "of": ["c", "d"]},
    {"name": "z", "do": "slice", "of": ["f"], "begin": 1, "width": 3}],
   "outputs": ["z"]}],
 "calls": [
  {"name": "a", "op": "leaf", "args": [{"integer": 4}, {"constant": [1, 2.5, -3e-1]}]},
  {"name": "b", "op": "leaf", "args": [{"integer": 0}, {"constant": [0, 0, 0]}], "instance": 1},
  {"name": "n", "op": "sum", "args": [{"shared": "a.1"}, ["a.0", "b.0"], ["b.1", "b.1"]]},
  {"name": "none", "op": "sum", "args": [{"shared": "a.1"}, [], []]},
  {"name": "r", "op": "top", "args": ["n.0"]}],
 "outputs": ["r", {"value": "none"}, {"value": "a.1", "target": 2}]
})";

TEST(Program, SaysEverything) {
    const OpGraph graph = goodProgram(kRich);
    ASSERT_EQ(graph.size(), 5U);
    EXPECT_EQ(graph.trees, 2U);
    EXPECT_THAT(graph.targets, ::testing::ElementsAre(kNoTarget, kNoTarget, 2));
    EXPECT_EQ(graph.ops.params[ParamId(std::size_t{3})].init, ParamInit::Zero);
    ASSERT_NE(graph.ops.params[ParamId(std::size_t{4})].given, nullptr);
    EXPECT_THAT(*graph.ops.params[ParamId(std::size_t{4})].given, ::testing::ElementsAre(1, 0.5, -2e-3, 0));
    EXPECT_EQ(graph.ops.ops[OpId(std::size_t{1})].batchable, Batchable::No);
    const testing::OracleParams params = testing::oracleParams(graph.ops, 1);
    const BodyOracle oracle(graph, params);
    const OracleRow shared = testing::add(params.row("E", 4), {1, 2.5, -0.3});
    const OracleRow other = params.row("E", 0);
    OracleRow sum(3, 0.0);
    for (std::size_t k = 0; k < 3; ++k) {
        sum[k] = (shared[k] * params.row("T", 4)[k] - other[k]) * shared[k] +
                 (other[k] * params.row("T", 0)[k] - other[k]) * shared[k];
    }
    const OracleRow h = params.linear("W", "b", sum);
    const OracleRow g = params.linear("W", sum);
    testing::expectNear(oracle.outputs()[0], {std::tanh(h[1]), testing::sigmoid(g[0]) + std::exp(-1.5),
                                              testing::sigmoid(g[1]) + std::exp(-1.5)});
    testing::expectNear(oracle.outputs()[1], {0, 0, 0});
    testing::expectNear(oracle.outputs()[2], shared);
}

/// An op of which only its place is known; `opaque` and `more` stand in it.
std::string opaqueProgram(std::string_view opaque, std::string_view more = "") {
    return fmt::format(R"({{"batchscope_program": 1, "name": "opaque",
        "ops": [{{"name": "leaf", "arguments": [{{"name": "a", "class": "constant", "width": 2}}], "body": [], "outputs": ["a"]}},
                {{"name": "attend", "arguments": [{{"name": "w", "class": "integer"}}, {{"name": "x", "class": "row", "width": 2}}],
                  "opaque": {}{}}}],
        "calls": [{{"name": "a", "op": "leaf", "args": [{{"constant": [1, 2]}}]}}, {{"name": "b", "op": "leaf", "args": [{{"constant": [3, 4]}}]}},
                  {{"name": "c", "op": "attend", "args": [{{"integer": 900000}}, "a"]}}, {{"name": "d", "op": "attend", "args": [{{"integer": 0}}, "b"]}}],
        "outputs": ["c.1", "d.0"]}})",
                       opaque, more);
}

TEST(Program, AnOpaqueOpHasItsPlaceInGraphsAlone) {
    constexpr std::string_view known = R"({"widths": [2, 5], "why": "m.py:3: aten::topk has no translation"})";
    const OpGraph graph = goodProgram(opaqueProgram(known));
    const Op& attend = graph.ops.ops[OpId(std::size_t{1})];
    EXPECT_EQ(attend.outputs(), 2U);
    EXPECT_EQ(attend.outputWidth(1), 5);
    ASSERT_EQ(graph.ops.unknownOp(), &attend);
    EXPECT_EQ(attend.call->unknown(), "m.py:3: aten::topk has no translation");
    EXPECT_EQ(attend.call->hazard(), "");
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 2U);
    const OpGraph apart = goodProgram(opaqueProgram(known, R"(, "batchable": false)"));
    EXPECT_EQ(testing::scheduleOf(apart, "depth").batchCount(), 3U);
    EXPECT_EQ(apart.ops.ops[OpId(std::size_t{1})].call->hazard(), "m.py:3: aten::topk has no translation");
}

TEST(BrokenProgram, WhatIsOpaqueSaysWhatItGivesAndWhy) {
    for (const auto& [opaque, more, said] : std::vector<std::array<std::string_view, 3>>{
             {R"({"widths": [2]})", "", "the key 'why' is missing"},
             {R"({"widths": [], "why": "x"})", "", "expected the columns of one or more outputs"},
             {R"({"widths": [0], "why": "x"})", "", "expected an integer from 1 to 16384"},
             {R"({"widths": [2, 2], "why": "x"})", R"(, "body": [])", "unknown key \"body\""}}) {
        const Result<OpGraph> graph = programOf(opaqueProgram(opaque, more));
        ASSERT_FALSE(graph.hasValue()) << opaque;
        EXPECT_THAT(graph.error().text(), ::testing::HasSubstr(std::string(said))) << opaque;
    }
}

TEST(Program, IsRecognizedByItsBeginning) {
    EXPECT_TRUE(kProgramFormat.accepts(testing::sampleText("exp_chain.json")));
    EXPECT_TRUE(kProgramFormat.accepts(" \n{\"name\":\"x\",\"batchscope_program\":1"));
    EXPECT_FALSE(kProgramFormat.accepts(""));
    EXPECT_FALSE(kProgramFormat.accepts("(2 (1 \"batchscope_program\"))"));
    EXPECT_FALSE(kProgramFormat.accepts("{\"other\": 1}"));
    EXPECT_TRUE(programOf("\xEF\xBB\xBF" + testing::sampleText("exp_chain.json")).hasValue());
}

// ---- broken programs --------------------------------------------------------------------------------------------

/// The rich program with one piece of text replaced.
struct Broken {
    std::string_view from;
    std::string_view to;
    std::string_view message; ///< `…` stands for anything
};

void expectMessage(const std::string& text, std::string_view wanted) {
    std::size_t at = 0;
    std::string_view rest = wanted;
    while (!rest.empty()) {
        const std::size_t gap = rest.find("…");
        const std::string_view part = rest.substr(0, gap);
        const std::size_t found = text.find(part, at);
        EXPECT_NE(found, std::string::npos) << "no '" << part << "' in: " << text;
        if (found == std::string::npos) {
            return;
        }
        at = found + part.size();
        rest = gap == std::string_view::npos ? std::string_view() : rest.substr(gap + std::string_view("…").size());
    }
}

constexpr auto kBroken = std::to_array<Broken>({
    // no JSON
    {R"("name": "rich",)", R"("name": "rich")", "p.json:2:42: error: this is not JSON: …expected"},
    {R"("number": -1.5)", R"("number": 1e999)", "p.json:32:…does not fit into 64 bits"},
    {R"("note": "all of it")", "\"note\": \"\xFF\"", "p.json:2:…not UTF-8"},
    {R"("note": "all of it")", R"("name": "again")", "duplicate key \"name\"; remove one"},
    // the document
    {R"("batchscope_program": 1,)", "", "the document: the key 'batchscope_program' is missing"},
    {R"("batchscope_program": 1,)", R"("batchscope_program": 2,)",
     "/batchscope_program: found the number 2; expected 1"},
    {R"("note":)", R"("nota":)", "the document: found the unknown key \"nota\"; expected …'note'… in a program;"},
    // parameters
    {R"({"name": "E", "rows": 7)", R"({"name": "E", "rows": 0)",
     "/params/0/rows: found the number 0; expected an integer from 1"},
    {R"("columns": 3, "init": "uniform")", R"("columns": 16385)",
     "/params/1/columns: found the number 16385; expected an integer from 1 to 16384"},
    {R"("init": "zero")", R"("init": "ones")",
     "/params/3/init: found the string \"ones\"; expected \"uniform\", \"zero\" or \"one\""},
    {R"([1, 0.5, -2e-3, 0])", R"([1, 0.5, -2e-3])",
     "/params/4/values: found an array of 3; expected an array of 2 · 2 = 4 numbers, row after row"},
    {R"({"name": "E", "rows": 7, "columns": 3})", R"({"name": "E", "rows": 10000000, "columns": 16384})",
     "/params/0: this parameter brings the total to"},
    // ops
    {R"({"name": "leaf",)", R"({"name": "le.af",)", "/ops/0/name: found the string \"le.af\"; expected a name"},
    {R"("class": "integer"})", R"("class": "word"})",
     "/ops/0/arguments/0/class: found the string \"word\"; expected row, shared, integer or constant"},
    {R"("class": "integer"})", R"("class": "integer", "width": 3})",
     "/ops/0/arguments/0: an integer argument has no width"},
    {R"("class": "shared", "width": 3})", R"("class": "shared", "width": 3, "variadic": true})",
     "/ops/1/arguments/0: found a variadic argument of class shared"},
    {R"("width": 3, "variadic": true},
                 {"name": "y")",
     R"("width": 3, "variadic": true}, {"name": "u", "class": "integer"},
                 {"name": "y")",
     "/ops/1/arguments/2: found an argument after a variadic one"},
    // bodies
    {R"("do": "multiply", "of": ["s", "t"])", R"("do": "times", "of": ["s", "t"])",
     "/ops/0/body/3/do: found the string \"times\"; expected one of lookup…spread"},
    {R"("do": "multiply", "of": ["s", "t"])", R"("do": "multiply", "of": ["s"])",
     "/ops/0/body/3/of: found an array of 1; expected exactly 2 names for multiply"},
    {R"("do": "multiply", "of": ["s", "t"])", R"("do": "multiply", "of": ["s", "u"])",
     "/ops/0/body/3/of/1: found the string \"u\"; expected the name of an argument or of an earlier value"},
    {R"("do": "add", "of": ["e", "k"])", R"("do": "add", "of": ["e", "word"])",
     "/ops/0/body/2/of/1: found the string \"word\"; expected the name of a row"},
    {R"("of": ["word"], "table": "E")", R"("of": ["word"], "table": "F")",
     "/ops/0/body/0/table: found the string \"F\"; expected the name of a parameter in /params"},
    {R"("do": "subtract", "of": ["x", "y"])", R"("do": "subtract", "of": ["x", "all"])",
     "/ops/1/body/1: found one row for each item on the left and one row for each node"},
    {R"("do": "segment_sum", "of": ["p"])", R"("do": "segment_sum", "of": ["all"])",
     "/ops/1/body/3: found one row for each node; segment_sum needs one row for each item, in an op with a variadic "
     "argument"},
    {R"("do": "tanh", "of": ["h"])", R"("do": "spread", "of": ["h"])",
     "/ops/2/body/3: found one row for each node in an op without a variadic argument; spread needs one row for each "
     "node"},
    {R"("outputs": ["q"])", R"("outputs": ["p"])", "/ops/1/outputs/0: this output has one row for each item"},
    {R"("outputs": ["q"])", R"("outputs": ["all"])", "/ops/1/outputs/0: this output depends on shared arguments only"},
    {R"("of": ["x"], "weight": "W", "bias": "b")", R"("of": ["x"], "weight": "W", "bias": "E")",
     "/ops/2/body/0: found a row of 3…'W' [2, 3]…'E' […; linear needs…a bias"},
    {R"({"name": "W", "rows": 2, "columns": 3})", R"({"name": "W", "rows": 2, "columns": 4})",
     "/ops/2/body/0: found a row of 3…'W' [2, 4]…; linear needs a weight with as many columns"},
    {R"("width": 2, "number": -1.5)", R"("width": 9000, "number": 1)",
     "/ops/2/body/8: this produces a row of 18000; expected at most 16384"},
    {R"("do": "concat", "of": ["v0", "v1"])", R"("do": "concat", "of": ["v0", "x"])",
     "/ops/2/body/9: found a row of 5 and one of 4"},
    {R"("begin": 1, "width": 3)", R"("begin": 2, "width": 3)",
     "/ops/2/body/10: found a row of 4; slice needs columns inside the row"},
    // calls
    {R"({"name": "b", "op": "leaf")", R"({"name": "b", "op": "leef")",
     "/calls/1/op: found the string \"leef\"; expected the name of an op in /ops"},
    {R"({"name": "b", "op": "leaf")", R"({"name": "a", "op": "leaf")", "/calls/1: found a second call named 'a'"},
    {R"({"integer": 4})", R"({"integer": 5})",
     "/calls/0/args/0/integer: found the number 5; expected an integer from 0 to 4"},
    {R"({"integer": 4})", R"(4)",
     "/calls/0/args/0: found the number 4; expected {\"integer\": 3}: this argument is of class integer"},
    {R"([1, 2.5, -3e-1])", R"([1, 2.5])",
     "/calls/0/args/1/constant: found an array of 2; expected an array of 3 numbers"},
    {R"("args": ["n.0"])", R"("args": [{"constant": [1, 2, 3], "integer": 1}])",
     "/calls/4/args/0: found an object; expected the name of a call's output"},
    {R"({"shared": "a.1"}, ["a.0")", R"("a.1", ["a.0")",
     "/calls/2/args/0: found the string \"a.1\"; expected {\"shared\": \"a.0\"}"},
    {R"(["b.1", "b.1"])", R"(["b.1"])",
     "/calls/2/args/2: found an array of 1; expected 2 names, as in the variadic argument before it"},
    {R"(["a.0", "b.0"])", R"(["a.0"])",
     "/calls/2/args/2: found an array of 2; expected 1 name, as in the variadic argument before it"},
    {R"(["b.1", "b.1"])", R"("b.1")",
     "/calls/2/args/2: found the string \"b.1\"; expected an array of names or numbers"},
    {R"(["a.0", "b.0"])", R"(["a.0", "b"])",
     "/calls/2/args/1/1: found the string \"b\"; expected one of its 2 outputs, such as \"a.0\""},
    {R"(["a.0", "b.0"])", R"(["a.0", "b.2"])",
     "/calls/2/args/1/1: found the string \"b.2\"; expected an output from 0 to 1"},
    {R"(["a.0", "b.0"])", R"(["a.0", "r"])",
     "/calls/2/args/1/1: found the string \"r\"; expected the name of an earlier call"},
    {R"("args": ["n.0"])", R"("args": ["n.1"])",
     "/calls/4/args/0: found the string \"n.1\"; expected output 0, the only output of op 'sum'"},
    {R"("args": ["n.0"])", R"("arg": ["n.0"])",
     "/calls/4: found the unknown key \"arg\"; expected 'name', 'op', 'args' or 'instance' in a call; remove the key"},
    // outputs
    {R"("outputs": ["r", {"value": "none"}, {"value": "a.1", "target": 2}])", R"("outputs": [])",
     "/outputs: found an array of 0; expected the names of one or more outputs"},
    {R"("target": 2)", R"("target": 3)", "/outputs/2/target: found the number 3; expected an integer from 0 to 2"},
    {R"(["r", )", R"(["\n\u0000" , )",
     "/outputs/0: found the string \"\\u000a\\u0000\"; expected the name of an earlier call"},
});

TEST(BrokenProgram, NamesItsPlace) {
    for (const Broken& broken : kBroken) {
        std::string text(kRich);
        const std::size_t at = text.find(broken.from);
        ASSERT_NE(at, std::string::npos) << broken.from;
        text.replace(at, broken.from.size(), broken.to);
        const Result<OpGraph> graph = programOf(text);
        ASSERT_FALSE(graph.hasValue()) << broken.to;
        EXPECT_EQ(graph.error().code, ErrorCode::Parse);
        EXPECT_EQ(graph.error().file, "p.json");
        EXPECT_TRUE(graph.error().position.has_value());
        expectMessage(graph.error().text(), broken.message);
    }
}

TEST(BrokenProgram, WidthOfARowIsChecked) {
    std::string text(kRich);
    const std::string_view from = R"("args": ["n.0"]}])";
    text.replace(text.find(from), from.size(), R"("args": ["n.0"]}, {"name": "w", "op": "top", "args": ["r"]}])");
    EXPECT_TRUE(programOf(text).hasValue()); // r is as wide as x
    const std::string_view slice = R"("begin": 1, "width": 3)";
    text.replace(text.find(slice), slice.size(), R"("begin": 1, "width": 2)");
    expectMessage(programOf(text).error().text(),
                  "/calls/5/args/0: found the string \"r\"; expected a row of 3; this one is a row of 2");
}

TEST(BrokenProgram, AnyOtherJsonIsAnError) {
    for (const char* text :
         {"", " ", "null", "true", "1", "-0", "\"x\"", "[]", "{}", "[[[]]]", "{\"ops\":{}}",
          "{\"batchscope_program\":1}", "{\"batchscope_program\":1,\"ops\":[]}", "nul", "{", "\"",
          "{\"batchscope_program\":1,\"ops\":[],\"calls\":[],\"outputs\":[\"a\"]}", "\x01", "{}{}"}) {
        const Result<OpGraph> graph = programOf(text);
        ASSERT_FALSE(graph.hasValue()) << text;
        EXPECT_EQ(findInvalidUtf8(graph.error().text()), std::string::npos);
    }
}

TEST(BrokenProgram, DeepNestingIsAnError) {
    constexpr std::size_t kDeep = 1'000'000;
    std::string objects;
    for (std::size_t level = 0; level < kDeep; ++level) {
        objects += "{\"a\":";
    }
    EXPECT_FALSE(programOf(std::string(kDeep, '[')).hasValue());
    EXPECT_FALSE(programOf(objects).hasValue());
    expectMessage(
        programOf("{\"batchscope_program\":1,\"params\":" + objects + "1" + std::string(kDeep + 1, '}')).error().text(),
        "/params: found an object; expected an array");
    EXPECT_FALSE(programOf("{\"name\":" + std::string(kDeep, '[') + std::string(kDeep, ']') + "}").hasValue());
}

TEST(Json, FaultsHaveTheirPathAndPlace) {
    const auto errorAt = [](std::string_view text, const auto& place) {
        const Result<JsonDocument> json = JsonDocument::parse(text, "f");
        EXPECT_TRUE(json.hasValue());
        place(json->top()).fail("!");
        place(json->top()["d"]).fail("only the first counts");
        return json->status().error().text();
    };
    constexpr std::string_view kText =
        "\xEF\xBB\xBF {\"a/b\" : [0, {\"\\u007e\":1 , \"]\": \"}\\\"\"}],\n \"c\": {}, \"d\":-1e5 }";
    const auto inObject = [](const JsonValue& top) {
        std::vector<JsonValue> items;
        top["a/b"].forEach([&](const JsonValue& item) { items.push_back(item); });
        return items.empty() ? top : items[1]["~"];
    };
    EXPECT_EQ(errorAt(kText, [](const JsonValue& top) { return top; }), "f:1:2: error: the document: !");
    EXPECT_EQ(errorAt(kText, inObject), "f:1:25: error: /a~1b/1/~0: !");
    EXPECT_EQ(errorAt(kText, [](const JsonValue& top) { return top["c"]; }), "f:2:7: error: /c: !");
}

TEST(Json, WhatIsNoJsonHasItsPlace) {
    const auto errorOf = [](std::string_view text) { return JsonDocument::parse(text, "f").error(); };
    EXPECT_EQ(errorOf("{\n  \"a\": x}").position->line, 2U);
    EXPECT_EQ(errorOf("{\n  \"a\": x}").position->column, 8U);
    EXPECT_EQ(errorOf("{\n  \"a\": x}").position->byte, 9U);
    EXPECT_EQ(errorOf("[1, true false]").position->column, 10U);
    EXPECT_EQ(errorOf("[1, 2, 34 56]").position->column, 11U);
    EXPECT_EQ(errorOf("").position->line, 1U);
    EXPECT_EQ(errorOf("[1,\n2").position->line, 2U);
    EXPECT_EQ(errorOf("[{\"a\": 1, \"\\u0061\": 2}]").text(), "f:1:11: error: /0: duplicate key \"a\"; remove one");
}

} // namespace
} // namespace batchscope
