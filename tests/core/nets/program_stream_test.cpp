// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two readers of programs: what the quick one takes is what the thorough one makes of it, to the last bit, and what
// the thorough one refuses the quick one never takes.
#include "core/nets/program_document.h"
#include "core/nets/program_stream.h"
#include "tests/support/files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace batchscope {
namespace {

std::optional<RecordedProgram> quick(std::string_view text) {
    return readProgramStream(text, DType::Float64);
}

Result<RecordedProgram> thorough(std::string_view text) {
    return readProgramDocument(text, "p.json", DType::Float64);
}

/// Whether both have the same ops, calls and requests, bit by bit.
void expectEqual(const RecordedProgram& left, const RecordedProgram& right) {
    const OpGraph& one = left.calls;
    const OpGraph& other = right.calls;
    ASSERT_EQ(one.size(), other.size());
    EXPECT_EQ(left.sharing, right.sharing);
    EXPECT_EQ(one.ops.name, other.ops.name);
    EXPECT_EQ(one.ops.ops.size(), other.ops.ops.size());
    EXPECT_EQ(one.ops.parameterCount(), other.ops.parameterCount());
    EXPECT_EQ(one.trees, other.trees);
    EXPECT_EQ(one.calls, other.calls);
    EXPECT_EQ(one.argumentOffsets, other.argumentOffsets);
    EXPECT_EQ(one.arguments, other.arguments);
    EXPECT_EQ(one.outputs, other.outputs);
    EXPECT_EQ(one.targets, other.targets);
    EXPECT_EQ(one.constants.numbers, other.constants.numbers);
    for (std::size_t index = 0; index < one.constants.numbers.size(); ++index) {
        EXPECT_EQ(std::signbit(one.constants.numbers[index]), std::signbit(other.constants.numbers[index])) << index;
    }
    for (std::size_t index = 0; index < one.size(); ++index) {
        const NodeId node(index);
        EXPECT_EQ(one.nodeOps[node], other.nodeOps[node]);
        EXPECT_EQ(one.levels[node], other.levels[node]);
        EXPECT_EQ(one.origins[node].tree, other.origins[node].tree);
    }
}

/// What both make of a program; empty, and a failure, unless both take it.
RecordedProgram readByBoth(std::string_view text) {
    std::optional<RecordedProgram> one = quick(text);
    const Result<RecordedProgram> other = thorough(text);
    EXPECT_TRUE(other.hasValue()) << (other ? std::string() : other.error().text());
    EXPECT_TRUE(one.has_value()) << text.substr(0, 2000);
    if (!one || !other) {
        return {};
    }
    expectEqual(*one, *other);
    return std::move(*one);
}

constexpr std::string_view kVersion = R"("batchscope_program": 1)";
constexpr std::string_view kParams = R"("params": [{"name": "E", "rows": 5, "columns": 2}])";
constexpr std::string_view kOps = R"("ops": [
  {"name": "leaf", "arguments": [{"name": "w", "class": "integer"}, {"name": "k", "class": "constant", "width": 2}],
   "body": [{"name": "e", "do": "lookup", "of": ["w"], "table": "E"}, {"name": "s", "do": "add", "of": ["e", "k"]},
            {"name": "t", "do": "slice", "of": ["s"], "begin": 0, "width": 1}], "outputs": ["s", "t"]},
  {"name": "sum", "arguments": [{"name": "all", "class": "shared", "width": 2},
                                {"name": "x", "class": "row", "width": 2, "variadic": true},
                                {"name": "y", "class": "row", "width": 2, "variadic": true}],
   "body": [{"name": "wide", "do": "spread", "of": ["all"]}, {"name": "d", "do": "subtract", "of": ["x", "y"]},
            {"name": "p", "do": "multiply", "of": ["d", "wide"]}, {"name": "q", "do": "segment_sum", "of": ["p"]}],
   "outputs": ["q"]},
  {"name": "top", "arguments": [{"name": "x", "class": "row", "width": 2}],
   "body": [{"name": "y", "do": "tanh", "of": ["x"]}], "outputs": ["y"]}])";
constexpr std::string_view kCalls = R"("calls": [
  {"name": "a", "op": "leaf", "args": [{"integer": 4}, {"constant": [1, 2.5e-1]}]},
  {"args": [{"integer": 0}, {"constant": [-0, -0.0]}], "instance": 1, "op": "leaf", "name": "b"},
  {"name": "n", "op": "sum", "args": [{"shared": "a.0"}, ["a.0", "b.0"], ["b.0", "b.0"]], "instance": 1},
  {"name": "none", "op": "sum", "args": [{"shared": "a.0"}, [], []]},
  {"name": "r", "op": "top", "args": ["n"]}])";
constexpr std::string_view kOutputs = R"("outputs": ["r", {"value": "none.0"}, {"target": 0, "value": "a.1"}])";

