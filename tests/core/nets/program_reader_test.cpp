// SPDX-License-Identifier: GPL-3.0-or-later
//
// The reader of programs against another library: what is read is what the JSON says, in any order and spelling, and
// what is wrong has its place.
#include "core/base/text.h"
#include "core/nets/program_reader.h"
#include "tests/support/files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <numeric>

namespace batchscope {
namespace {

Result<RecordedProgram> attempted(std::string_view text) {
    return recordProgram(text, "p.json", DType::Float64);
}

/// The arguments of a call as the JSON writes them, compared one after the other.
class WrittenArguments {
public:
    WrittenArguments(const OpGraph& graph, const std::map<std::string, std::size_t>& nodes, std::size_t node)
        : m_graph(graph), m_nodes(nodes), m_given(graph.argumentsOf(NodeId(node))) {}

    void expect(const nlohmann::json& written) {
        if (written.is_array()) {
            for (const nlohmann::json& item : written) {
                expect(item);
            }
        } else if (written.is_string()) {
            expectValue(next(), written.get<std::string>());
        } else if (written.contains("shared")) {
            const Argument& argument = next();
            EXPECT_EQ(argument.kind, ArgumentClass::Shared);
            expectValue(argument, written["shared"].get<std::string>());
        } else if (written.contains("integer")) {
            EXPECT_EQ(next(), Argument::integer(written["integer"].get<std::uint32_t>()));
        } else {
            const auto row = m_graph.constants[next().constant()];
            EXPECT_EQ(std::vector<double>(row.begin(), row.end()), written["constant"].get<std::vector<double>>());
        }
    }
    void expectEnd() const { EXPECT_EQ(m_at, m_given.size()); }
    void expectValue(const Argument& argument, const std::string& name) const {
        EXPECT_TRUE(argument.isValue());
        expectNamed(argument.value(), name);
    }
    void expectNamed(const Value& value, const std::string& name) const {
        const std::size_t dot = name.find('.');
        EXPECT_EQ(value.node.index(), m_nodes.at(name.substr(0, dot))) << name;
        EXPECT_EQ(value.output, dot == std::string::npos ? 0U : std::stoul(name.substr(dot + 1))) << name;
    }

private:
    const Argument& next() {
        EXPECT_LT(m_at, m_given.size());
        return m_given[m_at++];
    }

