// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/gradients.h"

#include "core/base/check.h"
#include "core/exec/tensors_torch.h"

namespace batchscope {

namespace {

template <typename T>
void locateInTensors(const Gradients::Tensors& gradients, ParamId id, ParameterGradient<T>& gradient) {
    const at::Tensor& tensor = gradients.parameters[id];
    const T* const numbers = tensor.data_ptr<T>();
    gradient.rows.clear();
    gradient.whole = gradients.lookedUp[id] ? nullptr : numbers;
    if (gradient.whole == nullptr) {
        for (const std::uint32_t row : *gradients.lookedUp[id]) {
            gradient.rows.push_back({row, numbers + row * tensor.size(1)});
        }
    }
}

} // namespace

Gradients::Gradients(std::unique_ptr<const State> state, double loss) : m_state(std::move(state)), m_loss(loss) {
    BATCHSCOPE_CHECK(m_state != nullptr);
}

std::vector<double> Gradients::parameter(ParamId id) const {
    std::vector<double> numbers;
    m_state->readParameter(id, numbers);
    return numbers;
}

void Gradients::Tensors::read(Value value, std::vector<double>& row) const {
    state.read(value, row);
}

std::size_t Gradients::Tensors::bytes() const {
    std::size_t bytes = state.bytes();
    for (const at::Tensor& parameter : parameters) {
        bytes += static_cast<std::size_t>(parameter.numel()) * parameter.element_size();
    }
    return bytes;
}

void Gradients::Tensors::readParameter(ParamId id, std::vector<double>& numbers) const {
    const at::Tensor& gradient = parameters[id];
    widen(gradient, 0, static_cast<std::size_t>(gradient.size(0)), numbers);
}

void Gradients::Tensors::locate(ParamId id, ParameterGradient<float>& gradient) const {
    BATCHSCOPE_CHECK(parameters[id].scalar_type() == at::kFloat);
    locateInTensors(*this, id, gradient);
}

void Gradients::Tensors::locate(ParamId id, ParameterGradient<double>& gradient) const {
    BATCHSCOPE_CHECK(parameters[id].scalar_type() == at::kDouble);
    locateInTensors(*this, id, gradient);
}

} // namespace batchscope
