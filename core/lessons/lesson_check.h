// SPDX-License-Identifier: GPL-3.0-or-later
//
// Judges a learner's answer. Lessons contain no solutions that can be derived from the trees.
#pragma once

#include "core/lessons/lesson.h"
#include "core/session/snapshot.h"

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

} // namespace batchscope
