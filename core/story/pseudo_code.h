// SPDX-License-Identifier: GPL-3.0-or-later
//
// The algorithm behind the picture as data: a dozen lines of pseudo-code (record, sign, choose, stack, gather, run) for
// the chosen policy and net, with the line that runs at each moment of the story. Users read the algorithm while they
// watch it, and click a line to go to its next moment.
//
// At each moment exactly one line runs.
#pragma once

#include "core/story/storyboard.h"
#include "core/trace/batch_view.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// The work in progress at a moment; each part is done by one line of the program.
enum class CodePart : std::uint8_t {
    Record, ///< records the calls of all trees; nothing runs
    Sign,   ///< determines which nodes may batch with each other
    Level,  ///< determines which nodes must wait for others
    Read,   ///< reads values that decide the next calls (only if the net needs them)
    Choose, ///< the policy takes ready nodes
    Stack,  ///< forms one tensor for each argument
    View,   ///< uses adjacent rows in place, or no argument has rows
    Gather, ///< copies scattered rows together
    Run,    ///< calls the op, once for all nodes
    Return, ///< no nodes are left
};

/// The real figures shown next to a line.
enum class CodeValue : std::uint8_t {
    None,
    Trees,
    Calls,
    Nodes,
    Signatures,
    Levels,
    Left,    ///< nodes that have not run yet
    Reads,   ///< number of this read
    Ready,   ///< ready nodes that the policy chose from
    Batch,   ///< nodes that the policy took
    Slots,   ///< number of arguments of the op
    Rows,    ///< shapes of the arguments' tensors
    Views,   ///< arguments that are not copied
    Gathers, ///< arguments that are copied, and their bytes
    Results, ///< shapes of the results
    Batches, ///< nodes before folding, batches after
};

struct CodeLine {
    std::string text; ///< without indentation
    int indent = 0;
    /// A click goes to the next moment of this part: the line's own, or the first in its loop.
    CodePart goesTo;
    CodeValue value;                  ///< shown next to the line
    std::string tip;                  ///< its meaning, a sentence
    std::vector<CodePart> parts = {}; ///< parts that the line does; most lines do one, loops none
};

struct PseudoCode {
    std::vector<CodeLine> lines;
    /// The index of the line that does this part; every part that can occur has one.
    [[nodiscard]] std::optional<std::size_t> lineOf(CodePart part) const;
};

/// The program that makes this schedule.
[[nodiscard]] PseudoCode pseudoCode(const Schedule& schedule);

/// The note for each line: real values at the moment, such as "children ×50", or an empty text. `batch` is the batch
/// being made, invalid before and after the batches.
[[nodiscard]] std::vector<std::string> codeNotes(const PseudoCode& code, const OpGraph& graph, const Schedule& schedule,
                                                 const BatchViews& views, BatchId batch);

/// The part of the program that runs at t.
[[nodiscard]] CodePart codePartAt(const Schedule& schedule, const BatchViews& views, const Storyboard& story, double t);

/// The next time after t at which this part has just been done; if it is not done again, the first such time in the
/// story. None if it is never done.
[[nodiscard]] std::optional<double> nextTimeOf(CodePart part, const Schedule& schedule, const BatchViews& views,
                                               const Storyboard& story, double t);

} // namespace batchscope
