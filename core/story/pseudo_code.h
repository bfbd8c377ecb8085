// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program behind the picture as data: a dozen lines (record, sign, choose, stack, gather, run) as they are for the
// chosen policy and net, with the line that runs at each moment of the story. People read the algorithm while they
// watch it, and go to a line's next moment by pointing at it.
//
// At each moment exactly one line runs.
#pragma once

#include "core/story/storyboard.h"
#include "core/trace/batch_view.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// What is being done at a moment; each is done by one line of the program.
enum class CodePart : std::uint8_t {
    Record, ///< the calls of all trees; nothing runs
    Sign,   ///< which nodes may batch with each other
    Level,  ///< which nodes must wait for others
    Read,   ///< values decide which calls are made next (only where the net asks)
    Choose, ///< the policy takes what is ready
    Stack,  ///< one tensor for each argument
    View,   ///< the rows are adjacent, or nothing has rows
    Gather, ///< they are copied together
    Run,    ///< the op, once for all
    Return, ///< nothing is left
};

/// Which real figures are shown next to a line.
enum class CodeValue : std::uint8_t {
    None,
    Trees,
    Calls,
    Nodes,
    Signatures,
    Levels,
    Left,    ///< nodes that have not run yet
    Reads,   ///< which of the reads this is
    Ready,   ///< what the policy saw
    Batch,   ///< what it took
    Slots,   ///< how many arguments the op takes
    Rows,    ///< shapes of the arguments' tensors
    Views,   ///< arguments that are not copied
    Gathers, ///< arguments that are, and their bytes
    Results, ///< shapes of the results
    Batches, ///< nodes before folding, batches after
};

struct CodeLine {
    std::string text; ///< without indentation
    int indent = 0;
    CodePart goesTo;                  ///< whose next moment is the line's: its own part, or the first in its loop
    CodeValue value;                  ///< that is shown next to it
    std::string tip;                  ///< what it means, a sentence
    std::vector<CodePart> parts = {}; ///< it does; most lines do one, loops none
};

struct PseudoCode {
    std::vector<CodeLine> lines;
    /// The line that does this; every part that can happen has one.
    [[nodiscard]] std::optional<std::size_t> lineOf(CodePart part) const;
};

/// The program that makes this schedule.
[[nodiscard]] PseudoCode pseudoCode(const Schedule& schedule);

/// By line: real values for the moment, such as "children ×50"; empty where there is nothing to say. `batch`: the one
/// being made, invalid before and after the batches.
[[nodiscard]] std::vector<std::string> codeNotes(const PseudoCode& code, const OpGraph& graph, const Schedule& schedule,
                                                 const BatchViews& views, BatchId batch);

/// What is being done at t.
[[nodiscard]] CodePart codePartAt(const Schedule& schedule, const BatchViews& views, const Storyboard& story, double t);

/// The next time after t at which this part has just been done; when it is not done any more, the first time in the
/// story. Nothing when it is never done.
[[nodiscard]] std::optional<double> nextTimeOf(CodePart part, const Schedule& schedule, const BatchViews& views,
                                               const Storyboard& story, double t);

} // namespace batchscope
