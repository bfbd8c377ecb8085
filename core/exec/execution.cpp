// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/execution.h"

#include "core/base/check.h"
#include "core/exec/tensors_torch.h"
#include "core/words/run_words.h"

#include <utility>

namespace batchscope {

namespace {

template <typename T>
void widenRows(const at::Tensor& matrix, std::size_t first, std::size_t count, std::vector<double>& numbers) {
    const auto width = static_cast<std::size_t>(matrix.size(1));
    const T* const begin = matrix.data_ptr<T>() + first * width;
    numbers.assign(begin, begin + count * width);
}

} // namespace

void widen(const at::Tensor& matrix, std::size_t first, std::size_t count, std::vector<double>& numbers) {
    if (matrix.scalar_type() == at::kFloat) {
        widenRows<float>(matrix, first, count, numbers);
    } else {
        widenRows<double>(matrix, first, count, numbers);
    }
}

std::vector<double> widened(const at::Tensor& matrix, std::size_t first, std::size_t count) {
    std::vector<double> numbers;
    widen(matrix, first, count, numbers);
    return numbers;
}

Block StoreLayout::rowOf(Value value) const {
    BATCHSCOPE_CHECK(places.contains(value.node));
    const Place place = places[value.node];
    Block block = plan.outputsOf(place.batch)[value.output];
    block.firstRow += place.row;
    return block;
}

void Execution::Stores::read(Value value, std::vector<double>& row) const {
    const Block place = layout->rowOf(value);
    widen(stores[place.store], place.firstRow, 1, row);
}

std::size_t Execution::Stores::bytes() const {
    std::size_t bytes = 0;
    for (const at::Tensor& store : stores) {
        bytes += static_cast<std::size_t>(store.numel()) * store.element_size();
    }
    return bytes;
}

Execution::Stores& storesOf(Execution& execution) {
    auto* const stores = dynamic_cast<Execution::Stores*>(&execution.state());
    BATCHSCOPE_CHECK(stores != nullptr);
    return *stores;
}

Execution::Execution(std::shared_ptr<RecordedState> state) : m_state(std::move(state)) {
    BATCHSCOPE_CHECK(m_state != nullptr);
}

std::string batchPlace(const OpGraph& graph, const Schedule& schedule, BatchId batch,
                       const std::string& operandShapes) {
    return words::placeOfBatch(batch.value, graph.opOf(schedule.batchSignatures[batch]).name, schedule.batchSize(batch),
                               operandShapes);
}

Error backendError(const std::string& place, const std::exception& failure) {
    const std::string what = failure.what();
    return {ErrorCode::Backend, words::libTorchFailed(place, what.substr(0, what.find('\n')))};
}

} // namespace batchscope
