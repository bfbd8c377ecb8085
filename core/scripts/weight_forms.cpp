// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/weight_forms.h"

#include <memory>

namespace batchscope {

namespace {

std::shared_ptr<const std::vector<double>> numbersOf(const at::Tensor& tensor) {
    const at::Tensor wide = tensor.detach().to(at::kDouble).contiguous();
    const double* const first = wide.data_ptr<double>();
    return std::make_shared<const std::vector<double>>(first, first + wide.numel());
}

ParamSpec specOf(const LiftedTensor& lifted, WeightForm form) {
    const at::Tensor& tensor = lifted.tensor;
    const std::int64_t dims = tensor.dim();
    const std::int64_t first = dims > 1 ? tensor.size(0) : 1;
    const std::int64_t rest = first == 0 ? 0 : tensor.numel() / first;
    const at::Tensor shaped = form == WeightForm::Transposed ? tensor.t() : tensor;
    const bool turned = form != WeightForm::AsIs;
    return {.name = lifted.name,
            .rows = static_cast<std::int32_t>(turned ? rest : first),
            .columns = static_cast<std::int32_t>(turned ? first : rest),
            .given = numbersOf(shaped),
            .isFixed = !lifted.isParameter || !tensor.requires_grad(), // a buffer or a frozen parameter
            .isTurned = form == WeightForm::Transposed};
}

} // namespace

std::optional<ParamId> WeightForms::bind(std::size_t tensor, WeightForm form) {
    Bound& bound = m_bound[tensor];
    if (bound.param.valid()) {
        return bound.form == form ? std::optional(bound.param) : std::nullopt;
    }
    bound = {m_set.params.push_back(specOf(m_tensors[tensor], form)), form};
    return bound.param;
}

std::optional<ParamId> WeightForms::matrix(std::size_t tensor, WeightForm form) {
    return m_tensors[tensor].tensor.dim() == 2 ? bind(tensor, form) : std::nullopt;
}

std::optional<ParamId> WeightForms::bias(std::size_t tensor) {
    return m_tensors[tensor].tensor.dim() == 1 ? bind(tensor, WeightForm::AsIs) : std::nullopt;
}

std::optional<ParamId> WeightForms::column(std::size_t tensor) {
    return m_tensors[tensor].tensor.dim() == 1 ? bind(tensor, WeightForm::Column) : std::nullopt;
}

CallWeight WeightForms::forCall(std::size_t tensor) {
    const LiftedTensor& lifted = m_tensors[tensor];
    const bool isWeight = lifted.isParameter && lifted.tensor.is_floating_point() && lifted.tensor.numel() > 0;
    if (!m_bound[tensor].param.valid()) {
        if (!isWeight) {
            return {};
        }
        (void)bind(tensor, WeightForm::AsIs);
    }
    return {m_bound[tensor].param, m_bound[tensor].form};
}

void WeightForms::dropAfter(std::size_t mark) {
    for (Bound& bound : m_bound) {
        if (bound.param.valid() && bound.param.index() >= mark) {
            bound = {};
        }
    }
    IdVector<ParamId, ParamSpec> kept;
    for (std::size_t index = 0; index < mark; ++index) {
        kept.push_back(m_set.params[ParamId(index)]);
    }
    m_set.params = std::move(kept);
}

} // namespace batchscope
