// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes the weights of a module parameters of an op set: each weight once, in one layout for all methods.
#pragma once

#include "core/graph/op_set.h"
#include "core/scripts/script_call_torch.h"

#include <optional>
#include <vector>

namespace batchscope {

class WeightForms {
public:
    /// Both must outlive this object. Parameters are added to the set on request, with the module's numbers.
    WeightForms(const LiftedTensors& tensors, OpSet& set) : m_tensors(tensors), m_set(set), m_bound(tensors.size()) {}

    /// A table or matrix as [rows, columns], or transposed; nullopt if it already has another layout or is no matrix.
    [[nodiscard]] std::optional<ParamId> matrix(std::size_t tensor, WeightForm form);
    /// A vector as [1, n], the bias of a product; nullopt like matrix().
    [[nodiscard]] std::optional<ParamId> bias(std::size_t tensor);
    /// A vector as [n, 1]: multiplied with a single 1, it becomes a row; nullopt like matrix().
    [[nodiscard]] std::optional<ParamId> column(std::size_t tensor);
    /// The weight for a call: in its existing layout, else AsIs; invalid for buffers that no body reads.
    [[nodiscard]] CallWeight forCall(std::size_t tensor);

    [[nodiscard]] const LiftedTensors& tensors() const { return m_tensors; }
    /// A mark to return to after a failed translation: dropAfter() removes the parameters added since.
    [[nodiscard]] std::size_t mark() const { return m_set.params.size(); }
    void dropAfter(std::size_t mark);

private:
    struct Bound {
        ParamId param;
        WeightForm form = WeightForm::AsIs;
    };
    [[nodiscard]] std::optional<ParamId> bind(std::size_t tensor, WeightForm form);

    const LiftedTensors& m_tensors;
    OpSet& m_set;
    std::vector<Bound> m_bound;
};

} // namespace batchscope