    const OpGraph& m_graph;
    const std::map<std::string, std::size_t>& m_nodes;
    std::span<const Argument> m_given;
    std::size_t m_at = 0;
};

/// Whether ops, calls and requests are those of the JSON, read by another library.
void expectAsWritten(const RecordedProgram& program, std::string_view text) {
    const nlohmann::json written = nlohmann::json::parse(text);
    const OpGraph& graph = program.calls;
    EXPECT_EQ(graph.ops.name, written.value("name", "program"));
    EXPECT_EQ(graph.ops.ops.size(), written["ops"].size());
    ASSERT_EQ(graph.size(), written["calls"].size());
    ASSERT_EQ(graph.outputs.size(), written["outputs"].size());
    std::map<std::string, std::size_t> nodes;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const nlohmann::json& call = written["calls"][index];
        EXPECT_EQ(graph.ops.ops[graph.nodeOps[NodeId(index)]].name, call["op"]);
        EXPECT_EQ(graph.origins[NodeId(index)].tree.index(), call.value("instance", 0U));
        WrittenArguments arguments(graph, nodes, index);
        arguments.expect(call["args"]);
        arguments.expectEnd();
        nodes[call["name"]] = index;
    }
    for (std::size_t index = 0; index < graph.outputs.size(); ++index) {
        const nlohmann::json& output = written["outputs"][index];
        const bool isName = output.is_string();
        WrittenArguments(graph, nodes, 0).expectNamed(graph.outputs[index], isName ? output : output["value"]);
        EXPECT_EQ(graph.targets[index], isName ? kNoTarget : output.value("target", kNoTarget));
    }
}

RecordedProgram readAsWritten(std::string_view text) {
    Result<RecordedProgram> program = attempted(text);
    EXPECT_TRUE(program.hasValue()) << (program ? std::string() : program.error().text());
    if (!program) {
        return {};
    }
    expectAsWritten(*program, text);
    return std::move(*program);
}

/// A fault is in the text, and its message can be shown.
void expectPlace(const Error& error, std::string_view text) {
    EXPECT_EQ(error.code, ErrorCode::Parse);
    ASSERT_TRUE(error.position.has_value()) << text;
    EXPECT_LE(error.position->byte, text.size());
    EXPECT_EQ(findInvalidUtf8(error.text()), std::string::npos);
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

TEST(ProgramReader, ReadsTheSamples) {
    for (const char* sample : {"exp_chain.json", "toy_bcd.json", "mlp_batch.json"}) {
        readAsWritten(testing::sampleText(sample));
    }
}

TEST(ProgramReader, ReadsEveryKindOfCall) {
    const RecordedProgram program = readAsWritten(goodProgramText());
    ASSERT_EQ(program.calls.size(), 5U);
    EXPECT_EQ(program.calls.ops.name, "both");
    EXPECT_EQ(program.calls.trees, 2U);
    EXPECT_EQ(program.sharing, "the call 'n' of instance 1 uses the value of 'a', a call of instance 0");
    EXPECT_THAT(program.calls.targets, ::testing::ElementsAre(kNoTarget, kNoTarget, 0));
    EXPECT_THAT(program.calls.constants.numbers, ::testing::ElementsAre(1, 0.25, 0, 0));
    EXPECT_FALSE(std::signbit(program.calls.constants.numbers[2]));
    EXPECT_TRUE(std::signbit(program.calls.constants.numbers[3]));
}

TEST(ProgramReader, ReadsNumbersInSlotsForRows) {
    const RecordedProgram row = readAsWritten(replaced(R"("args": ["n"])", R"("args": [{"constant": [5, 6]}])"));
    EXPECT_THAT(row.calls.constants.numbers, ::testing::ElementsAre(1, 0.25, 0, 0, 5, 6));
    const RecordedProgram items =
        readAsWritten(replaced(R"(["b.0", "b.0"])", R"([{"constant": [7, 8]}, {"constant": [7, 8]}])"));
    EXPECT_THAT(items.calls.constants.numbers, ::testing::ElementsAre(1, 0.25, 0, 0, 7, 8)) << "equal rows are one";
}

/// Writers that sort keys put the calls before the ops.
TEST(ProgramReader, PartsComeInAnyOrder) {
    std::vector<std::string_view> parts = {kVersion, kParams, kOps, kCalls, kOutputs};
    std::sort(parts.begin(), parts.end());
    do {
        readAsWritten(fmt::format("{{{}}}", fmt::join(parts, ", ")));
    } while (std::next_permutation(parts.begin(), parts.end()) && !HasFailure());
}

TEST(ProgramReader, ReadsNamesInOtherWords) {
    const std::string text = replaced(R"({"name": "a",)", R"({"name": "\u0061",)"); // called a elsewhere
    EXPECT_EQ(readAsWritten(text).calls.size(), 5U);
    readAsWritten(replaced(R"("args": ["n"])", R"("args": ["\u006e\u002e0"])"));
    readAsWritten(replaced(R"("op": "top")", R"("op": "\u0074op")"));
    readAsWritten(replaced(R"("name": "both")", R"("name": "in \"quotes\", ö")"));
    // The last call is called by another name in the file than where it is asked for.
    constexpr std::string_view kCall = R"("name": "r")";
    constexpr std::string_view kAsked = R"("outputs": ["r",)";
    constexpr std::string_view kMoon = "\xF0\x9F\x8C\x99";
    const auto renamed = [&](std::string_view name, std::string_view asked) {
        std::string moon = replaced(kCall, fmt::format("\"name\": \"{}\"", name));
        return moon.replace(moon.find(kAsked), kAsked.size(), fmt::format("\"outputs\": [\"{}\",", asked));
    };
    readAsWritten(renamed(kMoon, kMoon));
    readAsWritten(renamed(R"(\ud83c\udf19)", kMoon));
    readAsWritten(renamed(kMoon, R"(\ud83c\udf19.0)"));
    readAsWritten("\xEF\xBB\xBF" + renamed("Wörter", R"(W\u00f6rter)"));
}

/// Every truncation, and every byte replaced by others: what is read is what is written, and what is not is explained.
TEST(ProgramReader, DamagedTextsAreReadAsWrittenOrRefused) {
    const std::string good = goodProgramText();
    for (std::size_t length = 0; length < good.size(); ++length) {
        const Result<RecordedProgram> program = attempted(good.substr(0, length));
        ASSERT_FALSE(program.hasValue()) << length;
        expectPlace(program.error(), good.substr(0, length));
    }
    std::size_t taken = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const char letter : {'"', '0', '1', '-', '[', '}', ',', '.', ' ', 'a', '\\', '\xC3'}) {
            std::string text = good;
            text[at] = letter;
            const Result<RecordedProgram> program = attempted(text);
            if (program) {
                expectAsWritten(*program, text);
                ++taken;
            } else {
                expectPlace(program.error(), text);
            }
            ASSERT_FALSE(HasFailure()) << text;
        }
    }
    EXPECT_GT(taken, 100U);
}

TEST(ProgramReader, KeysMayBeEscaped) {
    const std::string text = replaced(R"({"name": "a", "op")", R"({"n\u0061me": "a", "\u006fp")");
    expectAsWritten(readAsWritten(text), text);
}

TEST(ProgramReader, NumbersTooSmallForADoubleAreZero) {
    EXPECT_EQ(readAsWritten(replaced("2.5e-1", "2.5e-999")).calls.constants.numbers[1], 0.0);
}

} // namespace
} // namespace batchscope
