// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selects the executor and its options. The alternative that the variant holds names the executor, so options of one
// executor cannot be passed to the other.
#pragma once

#include "core/kernels/instruction_set.h"
#include "core/plan/pass.h"
#include "core/schedule/legacy_stacking.h"
#include "core/trace/batch_view.h"

#include <variant>

namespace batchscope {

/// The engine (core/exec/engine): oneDNN runs the products, and the passes fuse everything else.
struct EngineOptions {
    PassSet passes = PassSet::all();
    InstructionSet instructionSet = bestInstructionSet(); ///< for the fused passes; oneDNN chooses its own, see gemm.h
    bool operator==(const EngineOptions&) const = default;
};

/// The interpreter (core/exec/interpreter): runs the plain bodies with one LibTorch call per primitive.
struct InterpreterOptions {
    Stacking stacking = Stacking::Gather;
    bool operator==(const InterpreterOptions&) const = default;
};

using ExecutorOptions = std::variant<EngineOptions, InterpreterOptions>;

[[nodiscard]] inline ExecutorKind kindOf(const ExecutorOptions& options) {
    return std::holds_alternative<EngineOptions>(options) ? ExecutorKind::Engine : ExecutorKind::LibTorch;
}

/// The engine's options; the engine's default options if the executor is LibTorch.
[[nodiscard]] inline EngineOptions engineOrUsual(const ExecutorOptions& options) {
    const auto* const engine = std::get_if<EngineOptions>(&options);
    return engine == nullptr ? EngineOptions() : *engine;
}

/// The engine's passes; nullopt if the executor is LibTorch.
[[nodiscard]] inline PassChoice passesOf(const ExecutorOptions& options) {
    const auto* const engine = std::get_if<EngineOptions>(&options);
    return engine == nullptr ? std::nullopt : PassChoice(engine->passes);
}

} // namespace batchscope
