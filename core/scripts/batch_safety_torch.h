// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decides if a method may run on many rows at once: row i of its results may depend only on row i of its arguments. The
// method is run on random rows: together, each alone, in reverse order, duplicated, and repeatedly. This can prove that
// a method is unsafe, but only makes it likely that it is safe.
#pragma once

#include "core/scripts/opened_module_torch.h"

#include <torch/csrc/jit/ir/ir.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

using Tensors = std::vector<at::Tensor>;

/// A method to try on tensors: the lifted graph with the module's own weights.
struct TriedMethod {
    const LiftedMethod& method;
    const LiftedTensors& tensors;
    const std::vector<SlotTree>& slots;
};

/// Runs the method. Throws what LibTorch throws.
[[nodiscard]] std::vector<at::Tensor> runTried(const TriedMethod& tried, const std::vector<at::Tensor>& arguments);

/// The name of the first tensor of the module that the method writes to, except for the statistics of batch norm.
/// Throws what LibTorch throws.
[[nodiscard]] std::optional<std::string> writtenTensor(const TriedMethod& tried,
                                                       const std::vector<at::Tensor>& arguments);

/// The largest difference between two results, relative to their size; infinite if their shapes differ.
[[nodiscard]] double differenceOf(const std::vector<at::Tensor>& left, const std::vector<at::Tensor>& right);
/// The largest difference that rounding can explain.
constexpr double kRoundingDifference = 1e-4;

struct Hazard {
    std::string text;        ///< the reason, with operation and place
    bool failsAlone = false; ///< a single row cannot run either
};

/// Looks for a hazard with `arguments`, which must have several rows each; nullopt if none was found.
[[nodiscard]] std::optional<Hazard> hazardOf(const TriedMethod& tried, const std::vector<at::Tensor>& arguments);

// Operations that change a tensor in place (x += y). The translator models values, not memory, so it may treat such an
// operation like its out-of-place twin only if nothing else refers to the changed tensor: no argument, weight, view or
// list.

/// The out-of-place twin of an operation: aten::add for aten::add_; empty if it changes nothing or has no twin.
[[nodiscard]] std::string_view withoutChange(std::string_view operation);

/// True if the tensor that the node changes was made by this method and has no alias. From then on, the node's result
/// also replaces its first input. Decided by the graph alone: false if unsure.
[[nodiscard]] bool mutatesOnlyOwnTensor(const torch::jit::Node& node);

} // namespace batchscope
