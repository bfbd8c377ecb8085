// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/pickle.h"
#include "core/arrays/pickle_codes.h"

#include <limits>

namespace batchscope {

namespace {

void appendBytes(std::string& to, std::uint64_t number, std::size_t bytes) {
    for (std::size_t index = 0; index < bytes; ++index) {
        to += static_cast<char>(number >> (8 * index) & 0xFFU);
    }
}

void appendCode(std::string& to, PickleCode code) {
    to += static_cast<char>(code);
}

void appendText(std::string& to, std::string_view text) {
    appendCode(to, PickleCode::Text);
    appendBytes(to, text.size(), 4);
    to += text;
}

void appendGlobal(std::string& to, std::string_view module, std::string_view name) {
    appendCode(to, PickleCode::Global);
    to += module;
    to += '\n';
    to += name;
    to += '\n';
}

void appendWhole(std::string& to, std::uint64_t number) {
    if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
        appendCode(to, PickleCode::Int32);
        appendBytes(to, number, 4);
    } else {
        appendCode(to, PickleCode::Long);
        to += static_cast<char>(sizeof(number) + 1); // the last byte holds the sign
        appendBytes(to, number, sizeof(number));
        to += '\0';
    }
}

void appendTuple(std::string& to, const std::vector<std::uint64_t>& numbers) {
    appendCode(to, PickleCode::Mark);
    for (const std::uint64_t number : numbers) {
        appendWhole(to, number);
    }
    appendCode(to, PickleCode::Tuple);
}

/// What torch.load hands to the archive: ('storage', type, name of the file, 'cpu', number of elements).
void appendStorage(std::string& to, const PickledTensor& tensor) {
    appendCode(to, PickleCode::Mark);
    appendText(to, kStorageTag);
    appendGlobal(to, kTorchModule, storageName(tensor.info.type));
    appendText(to, tensor.storage);
    appendText(to, "cpu");
    appendWhole(to, elementsOf(tensor.info.shape).value_or(0));
    appendCode(to, PickleCode::Tuple);
    appendCode(to, PickleCode::PersistentId);
}

/// torch._utils._rebuild_tensor_v2(storage, begin, shape, strides, requires_grad, hooks)
void appendTensor(std::string& to, const PickledTensor& tensor) {
    appendGlobal(to, kRebuildModule, kRebuildTensor);
    appendCode(to, PickleCode::Mark);
    appendStorage(to, tensor);
    appendWhole(to, tensor.stored.begin);
    appendTuple(to, tensor.info.shape);
    appendTuple(to, tensor.stored.strides);
    appendCode(to, PickleCode::False);
    appendGlobal(to, kCollections, kOrderedDict);
    appendCode(to, PickleCode::EmptyTuple);
    appendCode(to, PickleCode::Reduce);
    appendCode(to, PickleCode::Tuple);
    appendCode(to, PickleCode::Reduce);
}

} // namespace

std::string pickledDict(const std::vector<PickledTensor>& tensors) {
    std::string pickle;
    appendCode(pickle, PickleCode::Protocol);
    pickle += '\x02';
    appendCode(pickle, PickleCode::EmptyDict);
    appendCode(pickle, PickleCode::Mark);
    for (const PickledTensor& tensor : tensors) {
        appendText(pickle, tensor.info.name);
        appendTensor(pickle, tensor);
    }
    appendCode(pickle, PickleCode::SetItems);
    appendCode(pickle, PickleCode::Stop);
    return pickle;
}

} // namespace batchscope
