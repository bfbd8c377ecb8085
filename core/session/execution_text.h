// SPDX-License-Identifier: GPL-3.0-or-later
//
// What runs for a batch, in words: one place for the caption, the table of steps and the inspector, so that they cannot
// differ. Everything is of the recorded run; before it, of what the executor will do.
//
// Words: a *batch* is nodes that run together; a *launch* is one call of a kernel or a product of the engine; a *call*
// is one of LibTorch; a *step* is the place of a batch in the schedule.
#pragma once

#include "core/schedule/schedule.h"
#include "core/session/snapshot.h"
#include "core/words/noun_words.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// What was recorded of the shown run, or before it what is planned; null where neither is there.
[[nodiscard]] const BatchViews* viewsOf(const Snapshot& snapshot);
/// The part of viewsOf() that is about one batch.
[[nodiscard]] const BatchView* viewOf(const Snapshot& snapshot, BatchId batch);
[[nodiscard]] std::span<const OperandView> operandsOf(const Snapshot& snapshot, BatchId batch);

/// "as run by the engine", "as run by LibTorch's plain bodies", "as run by LibTorch, which calls methods of the
/// module", or "planned, not run yet". Needs snapshot.schedule.
[[nodiscard]] std::string executorText(const Snapshot& snapshot);

/// What the batch launches, for a narrow column: "2 products, 1 kernel", "from the table, 1 kernel", "7 operations,
/// 2 gathers", "1 method call", "nothing to compute". Empty without views.
[[nodiscard]] std::string launchesText(const Snapshot& snapshot, BatchId batch);

/// What the batch launches, as a clause: "2 products and 1 fused kernel". Empty where nothing is launched.
[[nodiscard]] std::string launchesClause(const Snapshot& snapshot, BatchId batch);

/// Sentences about work that was done elsewhere: in an earlier run (product table), for an equal call, or together with
/// another step (push form). Empty where the batch does all of its work.
[[nodiscard]] std::string elsewhereText(const Snapshot& snapshot, BatchId batch);

/// How one operand is read: "read in place", "read by index", "copied together", "products, computed with step 4".
[[nodiscard]] std::string operandUseText(const OperandView& operand, BatchId batch);

/// Of all operands, for a narrow column: "1 in place, 2 by index, 4 as products".
[[nodiscard]] std::string operandsInShort(const Snapshot& snapshot, BatchId batch);

/// What the graph's parts are called: trees, or instances of a program.
[[nodiscard]] const words::Noun& nounOfTrees(const Snapshot& snapshot);
/// How many trees the batch's nodes come from: "8 trees". Empty where equal calls were merged: such a node belongs to
/// more trees than the one that it names.
[[nodiscard]] std::string treesOf(const Snapshot& snapshot, BatchId batch);

/// A time that was measured once, in the recorded run: "12.3 µs"; "< 1 µs" below what the clock can tell.
[[nodiscard]] std::string measuredText(std::chrono::nanoseconds time);
/// The same of a batch, by Trace::timeOf; "–" where nothing was launched.
[[nodiscard]] std::string batchTimeText(const Snapshot& snapshot, BatchId batch, std::chrono::nanoseconds time);

/// What is launched over all batches, and before the first: "3 copies of rows, 10 products, 16 fused kernels", "12
/// method calls, 240 LibTorch operations, 31 gathers".
[[nodiscard]] std::string totalText(const BatchViews& views);

/// Bytes of rows and products that the run holds at its end: none is freed, because they are the recording, and in
/// training the backward pass reads them. Of the engine none before its passes are counted.
[[nodiscard]] std::optional<std::uint64_t> heldBytes(const Snapshot& snapshot);

// Whether the engine that a config asks for runs what is shown. It does not where a module of the user's has methods
// that are called: LibTorch then runs everything (executorFor in core/exec). What front ends show of the engine (its
// box, its passes, advice about it) goes by this, not by what was asked for.

/// The engine's options as `config` has them; null where LibTorch runs the graph of the snapshot, whether that was
/// asked for or not. Before there is a graph, what was asked for. Points into `config`.
[[nodiscard]] const EngineOptions* engineInUse(const Snapshot& snapshot, const SessionConfig& config);

/// Why the engine runs nothing of the module that the options name, without full stop: the methods that are called, by
/// name. Empty where it can, for nets of ours, and before the module is loaded.
[[nodiscard]] std::string whyNoEngine(const GraphOptions& options);

/// What has to be rewritten so that it can, as a sentence: the first method that is called, and why. Empty where
/// whyNoEngine is.
[[nodiscard]] std::string howToTranslate(const GraphOptions& options);

} // namespace batchscope
