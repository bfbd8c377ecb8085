// SPDX-License-Identifier: GPL-3.0-or-later
//
// The answers of a learner and the results of games, as a table that a teacher can collect: for each question, the
// first answer, which shows what was understood, and the number of answers.
#pragma once

#include "core/lessons/lesson.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct LessonAnswered {
    std::string date;     ///< date of the last answer: "2026-11-29 21:20"
    std::string lesson;   ///< its title
    std::size_t page = 0; ///< from 1; 0: a game outside of a lesson
    std::string title;    ///< title of the page
    std::string question;
    std::string answer;      ///< the first answer
    bool isRight = false;    ///< the first answer is right
    std::size_t tries = 1;   ///< number of answers up to a right one, or in total
    bool isSolved = false;   ///< a right answer was given
    std::size_t batches = 0; ///< of a game: fewest batches so far; 0: not a game
    std::size_t bound = 0;   ///< lower bound of `batches`
    bool operator==(const LessonAnswered&) const = default;
};

using LessonAnswers = std::vector<LessonAnswered>;

/// Adds a new answer (with tries 1; solved if it is right) to `answers`, which has one row for each page and question.
void noteAnswer(LessonAnswers& answers, LessonAnswered given);

/// A CSV table with the columns name, date, lesson, page, title, question, answer, right, tries, solved, batches,
/// bound. The name is in each row, so that the tables of several learners can be joined.
[[nodiscard]] std::string answersCsv(std::string_view name, const LessonAnswers& answers);

/// The text for the end of a test: how many first answers were right, and what to repeat for the other questions,
/// including skipped ones. `right`: for each answered beat, true if the first answer was right.
[[nodiscard]] std::vector<std::string> resultOf(const Lesson& lesson, const std::map<std::size_t, bool>& right);

/// Convert answers to and from the text kept in the settings. A text that cannot be read gives no answers.
[[nodiscard]] std::string savedAnswers(const LessonAnswers& answers);
[[nodiscard]] LessonAnswers readSavedAnswers(std::string_view text);

} // namespace batchscope
