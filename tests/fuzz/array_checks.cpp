// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/array_checks.h"

#include "core/arrays/array_file.h"
#include "core/arrays/npy.h"
#include "core/arrays/pickle.h"
#include "core/base/check.h"

namespace batchscope::fuzz {

namespace {

void checkArray(const NamedArray& array) {
    const std::optional<std::uint64_t> elements = elementsOf(array.info.shape);
    BATCHSCOPE_CHECK(elements && *elements * elementBytes(array.info.type) == array.bytes.size());
    BATCHSCOPE_CHECK(array.numbers().size() == *elements);
    const Result<NamedArray> again = parseNpy(npyBytes(array), array.info.name, "f");
    BATCHSCOPE_CHECK(again.hasValue());
    BATCHSCOPE_CHECK(again->info.shape == array.info.shape && again->info.type == array.info.type);
    BATCHSCOPE_CHECK(again->bytes == array.bytes);
}

template <typename T>
bool isRefused(const Result<T>& result) {
    BATCHSCOPE_CHECK(result.hasValue() || !result.error().message.empty());
    return !result.hasValue();
}

void checkArchive(std::string_view input) {
    const Result<std::unique_ptr<ArrayReader>> file = ArrayReader::ofBytes(std::string(input), "f");
    if (isRefused(file)) {
        return;
    }
    for (std::size_t index = 0; index < (*file)->arrays().size(); ++index) {
        const Result<NamedArray> array = (*file)->read(index);
        if (!isRefused(array)) {
            BATCHSCOPE_CHECK(array->info.name == (*file)->arrays()[index].name);
            checkArray(*array);
        }
    }
}

void checkPickle(std::string_view input) {
    const Result<std::vector<PickledTensor>> tensors = parsePickledDict(input, "f");
    if (isRefused(tensors)) {
        return;
    }
    const Result<std::vector<PickledTensor>> again = parsePickledDict(pickledDict(*tensors), "f");
    BATCHSCOPE_CHECK(again.hasValue() && again->size() == tensors->size());
    for (std::size_t index = 0; index < tensors->size(); ++index) {
        const PickledTensor& before = (*tensors)[index];
        const PickledTensor& after = (*again)[index];
        BATCHSCOPE_CHECK(before.info.name == after.info.name && before.info.type == after.info.type);
        BATCHSCOPE_CHECK(before.info.shape == after.info.shape && before.storage == after.storage);
        BATCHSCOPE_CHECK(before.stored.begin == after.stored.begin && before.stored.strides == after.stored.strides);
    }
}

} // namespace

bool isArrayFormat(std::string_view format) {
    return format == "arrays" || format == "safetensors" || format == "npy" || format == "pickle";
}

void checkArrayInput(std::string_view format, std::string_view input) {
    if (format == "arrays" || format == "safetensors") { // told apart by their content
        checkArchive(input);
    } else if (format == "npy") {
        const Result<NamedArray> array = parseNpy(std::string(input), "a", "f");
        if (!isRefused(array)) {
            checkArray(*array);
        }
    } else {
        checkPickle(input);
    }
}

} // namespace batchscope::fuzz
