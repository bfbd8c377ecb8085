// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which call of a program's file a node stands for: name, line and column.
#include "core/session/tree_labels.h"

#include "core/formats/read_treebank.h"
#include "core/nets/build_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {
namespace {

constexpr const char* kOps = R"({"batchscope_program": 1,
 "ops": [{"name": "A", "arguments": [{"name": "a", "class": "constant", "width": 1}], "body": [], "outputs": ["a"]},
         {"name": "B", "arguments": [{"name": "x", "class": "row", "width": 1}],
          "body": [{"name": "y", "do": "tanh", "of": ["x"]}, {"name": "z", "do": "exp", "of": ["y"]}], "outputs": ["z"]}],
 "calls": [)";

/// Two calls in one line; the name of the third comes last, with an escape; nested objects are no calls.
constexpr const char* kCalls = R"({"name": "x", "op": "A", "args": [{"constant": [1]}]}, {"name": "x2", "op": "A",
   "args": [{"constant": [1]}]},

  {"op": "B", "args": ["x"], "instance": 1, "name": "d\u00e9j\u00e0 \"vu\""}],
 "outputs": ["x2", "d\u00e9j\u00e0 \"vu\""]})";

/// `name place` of all nodes.
std::vector<std::string> callsOf(const std::string& text, const GraphOptions& options = {}) {
    const Result<Treebank> bank = readTreebankText(text, "run.json", {});
    EXPECT_TRUE(bank.hasValue());
    const Result<OpGraph> graph = buildGraph(*bank, options, {});
    EXPECT_TRUE(graph.hasValue()) << (graph ? "" : graph.error().text());
    std::vector<std::string> calls;
    for (std::size_t index = 0; graph && index < graph->size(); ++index) {
        const std::optional<ProgramCall> call = programCallOf(*bank, *graph, NodeId(index));
        calls.push_back(call ? call->name + " " + call->place : "none");
    }
    return calls;
}

using Calls = std::vector<std::string>;

TEST(ProgramCall, HasNameLineAndColumn) {
    EXPECT_EQ(callsOf(std::string(kOps) + kCalls),
              (Calls{"x run.json:5:12", "x2 run.json:5:67", "déjà \"vu\" run.json:8:3"}));
}

TEST(ProgramCall, IsFoundInAFileOfOneLine) {
    std::string text = std::string(kOps) + kCalls;
    std::replace(text.begin(), text.end(), '\n', ' ');
    const Calls calls = callsOf(text);
    ASSERT_EQ(calls.size(), 3U);
    EXPECT_EQ(calls[0], "x run.json:1:" + std::to_string(std::string(kOps).size() + 1));
    EXPECT_EQ(calls[2], "déjà \"vu\" run.json:1:" + std::to_string(text.find(R"({"op": "B")") + 1));
}

TEST(ProgramCall, OfEqualCallsIsTheFirst) {
    GraphOptions options;
    options.merge = Merge::Leaves;
    const std::string calls = R"({"name": "x", "op": "B", "args": [{"constant": [1]}]},
   {"name": "x2", "op": "B", "args": [{"constant": [1]}]}, {"name": "y", "op": "B", "args": [{"constant": [2]}]}],
 "outputs": ["x2", "y"]})";
    EXPECT_EQ(callsOf(kOps + calls, options), (Calls{"x run.json:5:12", "y run.json:6:60"}));
    EXPECT_EQ(callsOf(std::string(kOps) + kCalls, options).size(), 3U) << "constants of slots for them are data, apart";
}

TEST(ProgramCall, OfAPrimitiveIsThatOfItsCell) {
    GraphOptions options;
    options.granularity = Granularity::Primitive;
    const Calls calls = callsOf(std::string(kOps) + kCalls, options);
    ASSERT_EQ(calls.size(), 4U) << "two constants, tanh, exp";
    EXPECT_EQ(calls[2], calls[3]);
    EXPECT_EQ(calls[3], "déjà \"vu\" run.json:8:3");
}

TEST(ProgramCall, StaysWhenNodesArePruned) {
    GraphOptions options;
    options.prune = Prune::On;
    const std::string outputs = R"("outputs": ["x2")";
    std::string text = std::string(kOps) + kCalls;
    text.replace(text.find(R"("outputs": ["x2", )"), outputs.size() + 2, R"("outputs": [)");
    EXPECT_EQ(callsOf(text, options), (Calls{"x run.json:5:12", "déjà \"vu\" run.json:8:3"})) << "without x2";
}

TEST(ProgramCall, TreesHaveNone) {
    EXPECT_EQ(callsOf("(3 (2 a) (2 b))"), Calls(4, "none"));
}

} // namespace
} // namespace batchscope
