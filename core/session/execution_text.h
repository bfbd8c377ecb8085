// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes in words what runs for a batch. The caption, the table of steps and the inspector all use these functions,
// so that they cannot differ. Everything describes the recorded run or, before there is one, what the executor will do.
//
// Terms: a *batch* is a set of nodes that run together; a *launch* is one call of a kernel or one product of the
// engine; a *call* is a call of LibTorch; a *step* is the place of a batch in the schedule.
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

/// The recorded views of the shown run or, before the run, the planned ones; null if there are neither.
[[nodiscard]] const BatchViews* viewsOf(const Snapshot& snapshot);
/// The part of viewsOf() that is about one batch.
[[nodiscard]] const BatchView* viewOf(const Snapshot& snapshot, BatchId batch);
[[nodiscard]] std::span<const OperandView> operandsOf(const Snapshot& snapshot, BatchId batch);

/// "as run by the engine", "as run by LibTorch's plain bodies", "as run by LibTorch, which calls methods of the
/// module", or "planned, not run yet". Needs snapshot.schedule.
[[nodiscard]] std::string executorText(const Snapshot& snapshot);

/// The launches of the batch, for a narrow column: "2 products, 1 kernel", "from the table, 1 kernel", "7 operations, 2
/// gathers", "1 method call", "nothing to compute". Empty without views.
[[nodiscard]] std::string launchesText(const Snapshot& snapshot, BatchId batch);

/// The launches of the batch, as a clause: "2 products and 1 fused kernel". Empty if nothing is launched.
[[nodiscard]] std::string launchesClause(const Snapshot& snapshot, BatchId batch);

/// Sentences about work that was done elsewhere: in an earlier run (product table), for an equal call, or together with
/// another step (push form). Empty if the batch does all of its work.
[[nodiscard]] std::string elsewhereText(const Snapshot& snapshot, BatchId batch);

/// How one operand is read: "read in place", "read by index", "copied together", "products, computed with step 4".
[[nodiscard]] std::string operandUseText(const OperandView& operand, BatchId batch);

/// How all operands are read, for a narrow column: "1 in place, 2 by index, 4 as products".
[[nodiscard]] std::string operandsInShort(const Snapshot& snapshot, BatchId batch);

/// The noun for the graph's parts: trees, or instances of a program.
[[nodiscard]] const words::Noun& nounOfTrees(const Snapshot& snapshot);
/// How many trees the batch's nodes come from: "8 trees". Empty if equal calls were merged, because such a node belongs
/// to more trees than its origin names.
[[nodiscard]] std::string treesOf(const Snapshot& snapshot, BatchId batch);

/// A time that was measured once, in the recorded run: "12.3 µs"; "< 1 µs" below the resolution of the clock.
[[nodiscard]] std::string measuredText(std::chrono::nanoseconds time);
/// The time of a batch, as Trace::timeOf measures it: like measuredText, but "–" if nothing was launched.
[[nodiscard]] std::string batchTimeText(const Snapshot& snapshot, BatchId batch, std::chrono::nanoseconds time);

/// The launches of all batches and before the first one: "3 copies of rows, 10 products, 16 fused kernels", "12 method
/// calls, 240 LibTorch operations, 31 gathers".
[[nodiscard]] std::string totalText(const BatchViews& views);

/// Bytes of rows and products that the run holds at its end. None is freed, because they are the recording, and in
/// training the backward pass reads them. For the engine, empty until its passes are counted.
[[nodiscard]] std::optional<std::uint64_t> heldBytes(const Snapshot& snapshot);

// The engine that a config selects does not run a user's module that has called methods: LibTorch then runs everything
// (executorFor in core/exec). What front ends show of the engine (its box, its passes, advice about it) depends on
// engineInUse, not on the config alone.

/// The engine options of `config`; null if LibTorch runs the graph of the snapshot, whether it was selected or not.
/// Before there is a graph, the executor of the config decides. Points into `config`.
[[nodiscard]] const EngineOptions* engineInUse(const Snapshot& snapshot, const SessionConfig& config);

/// Why the engine cannot run the module that the options name, without a full stop: lists the called methods by name.
/// Empty if the engine can run it, for built-in nets, and before the module is loaded.
[[nodiscard]] std::string whyNoEngine(const GraphOptions& options);

/// A sentence on what to rewrite so that the engine can run the module: the first called method and the reason. Empty
/// if whyNoEngine is.
[[nodiscard]] std::string howToTranslate(const GraphOptions& options);

} // namespace batchscope
