// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a learner answered and how the games ended, as one table that a teacher can collect: of each question the first
// answer, which shows what was understood, and how many it took.
#pragma once

#include "core/lessons/lesson.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct LessonAnswered {
    std::string date;     ///< of the last answer: "2026-11-29 21:20"
    std::string lesson;   ///< its title
    std::size_t page = 0; ///< from 1; 0: a game outside of a lesson
    std::string title;    ///< of the page
    std::string question;
    std::string answer;      ///< the first
    bool isRight = false;    ///< the first
    std::size_t tries = 1;   ///< answers up to a right one, or in all
    bool isSolved = false;   ///< a right one was given
    std::size_t batches = 0; ///< of a game: the fewest; 0: it is none
    std::size_t bound = 0;   ///< what no game can be better than
    bool operator==(const LessonAnswered&) const = default;
};

using LessonAnswers = std::vector<LessonAnswered>;

/// Adds an answer just given (tries 1, solved if it is right) to those before it: one row for each page.
void noteAnswer(LessonAnswers& answers, LessonAnswered given);

/// The columns name, date, lesson, page, title, question, answer, right, tries, solved, batches, bound: files of many
/// learners can be put one after the other.
[[nodiscard]] std::string answersCsv(std::string_view name, const LessonAnswers& answers);

/// What a learner reads at the end of a test: how many questions were right at the first answer, and what to repeat for
/// the others, skipped ones included. `right`: by beat, whether the first answer was.
[[nodiscard]] std::vector<std::string> resultOf(const Lesson& lesson, const std::map<std::size_t, bool>& right);

/// As settings keep them. What cannot be read is none.
[[nodiscard]] std::string savedAnswers(const LessonAnswers& answers);
[[nodiscard]] LessonAnswers readSavedAnswers(std::string_view text);

} // namespace batchscope
