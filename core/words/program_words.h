// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with a program: its parameters, the arguments of its ops, its calls and outputs. Most texts are what
// was expected at a place of the file (see program_json_words.h); those of op bodies are in program_body_words.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// A part of a program, as an example and as a kind.
struct ProgramPart {
    std::string_view one;
    std::string_view kind;
};
inline constexpr ProgramPart kProgramParameter = {"a parameter", "parameter"};
inline constexpr ProgramPart kProgramArgument = {"an argument", "argument"};
inline constexpr ProgramPart kProgramOp = {"an op", "op"};
inline constexpr ProgramPart kProgramCall = {"a call", "call"};
inline constexpr std::string_view kAnOutput = "an output";
inline constexpr std::string_view kAProgram = "a program";

[[nodiscard]] std::string secondNamed(std::string_view kind, std::string_view name);

// The head.
inline constexpr std::string_view kVersionOfProgram = "\"batchscope_program\": 1 in a program";
inline constexpr std::string_view kOnlyVersion = "1, the only version of the format";

// Parameters.
inline constexpr std::string_view kWaysToStart = R"("uniform", "zero" or "one")";
inline constexpr std::string_view kInitAndValues = "found both 'init' and 'values'; remove one of them";
inline constexpr std::string_view kNameOfParameter = "the name of a parameter in /params";
[[nodiscard]] std::string tooManyNumbers(std::int64_t total, std::int64_t most);
[[nodiscard]] std::string valuesOfParameter(std::int32_t rows, std::int32_t columns);

// Arguments of an op.
inline constexpr std::string_view kArgumentClasses = "row, shared, integer or constant";
inline constexpr std::string_view kIntegerHasNoWidth = "an integer argument has no width; remove the key 'width'";
inline constexpr std::string_view kArgumentAfterVariadic =
    "found an argument after a variadic one; variadic arguments must come last";
[[nodiscard]] std::string variadicOfClass(std::string_view argumentClass);

// Arguments of a call.
inline constexpr std::string_view kNameOfOp = "the name of an op in /ops";
inline constexpr std::string_view kArrayOfNames =
    R"(an array of names or numbers, such as ["a.0", {"constant": [1, 2]}]: this argument is variadic)";
[[nodiscard]] std::string oneForEachArgument(std::size_t arguments, std::string_view op);
/// `example` is how such an argument is written.
[[nodiscard]] std::string ofArgumentClass(std::string_view example, std::string_view argumentClass);
[[nodiscard]] std::string asManyNames(std::size_t names);
[[nodiscard]] std::string arrayOfNumbers(std::int32_t numbers);
[[nodiscard]] std::string rowOfWidth(std::int32_t expected, std::int32_t found);

// Names of values.
inline constexpr std::string_view kNameOfCallOutput = "the name of a call's output";
inline constexpr std::string_view kNameOfOutputSuchAs = "the name of a call's output, such as \"a.0\"";
inline constexpr std::string_view kNameOfEarlierCall =
    "the name of an earlier call, with or without an output, such as \"a.0\"; calls are made in the order of /calls";
[[nodiscard]] std::string oneOfOutputs(std::size_t outputs, std::string_view op);
[[nodiscard]] std::string outputAfterDot(std::size_t outputs, std::string_view op);

// Outputs, and which instances are computed.
inline constexpr std::string_view kOutputsToCompute = "the names of one or more outputs to compute";
inline constexpr std::string_view kNoChosenOutput =
    "none of the chosen instances has one of the program's outputs; choose others";

/// A call and whose it is.
struct CallOfInstance {
    std::string_view call;
    std::size_t instance;
};
[[nodiscard]] std::string usesForeignValue(const CallOfInstance& user, const CallOfInstance& used);
/// `sharing` is the text of usesForeignValue.
[[nodiscard]] std::string onlyTogether(std::string_view sharing, std::size_t instances);

} // namespace batchscope::words
