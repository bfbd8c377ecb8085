// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lessons: what is wrong with a lesson's file, and what is said of a learner's answer. What a lesson itself says is in
// its file (resources/lessons).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// What a lesson is made of, in error messages.
inline constexpr std::string_view kLessonItself = "a lesson";
inline constexpr std::string_view kLessonBeat = "a beat";
inline constexpr std::string_view kLessonCommand = "a command";
inline constexpr std::string_view kLessonAsk = "a question";
inline constexpr std::string_view kLessonOption = "an answer";
inline constexpr std::string_view kLessonPosition = "a position of the slider";
inline constexpr std::string_view kLessonNotReadable = "the lesson cannot be read; check its permissions";
inline constexpr std::string_view kAtLeastOneBeat = "at least one beat";
inline constexpr std::string_view kOneRightAnswer = "at least two answers, with exactly one that is right";
inline constexpr std::string_view kAtLeastTwoPositions = "at least two positions";
inline constexpr std::string_view kOtherFigures = "batches:POLICY, count:QUERY, speed-up";
[[nodiscard]] std::string unknownFigure(std::string_view figure, std::string_view known);
[[nodiscard]] std::string unclosedFigure(std::string_view text);
[[nodiscard]] std::string unknownKind(std::string_view kind, std::string_view known);

/// Where a figure cannot be told yet.
inline constexpr std::string_view kNoFigureYet = "…";
inline constexpr std::string_view kSpeedNotMeasured = "not measured yet";

// Why there is no verdict.
inline constexpr std::string_view kNothingIsShown = "nothing is shown yet";
inline constexpr std::string_view kNoNodeSelected = "select a node on the canvas first";
[[nodiscard]] std::string noNodeMatches(std::string_view query);

inline constexpr std::string_view kNoLessonRuns = "no lesson is open; begin one first";
inline constexpr std::string_view kNoSuchPosition = "this question has no slider with that position";

// Verdicts, in sentences.
inline constexpr std::string_view kDone = "Done.";
inline constexpr std::string_view kRight = "Right.";
inline constexpr std::string_view kNotQuite = "Not quite.";
[[nodiscard]] std::string rightNumber(std::size_t number);
[[nodiscard]] std::string otherNumber(std::size_t number, std::size_t given);
[[nodiscard]] std::string rightOption(std::string_view option);
inline constexpr std::string_view kMayRunTogether = "These two may run in one batch.";
inline constexpr std::string_view kMayNotRunTogether = "These two may not run in one batch.";
[[nodiscard]] std::string opsDiffer(std::string_view a, std::string_view b);
inline constexpr std::string_view kNothingKeepsThemApart =
    "They have the same signature, and neither needs the other's result.";

} // namespace batchscope::words
