// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which executor runs, and how. The alternative that is held names the executor, so options of the one cannot be given
// to the other.
#pragma once

#include "core/kernels/instruction_set.h"
#include "core/plan/pass.h"
#include "core/schedule/legacy_stacking.h"
#include "core/trace/batch_view.h"

#include <variant>

namespace batchscope {

/// The engine (core/exec/engine): products by oneDNN, everything else fused by the passes.
struct EngineOptions {
    PassSet passes = PassSet::all();
    InstructionSet instructionSet = bestInstructionSet(); ///< of the fused passes; oneDNN has its own, see gemm.h
    bool operator==(const EngineOptions&) const = default;
};

/// The interpreter (core/exec/interpreter): the plain bodies, one LibTorch call a primitive.
struct InterpreterOptions {
    Stacking stacking = Stacking::Gather;
    bool operator==(const InterpreterOptions&) const = default;
};

using ExecutorOptions = std::variant<EngineOptions, InterpreterOptions>;

[[nodiscard]] inline ExecutorKind kindOf(const ExecutorOptions& options) {
    return std::holds_alternative<EngineOptions>(options) ? ExecutorKind::Engine : ExecutorKind::LibTorch;
}

/// The engine's options; where LibTorch runs, those that an engine usually has.
[[nodiscard]] inline EngineOptions engineOrUsual(const ExecutorOptions& options) {
    const auto* const engine = std::get_if<EngineOptions>(&options);
    return engine == nullptr ? EngineOptions() : *engine;
}

/// The engine's passes; none where LibTorch runs.
[[nodiscard]] inline PassChoice passesOf(const ExecutorOptions& options) {
    const auto* const engine = std::get_if<EngineOptions>(&options);
    return engine == nullptr ? std::nullopt : PassChoice(engine->passes);
}

} // namespace batchscope
