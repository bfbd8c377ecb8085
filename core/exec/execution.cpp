// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/execution.h"

#include "core/exec/tensors_torch.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

template <typename T>
std::vector<double> widenedRows(const at::Tensor& matrix, std::size_t first, std::size_t count) {
    const auto width = static_cast<std::size_t>(matrix.size(1));
    const T* const begin = matrix.data_ptr<T>() + first * width;
    return {begin, begin + count * width};
}

} // namespace

std::vector<double> widened(const at::Tensor& matrix, std::size_t first, std::size_t count) {
    return matrix.scalar_type() == at::kFloat ? widenedRows<float>(matrix, first, count)
                                              : widenedRows<double>(matrix, first, count);
}

Execution::Execution(std::unique_ptr<Stores> stores) : m_stores(std::move(stores)) {}
Execution::Execution(Execution&&) noexcept = default;
Execution& Execution::operator=(Execution&&) noexcept = default;
Execution::~Execution() = default;

std::vector<double> Execution::row(Block place) const {
    return widened(m_stores->stores[place.store], place.firstRow, 1);
}

std::string batchPlace(const OpGraph& graph, const Schedule& schedule, BatchId batch,
                       const std::string& operandShapes) {
    return fmt::format("batch {}, op '{}' ×{}, operands {}", batch.value,
                       graph.opOf(schedule.batchSignatures[batch]).name, schedule.batchSize(batch), operandShapes);
}

Error backendError(const std::string& place, const std::exception& failure) {
    const std::string what = failure.what();
    return {ErrorCode::Backend, fmt::format("LibTorch failed at {}: {}", place, what.substr(0, what.find('\n')))};
}

} // namespace batchscope
