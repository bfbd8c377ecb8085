// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the engine says of a learner's answer. Nothing that is right or wrong is written in a lesson where the trees can
// tell it.
#pragma once

#include "core/lessons/lesson.h"
#include "core/session/snapshot.h"

namespace batchscope {

/// What belongs to the question's kind; the rest is not looked at.
struct LessonAnswer {
    std::size_t number = 0; ///< Number
    bool yes = false;       ///< Pair: they may run together
    std::size_t option = 0; ///< Choice
    NodeId node;            ///< Select
};

struct LessonVerdict {
    bool isRight = false;
    std::string text; ///< sentences: the verdict, the engine's reason, the lesson's why
};

/// Of Number, Pair, Choice and Select. Config errors: nothing is shown yet, a query finds no node, no node is selected.
[[nodiscard]] Result<LessonVerdict> judge(const Snapshot& snapshot, const LessonAsk& ask, const LessonAnswer& answer);

/// An answer that is right, for tests and for who asks to be shown it. Errors as judge.
[[nodiscard]] Result<LessonAnswer> rightAnswer(const Snapshot& snapshot, const LessonAsk& ask);

/// What was answered, as a learner would say it.
[[nodiscard]] std::string answerText(const Snapshot& snapshot, const LessonAsk& ask, const LessonAnswer& answer);

/// Whether the rules allow the two in one batch, whatever the policy does: one signature whose op batches, neither
/// needs the other, no value is read between them. A node may not run with itself.
[[nodiscard]] bool mayRunTogether(const Snapshot& snapshot, NodeId a, NodeId b);

/// The node that a question marks: `a` of Pair and Select; none for others. Errors as judge.
[[nodiscard]] Result<NodeId> markedNode(const Snapshot& snapshot, const LessonAsk& ask);
/// The other one of Pair.
[[nodiscard]] Result<NodeId> otherNode(const Snapshot& snapshot, const LessonAsk& ask);

/// What the window shows, as far as goals are about it.
struct LessonMoment {
    std::size_t batchesDone = 0;
    bool isAtEnd = false;
};
/// Of AskKind::Do.
[[nodiscard]] bool isReached(const Snapshot& snapshot, const LessonAsk& ask, const LessonMoment& moment);

} // namespace batchscope
