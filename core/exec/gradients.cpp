// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/gradients.h"

#include "core/base/check.h"

namespace batchscope {

Gradients::Gradients(std::unique_ptr<const State> state, double loss) : m_state(std::move(state)), m_loss(loss) {
    BATCHSCOPE_CHECK(m_state != nullptr);
}

std::vector<double> Gradients::parameter(ParamId id) const {
    std::vector<double> numbers;
    m_state->readParameter(id, numbers);
    return numbers;
}

} // namespace batchscope
