// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights in the layout that the products need: the weights of a group side by side, transposed once, so that every
// product reads its right operand row by row. Without the packing pass, products read the parameters in place.
#pragma once

#include "core/exec/parameters.h"
#include "core/kernels/gemm.h"
#include "core/plan/cell_code.h"

#include <vector>

namespace batchscope {

template <typename T>
class PackedWeights {
public:
    struct Group {
        Matrix<const T> forward;  ///< [inner, width]
        Matrix<const T> backward; ///< [width, inner]; only after packBackward
    };

    /// Packs the weights unless the parameters are unchanged since the last call.
    void pack(const NetCode& code, const Parameters& parameters);
    /// Packs what the backward pass needs in addition. Call after pack().
    void packBackward(const NetCode& code);

    [[nodiscard]] const Group& operator[](GroupId group) const { return m_groups[group.index()]; }
    /// The version of the packed parameters.
    [[nodiscard]] std::uint64_t version() const { return m_version; }
    /// The numbers of a parameter, which must still exist.
    [[nodiscard]] const T* parameter(ParamId id) const { return m_parameters[id.index()]; }

private:
    std::uint64_t m_version = 0;
    bool m_hasBackward = false;
    std::vector<const T*> m_parameters;
    std::vector<std::int32_t> m_columns; ///< columns of each parameter
    std::vector<Group> m_groups;
    std::vector<std::vector<T>> m_forward;
    std::vector<std::vector<T>> m_backward;
};

extern template class PackedWeights<float>;
extern template class PackedWeights<double>;

} // namespace batchscope
