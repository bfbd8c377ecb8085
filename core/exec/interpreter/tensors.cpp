// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/tensors_torch.h"

#include "core/base/check.h"
#include "core/base/counted.h"

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>

namespace batchscope {

namespace {

template <typename T>
void widenRows(const at::Tensor& matrix, std::size_t first, std::size_t count, std::vector<double>& numbers) {
    const auto width = static_cast<std::size_t>(matrix.size(1));
    const T* const begin = matrix.data_ptr<T>() + first * width;
    numbers.assign(begin, begin + count * width);
}

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

const void* numbersOf(const Parameters& parameters, ParamId id) {
    return parameters.dtype() == DType::Float32 ? static_cast<const void*>(parameters.values<float>(id).data())
                                                : parameters.values<double>(id).data();
}

} // namespace

ParameterTensors::ParameterTensors(const Parameters& parameters) : version(parameters.version()) {
    for (std::size_t index = 0; index < parameters.shapes().size(); ++index) {
        const auto [rows, columns] = parameters.shapes()[ParamId(index)];
        values.push_back(at::from_blob(const_cast<void*>(numbersOf(parameters, ParamId(index))), {rows, columns},
                                       at::TensorOptions(scalarType(parameters.dtype()))));
        transposed.push_back(values.values().back().t());
    }
}

void widen(const at::Tensor& matrix, std::size_t first, std::size_t count, std::vector<double>& numbers) {
    if (matrix.scalar_type() == at::kFloat) {
        widenRows<float>(matrix, first, count, numbers);
    } else {
        widenRows<double>(matrix, first, count, numbers);
    }
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

std::string batchPlace(const OpGraph& graph, const Schedule& schedule, BatchId batch,
                       const std::string& operandShapes) {
    return fmt::format("in batch {}, op '{}' ×{}, operands {}", ordinal(batch.index()),
                       graph.opOf(schedule.batchSignatures[batch]).name, schedule.batchSize(batch), operandShapes);
}

Error backendError(const std::string& place, const std::exception& failure) {
    const std::string what = failure.what();
    return {ErrorCode::Backend, fmt::format("LibTorch failed {}: {}", place, what.substr(0, what.find('\n')))};
}

} // namespace batchscope
