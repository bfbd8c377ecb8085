// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/named_array.h"

#include "core/words/file_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace batchscope {

namespace {

struct ElementRow {
    const char* name;
    std::size_t bytes;
};

constexpr std::array<ElementRow, 4> kElements = {{{"float32", 4}, {"float64", 8}, {"int32", 4}, {"int64", 8}}};

const ElementRow& rowOf(ElementType type) {
    return kElements[static_cast<std::size_t>(type)];
}

template <typename T>
std::vector<double> widenedFrom(std::string_view bytes) {
    std::vector<double> numbers(bytes.size() / sizeof(T));
    for (std::size_t index = 0; index < numbers.size(); ++index) {
        T number;
        std::memcpy(&number, bytes.data() + index * sizeof(T), sizeof(T));
        numbers[index] = static_cast<double>(number);
    }
    return numbers;
}

/// a · b + c, if 64 bits hold it.
std::optional<std::uint64_t> multipliedAndAdded(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    std::uint64_t product = 0;
    std::uint64_t sum = 0;
    const bool fits = !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(product, c, &sum);
    return fits ? std::optional(sum) : std::nullopt;
}

/// The place of the last element of an array that has one.
std::optional<std::uint64_t> lastPlace(std::span<const std::uint64_t> shape, const StoredElements& stored) {
    std::optional<std::uint64_t> last = stored.begin;
    for (std::size_t axis = 0; axis < shape.size() && last; ++axis) {
        last = multipliedAndAdded(shape[axis] - 1, stored.strides[axis], *last);
    }
    return last;
}

} // namespace

const char* elementName(ElementType type) {
    return rowOf(type).name;
}

std::size_t elementBytes(ElementType type) {
    return rowOf(type).bytes;
}

std::optional<std::uint64_t> elementsOf(std::span<const std::uint64_t> shape) {
    if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) {
        return 0;
    }
    std::optional<std::uint64_t> elements = 1;
    for (std::size_t axis = 0; axis < shape.size() && elements; ++axis) {
        elements = multipliedAndAdded(*elements, shape[axis], 0);
    }
    return elements;
}

std::string shapeText(std::span<const std::uint64_t> shape) {
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::vector<double> NamedArray::numbers() const {
    switch (info.type) {
    case ElementType::Float32: return widenedFrom<float>(bytes);
    case ElementType::Float64: return widenedFrom<double>(bytes);
    case ElementType::Int32: return widenedFrom<std::int32_t>(bytes);
    case ElementType::Int64: return widenedFrom<std::int64_t>(bytes);
    }
    return {};
}

std::vector<std::uint64_t> rowStrides(std::span<const std::uint64_t> shape) {
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t axis = shape.size(); axis-- > 1;) {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    return strides;
}

Result<NamedArray> gatherArray(ArrayInfo info, const StoredElements& stored, std::string_view storage,
                               const std::string& file) {
    BATCHSCOPE_CHECK(info.shape.size() == stored.strides.size() && info.shape.size() <= kMostAxes);
    const std::size_t width = elementBytes(info.type);
    const std::optional<std::uint64_t> elements = elementsOf(info.shape);
    const std::uint64_t there = storage.size() / width;
    if (elements == 0U) {
        return NamedArray{std::move(info), {}};
    }
    const std::optional<std::uint64_t> last = lastPlace(info.shape, stored);
    // More elements than are stored: a stride of 0 repeats some, which no honest weight does.
    if (!elements || !last || *last >= there || *elements > there) {
        return Error{ErrorCode::Parse, words::tensorOutsideStorage(info.name), file};
    }
    if (stored.strides == rowStrides(info.shape)) {
        return NamedArray{std::move(info), std::string(storage.substr(stored.begin * width, *elements * width))};
    }
    std::string bytes(*elements * width, '\0');
    std::array<std::uint64_t, kMostAxes> index{};
    std::uint64_t place = stored.begin;
    for (std::uint64_t element = 0; element < *elements; ++element) {
        std::memcpy(bytes.data() + element * width, storage.data() + place * width, width);
        for (std::size_t axis = info.shape.size(); axis-- > 0;) {
            place += stored.strides[axis];
            if (++index[axis] < info.shape[axis]) {
                break;
            }
            place -= stored.strides[axis] * info.shape[axis];
            index[axis] = 0;
        }
    }
    return NamedArray{std::move(info), std::move(bytes)};
}

} // namespace batchscope
