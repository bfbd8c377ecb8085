// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's position in the animation, the selection, which every view follows, and the functions that move the
// position: pure arithmetic over a storyboard and a schedule, so that they can be tested without a window.
#pragma once

#include "core/base/id.h"
#include "core/story/storyboard.h"

namespace batchscope {

/// The selection. Selecting a node also sets its batch and tree; a batch sets no node. Invalid ids mean nothing.
struct Focus {
    NodeId node;
    BatchId batch;
    TreeId tree;
    NodeId second = {}; ///< marked in addition to `node`, to compare the two; requires `node`
    bool operator==(const Focus&) const = default;
};

/// The unit of one step.
enum class StepUnit { Stage, Batch, Level, Node };

/// The stop at or before t.
[[nodiscard]] std::size_t stopBefore(double t);
/// The next stop after t (strictly), at most the last.
[[nodiscard]] double nextStop(const Storyboard& story, double t);
/// The last stop before t (strictly), at least 0.
[[nodiscard]] double previousStop(const Storyboard& story, double t);
/// The end of the stage in progress at t, or of the next stage if one ends at t.
[[nodiscard]] double nextStageEnd(const Storyboard& story, double t);
[[nodiscard]] double previousStageEnd(const Storyboard& story, double t);
/// The stop at which the next level begins: the first batch after t with another lowest level than the current.
[[nodiscard]] double nextLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story, double t);
[[nodiscard]] double previousLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story,
                                       double t);
/// The batch that is shown as current at t; invalid outside the stages of batches.
[[nodiscard]] BatchId batchAt(const Storyboard& story, double t);
/// True if the second or a later batch is being made or complete and the folded graph has not started to form.
[[nodiscard]] bool isAfterFirstBatch(const Storyboard& story, double t);
/// The stage in progress at t; a stop belongs to the stage that ends there.
[[nodiscard]] StoryStage stageAt(const Storyboard& story, double t);

/// The part of a position that is kept when the batches change.
enum class Keep {
    Share, ///< the share of finished batches, for another policy
    Step,  ///< the number of the step, if there are enough: for the same file, read again
};
/// The moment of `story` that corresponds to moment t of a story with `batchesBefore` batches. The stage and its
/// finished part stay the same; a stop maps to a stop, the end to the end.
[[nodiscard]] double correspondingTime(const Storyboard& story, std::size_t batchesBefore, double t, Keep keep);

/// The moment at which the row at `place` is computed; the rows of a batch are computed one after the other during Run.
[[nodiscard]] double timeOfRow(const Schedule& schedule, const Storyboard& story, Place place);
/// The number of rows of the current batch that are computed at t; 0 before Run and outside of batches.
[[nodiscard]] std::size_t rowsComputed(const Schedule& schedule, const Storyboard& story, double t);
/// The row that is computed next, or the row before the one computed last. Invalid batch at the ends.
[[nodiscard]] Place nextRow(const Schedule& schedule, const Storyboard& story, double t);
[[nodiscard]] Place previousRow(const Schedule& schedule, const Storyboard& story, double t);

} // namespace batchscope