std::string programOf(std::initializer_list<std::string_view> parts) {
    return fmt::format("{{{}}}", fmt::join(parts, ",\n "));
}

std::string goodProgramText() {
    return programOf({kVersion, R"("name": "both")", kParams, kOps, kCalls, kOutputs});
}

/// The program with one piece of its text replaced.
std::string replaced(std::string_view from, std::string_view to) {
    std::string text = goodProgramText();
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(ProgramStream, ReadsTheSamples) {
    for (const char* sample : {"exp_chain.json", "toy_bcd.json", "mlp_batch.json"}) {
        readByBoth(testing::sampleText(sample));
    }
}

TEST(ProgramStream, ReadsEveryKindOfCall) {
    const RecordedProgram program = readByBoth(goodProgramText());
    ASSERT_EQ(program.calls.size(), 5U);
    EXPECT_EQ(program.calls.ops.name, "both");
    EXPECT_EQ(program.calls.trees, 2U);
    EXPECT_EQ(program.sharing, "the call 'n' of instance 1 uses the value of 'a', a call of instance 0");
    EXPECT_THAT(program.calls.targets, ::testing::ElementsAre(kNoTarget, kNoTarget, 0));
    EXPECT_THAT(program.calls.constants.numbers, ::testing::ElementsAre(1, 0.25, 0, 0));
    EXPECT_FALSE(std::signbit(program.calls.constants.numbers[2]));
    EXPECT_TRUE(std::signbit(program.calls.constants.numbers[3]));
}

TEST(ProgramStream, ReadsNumbersInSlotsForRows) {
    const RecordedProgram row = readByBoth(replaced(R"("args": ["n"])", R"("args": [{"constant": [5, 6]}])"));
    EXPECT_THAT(row.calls.constants.numbers, ::testing::ElementsAre(1, 0.25, 0, 0, 5, 6));
    const RecordedProgram items =
        readByBoth(replaced(R"(["b.0", "b.0"])", R"([{"constant": [7, 8]}, {"constant": [7, 8]}])"));
    EXPECT_THAT(items.calls.constants.numbers, ::testing::ElementsAre(1, 0.25, 0, 0, 7, 8)) << "equal rows are one";
}

/// Writers that sort keys put the calls before the ops.
TEST(ProgramStream, PartsComeInAnyOrder) {
    std::vector<std::string_view> parts = {kVersion, kParams, kOps, kCalls, kOutputs};
    std::sort(parts.begin(), parts.end());
    do {
        readByBoth(fmt::format("{{{}}}", fmt::join(parts, ", ")));
    } while (std::next_permutation(parts.begin(), parts.end()) && !::testing::Test::HasFailure());
}

TEST(ProgramStream, ReadsNamesInOtherWords) {
    const std::string text = replaced(R"({"name": "a",)", R"({"name": "\u0061",)"); // called a elsewhere
    EXPECT_EQ(readByBoth(text).calls.size(), 5U);
    readByBoth(replaced(R"("args": ["n"])", R"("args": ["\u006e\u002e0"])"));
    readByBoth(replaced(R"("op": "top")", R"("op": "\u0074op")"));
    readByBoth(replaced(R"("name": "both")", R"("name": "in \"quotes\", ö")"));
    // The last call is called by another name in the file than where it is asked for.
    constexpr std::string_view kCall = R"("name": "r")";
    constexpr std::string_view kAsked = R"("outputs": ["r",)";
    constexpr std::string_view kMoon = "\xF0\x9F\x8C\x99";
    const auto renamed = [&](std::string_view name, std::string_view asked) {
        std::string moon = replaced(kCall, fmt::format("\"name\": \"{}\"", name));
        return moon.replace(moon.find(kAsked), kAsked.size(), fmt::format("\"outputs\": [\"{}\",", asked));
    };
    readByBoth(renamed(kMoon, kMoon));
    readByBoth(renamed(R"(\ud83c\udf19)", kMoon));
    readByBoth(renamed(kMoon, R"(\ud83c\udf19.0)"));
    readByBoth("\xEF\xBB\xBF" + renamed("Wörter", R"(W\u00f6rter)"));
}

TEST(ProgramStream, KnowsThousandsOfNames) {
    constexpr std::size_t kCallsMade = 5000;
    std::string calls = R"("calls": [)";
    for (std::size_t call = 0; call < kCallsMade; ++call) {
        const std::string before = call == 0 ? "a" : fmt::format("c{}", call / 2);
        calls += call == 0 ? R"({"name": "a", "op": "leaf", "args": [{"integer": 4}, {"constant": [1, 2]}]})"
                           : fmt::format(R"(, {{"name": "c{}", "op": "top", "args": ["{}"]}})", call,
                                         call == 1 ? "a.0" : before);
    }
    const std::string last = fmt::format(R"("outputs": ["c{}"])", kCallsMade - 1);
    const RecordedProgram program = readByBoth(programOf({kVersion, kParams, kOps, calls + "]", last}));
    ASSERT_EQ(program.calls.size(), kCallsMade);
    for (std::size_t call = 2; call < kCallsMade; ++call) {
        EXPECT_EQ(program.calls.argumentsOf(NodeId(call))[0].node(), NodeId(call / 2));
    }
}

/// Each of these is read by the thorough reader, which says what is wrong.
TEST(ProgramStream, LeavesFaultsToTheOther) {
    for (const std::string& text : {replaced(R"({"integer": 4})", R"({"integer": 5})"),
                                    replaced(R"({"integer": 4})", R"({"integer": 1e0})"),
                                    replaced(R"({"integer": 4})", R"({"integer": 4, "integer": 4})"),
                                    replaced(R"({"integer": 4})", "{}"),
                                    replaced(R"({"integer": 4})", R"({"shared": "a"})"),
                                    replaced(R"({"shared": "a.0"})", R"({"shared": "a"})"),
                                    replaced(R"({"shared": "a.0"})", R"({"shared": 3})"),
                                    replaced(R"({"shared": "a.0"})", R"({"shared": {"constant": [1, 2]}})"),
                                    replaced(R"("args": ["n"])", R"("args": [{"constant": [1]}])"),
                                    replaced(R"(["b.0", "b.0"])", R"(["b.0"])"),
                                    replaced(R"(["b.0", "b.0"])", R"(["b.0", "b.1"])"),
                                    replaced("2.5e-1", "1e999"),
                                    replaced("2.5e-1", "\"x\""),
                                    replaced("[1, 2.5e-1]", "[1, 2, 3]"),
                                    replaced(R"("instance": 1,)", R"("instance": 5,)"),
                                    replaced(R"("instance": 1,)", R"("instance": -1,)"),
                                    replaced(R"("instance": 1,)", R"("instant": 1,)"),
                                    replaced(R"("instance": 1,)", R"("instance": 1, "instance": 1,)"),
                                    replaced(R"("name": "b"})", R"("name": "a"})"),
                                    replaced(R"("name": "b"})", R"("name": "b.0"})"),
                                    replaced(R"("name": "b"})", "\"name\": \"\xFF\"}"),
                                    replaced(R"("name": "b"})", R"("name": "\u0000"})"),
                                    replaced(R"("name": "b"})", "\"name\": \"" + std::string(201, 'n') + "\"}"),
                                    replaced(R"(, "name": "b"})", "}"),
                                    replaced(R"("args": ["n"])", R"("args": ["r"])"),
                                    replaced(R"("args": ["n"])", R"("args": ["n", "n"])"),
                                    replaced(R"("args": ["n"])", R"("args": [])"),
                                    replaced(R"("target": 0)", R"("target": 1)"),
                                    replaced(R"("target": 0, "value": "a.1")", R"("target": 0)"),
                                    replaced(R"("r", {)", R"("s", {)"),
                                    replaced(R"("name": "both")", R"("name": 3)"),
                                    replaced(R"("name": "both")", R"("nome": "both")"),
                                    replaced(kVersion, R"("batchscope_program": 2)"),
                                    programOf({kVersion, kParams, kOps, kCalls, R"("outputs": [])"}),
                                    programOf({kVersion, kParams, kOps, kCalls}),
                                    programOf({kVersion, kParams, kOps, R"("calls": [])", kOutputs}),
                                    programOf({kParams, kOps, kCalls, kOutputs}),
                                    programOf({kVersion, kParams, kOps, kCalls, kOutputs, kOutputs}),
                                    goodProgramText() + "x",
                                    goodProgramText() + "{}"}) {
        EXPECT_FALSE(quick(text).has_value()) << text;
        EXPECT_FALSE(thorough(text).hasValue()) << text;
    }
}

/// Every truncation, and every byte replaced by others: both readers agree.
TEST(ProgramStream, AgreesOnDamagedTexts) {
    const std::string good = goodProgramText();
    for (std::size_t length = 0; length < good.size(); ++length) {
        EXPECT_FALSE(quick(good.substr(0, length)).has_value()) << length;
    }
    std::size_t taken = 0;
    std::size_t left = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const char letter : {'"', '0', '1', '[', '}', ',', '.', ' ', 'a', '\\', '\xC3'}) {
            std::string text = good;
            text[at] = letter;
            const std::optional<RecordedProgram> one = quick(text);
            const Result<RecordedProgram> other = thorough(text);
            ASSERT_LE(one.has_value(), other.hasValue()) << text;
            if (one) {
                expectEqual(*one, *other);
            }
            taken += one ? 1U : 0U;
            left += !one && other ? 1U : 0U;
        }
    }
    EXPECT_GT(taken, 100U);
    EXPECT_EQ(left, 0U) << "programs without fault that take the slow way";
}

} // namespace
} // namespace batchscope
