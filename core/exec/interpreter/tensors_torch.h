// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters as tensors, the LibTorch state behind the interpreter's Execution and Gradients, and helpers to read it.
// Only files of core/exec/interpreter and core/scripts include this header, because it shows LibTorch types.
#pragma once

#include "core/exec/execution.h"
#include "core/exec/gradients.h"
#include "core/exec/parameters.h"
#include "core/schedule/batch_plan.h"

#include <ATen/core/Tensor.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// Read-only views of the numbers of Parameters, which must outlive this.
struct ParameterTensors {
    explicit ParameterTensors(const Parameters& parameters);
    IdVector<ParamId, at::Tensor> values;     ///< as specified: [rows, columns]
    IdVector<ParamId, at::Tensor> transposed; ///< views [columns, rows], so that a linear map is x · transposed
    std::uint64_t version;                    ///< Parameters::version()
};

/// The places of all values in the stores of a run. The gradients of the run have the same places in their own stores.
struct StoreLayout {
    IdVector<NodeId, Place> places; ///< places in the schedule that ran
    BatchPlan plan;

    /// The location of a value's row. CHECKs that the graph has its node.
    [[nodiscard]] Block rowOf(Value value) const;
};

/// The interpreter's state: the stores of the plan.
struct Execution::Stores final : RecordedState {
    std::shared_ptr<const StoreLayout> layout; ///< must be set before read()
    IdVector<StoreId, at::Tensor> stores;      ///< [rows, width], contiguous

    void read(Value value, std::vector<double>& row) const override;
    [[nodiscard]] std::size_t bytes() const override;
};

/// The state of a run. CHECKs that the interpreter made the run.
[[nodiscard]] Execution::Stores& storesOf(Execution& execution);

struct Gradients::Tensors final : Gradients::State {
    Execution::Stores state;
    IdVector<ParamId, at::Tensor> parameters;
    /// For parameters that bodies only look up: the rows that calls look up, each once. Otherwise nullopt.
    IdVector<ParamId, std::optional<std::vector<std::uint32_t>>> lookedUp;

    void read(Value value, std::vector<double>& row) const override;
    [[nodiscard]] std::size_t bytes() const override;
    void readParameter(ParamId id, std::vector<double>& numbers) const override;
    void locate(ParamId id, ParameterGradient<float>& gradient) const override;
    void locate(ParamId id, ParameterGradient<double>& gradient) const override;
};

/// Replaces `numbers` by rows [first, first + count) of a contiguous matrix, one after the other, widened to double.
void widen(const at::Tensor& matrix, std::size_t first, std::size_t count, std::vector<double>& numbers);

/// Describes a batch for an error message: its number, op, size and operand shapes.
[[nodiscard]] std::string batchPlace(const OpGraph& graph, const Schedule& schedule, BatchId batch,
                                     const std::string& operandShapes);
/// Makes a Backend error from the first line of a LibTorch failure.
[[nodiscard]] Error backendError(const std::string& place, const std::exception& failure);

[[nodiscard]] inline at::ScalarType scalarType(DType dtype) {
    return dtype == DType::Float32 ? at::kFloat : at::kDouble;
}

} // namespace batchscope
