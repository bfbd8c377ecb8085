// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/execution.h"

#include "core/exec/tensors_torch.h"

namespace batchscope {

namespace {

template <typename T>
std::vector<double> widenedRow(const at::Tensor& store, std::size_t row) {
    const auto width = static_cast<std::size_t>(store.size(1));
    const T* const begin = store.data_ptr<T>() + row * width;
    return {begin, begin + width};
}

} // namespace

Execution::Execution(std::unique_ptr<Stores> stores) : m_stores(std::move(stores)) {}
Execution::Execution(Execution&&) noexcept = default;
Execution& Execution::operator=(Execution&&) noexcept = default;
Execution::~Execution() = default;

std::vector<double> Execution::row(Block place) const {
    const at::Tensor& store = m_stores->stores[place.store];
    return store.scalar_type() == at::kFloat ? widenedRow<float>(store, place.firstRow)
                                             : widenedRow<double>(store, place.firstRow);
}

} // namespace batchscope
