// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the engine that a config asks for runs what is shown. It does not where a module of the user's has methods
// that are called: LibTorch then runs everything (executorFor in core/exec). What front ends show of the engine (its
// box, its passes, advice about it) goes by this, not by what was asked for.
#pragma once

#include "core/session/snapshot.h"

#include <string>

namespace batchscope {

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
