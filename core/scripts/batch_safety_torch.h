// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a method may run on many rows at once: row i of its results may depend on row i of its arguments alone. It is
// tried on random rows: together, each alone, in another order, twice over, and a second time. This shows that a method
// is unsafe; that it is safe, it only makes likely.
#pragma once

#include "core/scripts/opened_module_torch.h"

#include <torch/csrc/jit/ir/ir.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

using Tensors = std::vector<at::Tensor>;

/// A method on tensors: the lifted graph with the module's own weights.
struct TriedMethod {
    const LiftedMethod& method;
    const LiftedTensors& tensors;
    const std::vector<SlotTree>& slots;
};

/// Throws what LibTorch throws.
[[nodiscard]] std::vector<at::Tensor> runTried(const TriedMethod& tried, const std::vector<at::Tensor>& arguments);

/// The first of the module's tensors into which the method writes, by its name, but for the statistics of batch norm.
/// Throws what LibTorch throws.
[[nodiscard]] std::optional<std::string> writtenTensor(const TriedMethod& tried,
                                                       const std::vector<at::Tensor>& arguments);

/// The largest difference of two results, relative to their size; infinite where their shapes differ.
[[nodiscard]] double differenceOf(const std::vector<at::Tensor>& left, const std::vector<at::Tensor>& right);
/// What rounding explains.
constexpr double kRoundingDifference = 1e-4;

struct Hazard {
    std::string text;        ///< why, with operation and place
    bool failsAlone = false; ///< one row alone cannot run either
};

/// `arguments`: several rows each. Nothing: no hazard was found.
[[nodiscard]] std::optional<Hazard> hazardOf(const TriedMethod& tried, const std::vector<at::Tensor>& arguments);

// Operations that change a tensor in place (x += y). The translator knows values, not memory, so such an operation is
// the same as the one that makes a new tensor only where nobody else holds the changed one: no argument, no weight, no
// view, no list.

/// aten::add of aten::add_; empty for operations that change nothing, or that have no such twin.
[[nodiscard]] std::string_view withoutChange(std::string_view operation);

/// Whether the tensor that the node changes was made by the method itself and has no alias. The value of the node's
/// first input is then its result from there on, too. Only by the graph: false where it cannot tell.
[[nodiscard]] bool changesOnlyItsOwn(const torch::jit::Node& node);

} // namespace batchscope
