// SPDX-License-Identifier: GPL-3.0-or-later
//
// An array with a name, as files hold it: numbers of one type, row by row (the last axis varies fastest), as
// little-endian bytes.
//
//     NamedArray array = arrayOf<float>("param/W", {2, 3}, numbers);
#pragma once

#include "core/base/check.h"
#include "core/base/result.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

static_assert(std::endian::native == std::endian::little); // bytes are stored as they are in memory

enum class ElementType : std::uint8_t { Float32, Float64, Int32, Int64 };

/// The name of a type: float32, float64, int32 or int64.
[[nodiscard]] const char* elementName(ElementType type);
[[nodiscard]] std::size_t elementBytes(ElementType type);

/// Files with more axes are refused.
inline constexpr std::size_t kMostAxes = 8;

struct ArrayInfo {
    std::string name;
    ElementType type = ElementType::Float32;
    std::vector<std::uint64_t> shape = {}; ///< empty for a single number
};

/// The number of elements of an array of this shape; nullopt if it does not fit into 64 bits.
[[nodiscard]] std::optional<std::uint64_t> elementsOf(std::span<const std::uint64_t> shape);
/// A shape as text: "[3, 100]".
[[nodiscard]] std::string shapeText(std::span<const std::uint64_t> shape);

struct NamedArray {
    ArrayInfo info;
    std::string bytes; ///< exactly as many as the shape needs

    /// All elements, converted to double; exact except for int64 beyond 2^53.
    [[nodiscard]] std::vector<double> numbers() const;
};

template <typename T>
struct ElementOf; // defined only for the four types
template <>
struct ElementOf<float> {
    static constexpr ElementType kType = ElementType::Float32;
};
template <>
struct ElementOf<double> {
    static constexpr ElementType kType = ElementType::Float64;
};
template <>
struct ElementOf<std::int32_t> {
    static constexpr ElementType kType = ElementType::Int32;
};
template <>
struct ElementOf<std::int64_t> {
    static constexpr ElementType kType = ElementType::Int64;
};

/// Makes an array of `numbers`. CHECKs that their count matches the shape.
template <typename T>
[[nodiscard]] NamedArray arrayOf(std::string name, std::vector<std::uint64_t> shape, std::span<const T> numbers) {
    BATCHSCOPE_CHECK(elementsOf(shape) == numbers.size());
    const auto* const bytes = reinterpret_cast<const char*>(numbers.data());
    return {{std::move(name), ElementOf<T>::kType, std::move(shape)},
            numbers.empty() ? std::string() : std::string(bytes, numbers.size_bytes())};
}

/// The location of an array's elements in a storage, counted in elements.
struct StoredElements {
    std::uint64_t begin = 0;
    std::vector<std::uint64_t> strides; ///< by axis
};
/// The strides of elements that are stored row by row.
[[nodiscard]] std::vector<std::uint64_t> rowStrides(std::span<const std::uint64_t> shape);
/// Gathers the elements of an array from `storage`, row by row; `file` names it in messages. Parse error if the shape
/// needs elements that the storage does not have.
[[nodiscard]] Result<NamedArray> gatherArray(ArrayInfo info, const StoredElements& stored, std::string_view storage,
                                             const std::string& file);

} // namespace batchscope
