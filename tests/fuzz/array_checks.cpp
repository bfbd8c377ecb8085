// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/array_checks.h"

#include "core/arrays/array_file.h"
#include "core/arrays/npy.h"
#include "core/arrays/pickle.h"
#include "core/base/check.h"

#include <algorithm>

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
    const Result<std::vector<NamedArray>> arrays = arraysIn(std::string(input), "f");
    if (!isRefused(arrays)) {
        std::for_each(arrays->begin(), arrays->end(), checkArray);
    }
}

} // namespace

bool isArrayFormat(std::string_view format) {
    return format == "arrays" || format == "npy" || format == "pickle";
}

void checkArrayInput(std::string_view format, std::string_view input) {
    if (format == "arrays") {
        checkArchive(input);
    } else if (format == "npy") {
        const Result<NamedArray> array = parseNpy(input, "a", "f");
        if (!isRefused(array)) {
            checkArray(*array);
        }
    } else {
        (void)isRefused(parsePickledDict(input, "f"));
    }
}

} // namespace batchscope::fuzz
