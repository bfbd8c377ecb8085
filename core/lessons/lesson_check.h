// SPDX-License-Identifier: GPL-3.0-or-later
//
// Judges a learner's answer. Lessons contain no solutions that can be derived from the trees.
#pragma once

#include "core/lessons/lesson.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// An answer. Only the field of the question's kind is used.
struct LessonAnswer {
    std::size_t number = 0; ///< Number
    bool yes = false;       ///< Pair: they may run together
    std::size_t option = 0; ///< Choice
    NodeId node;            ///< Select
};

struct LessonVerdict {
    bool isRight = false;
    std::string text; ///< sentences: the verdict, the reason, the lesson's `why`
};

/// Judges an answer of kind Number, Pair, Choice or Select; for other kinds, every answer is right. Config errors:
/// nothing is shown yet, a query finds no node, no node is selected.
[[nodiscard]] Result<LessonVerdict> judge(const Snapshot& snapshot, const LessonAsk& ask, const LessonAnswer& answer);

/// A right answer, for tests and for learners who ask to see it. Fails like judge.
[[nodiscard]] Result<LessonAnswer> rightAnswer(const Snapshot& snapshot, const LessonAsk& ask);

/// The answer in the words of a learner.
[[nodiscard]] std::string answerText(const Snapshot& snapshot, const LessonAsk& ask, const LessonAnswer& answer);

/// True if the rules allow both nodes in one batch, whatever the policy does: they have one signature whose op batches,
/// neither needs the other, and no value is read between them. A node may not run with itself.
[[nodiscard]] bool mayRunTogether(const Snapshot& snapshot, NodeId a, NodeId b);

/// The node that a question marks: `a` of Pair and Select; invalid for other kinds. Fails like judge.
[[nodiscard]] Result<NodeId> markedNode(const Snapshot& snapshot, const LessonAsk& ask);
/// The other node of Pair, `b`; invalid for other kinds.
[[nodiscard]] Result<NodeId> otherNode(const Snapshot& snapshot, const LessonAsk& ask);

/// The state of the window that goals depend on.
struct LessonMoment {
    std::size_t batchesDone = 0;
    bool isAtEnd = false;
};
/// True if the goal of an AskKind::Do question is reached.
[[nodiscard]] bool isReached(const Snapshot& snapshot, const LessonAsk& ask, const LessonMoment& moment);

// The answers of a learner and the results of games, as a table that a teacher can collect: for each question, the
// first answer, which shows what was understood, and the number of answers.

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
