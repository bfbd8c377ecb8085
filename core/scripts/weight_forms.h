// SPDX-License-Identifier: GPL-3.0-or-later
//
// The weights of a module as parameters of an op set: each once, in one form for all methods.
#pragma once

#include "core/graph/op_set.h"
#include "core/scripts/script_call_torch.h"

#include <optional>
#include <vector>

namespace batchscope {

class WeightForms {
public:
    /// Both must outlive it. Parameters are added to the set as they are asked for, with the module's numbers.
    WeightForms(const LiftedTensors& tensors, OpSet& set) : m_tensors(tensors), m_set(set), m_bound(tensors.size()) {}

    /// A table or matrix [rows, columns], or transposed; nothing where it has another form already, or not that shape.
    [[nodiscard]] std::optional<ParamId> matrix(std::size_t tensor, WeightForm form);
    /// A vector as [1, n], the bias of a product.
    [[nodiscard]] std::optional<ParamId> bias(std::size_t tensor);
    /// A vector as [n, 1], which a product with one turns into a row.
    [[nodiscard]] std::optional<ParamId> column(std::size_t tensor);
    /// For a call: whatever form it has, else as it is; invalid for buffers that no body reads.
    [[nodiscard]] CallWeight forCall(std::size_t tensor);

    [[nodiscard]] const LiftedTensors& tensors() const { return m_tensors; }
    /// To go back to after a translation that failed: what it added is dropped.
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
