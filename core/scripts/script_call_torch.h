// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lifted method as an opaque op: called once per batch, with the weights of the run.
#pragma once

#include "core/exec/interpreter/tensor_call_torch.h"
#include "core/scripts/lifted_method_torch.h"
#include "core/scripts/recursion_torch.h"

#include <torch/csrc/jit/runtime/interpreter.h>

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// The layout of a weight of the module as a parameter of the op set, [rows, columns].
enum class WeightForm : std::uint8_t {
    AsIs,       ///< [r, c]; dimensions after the first are flattened; a vector [n] is [1, n]
    Transposed, ///< [c, r]
    Column,     ///< a vector [n] as [n, 1]
};

/// A weight of a call: the parameter, and the layout from which the module's shape is restored.
struct CallWeight {
    ParamId param; ///< invalid for a buffer, which no run changes
    WeightForm form = WeightForm::AsIs;
};

class ScriptCall final : public TensorCall {
public:
    /// `weights` corresponds to LiftedMethod::lifted.
    ScriptCall(const LiftedMethod& method, const LiftedTensors& tensors, std::vector<SlotTree> slots,
               std::vector<CallWeight> weights, std::string title, std::string hazard = {});

    [[nodiscard]] const std::vector<ParamId>& parameters() const override { return m_parameters; }
    [[nodiscard]] const std::string& title() const override { return m_title; }
    [[nodiscard]] std::string_view hazard() const override { return m_hazard; }
    [[nodiscard]] std::vector<at::Tensor> run(const std::vector<at::Tensor>& arguments,
                                              const std::vector<at::Tensor>& parameters,
                                              const CallContext& context) const override;

private:
    struct Weight {
        std::size_t place = 0; ///< in m_parameters; kNone for a buffer
        WeightForm form = WeightForm::AsIs;
        at::Tensor original; ///< the shape; for a buffer, also the numbers
    };
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    torch::jit::Code m_code;
    std::vector<SlotTree> m_slots;
    std::vector<Weight> m_weights;
    std::vector<ParamId> m_parameters;
    bool m_writes;
    std::string m_title;
    std::string m_hazard;
};

/// Packs the arguments, given by slot, into one value per formal.
[[nodiscard]] std::vector<c10::IValue> packedArguments(const std::vector<SlotTree>& slots,
                                                       const std::vector<at::Tensor>& arguments);
/// The tensors of a result, which is a tensor or a tuple of tensors.
[[nodiscard]] std::vector<at::Tensor> tensorsOf(const c10::IValue& result);

} // namespace batchscope
