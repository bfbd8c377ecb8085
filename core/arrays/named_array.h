// SPDX-License-Identifier: GPL-3.0-or-later
//
// An array with a name, as files hold it: numbers of one type, row after row (the last axis varies fastest), in the
// bytes of a little-endian machine.
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

static_assert(std::endian::native == std::endian::little); // bytes are written as they are in memory

enum class ElementType : std::uint8_t { Float32, Float64, Int32, Int64 };

/// float32, float64, int32, int64.
[[nodiscard]] const char* elementName(ElementType type);
[[nodiscard]] std::size_t elementBytes(ElementType type);

/// Files with more axes are refused.
inline constexpr std::size_t kMostAxes = 8;

struct ArrayInfo {
    std::string name;
    ElementType type = ElementType::Float32;
    std::vector<std::uint64_t> shape = {}; ///< empty: one number
};

/// Elements of an array of this shape; nothing when 64 bits cannot count them.
[[nodiscard]] std::optional<std::uint64_t> elementsOf(std::span<const std::uint64_t> shape);
/// "[3, 100]".
[[nodiscard]] std::string shapeText(std::span<const std::uint64_t> shape);

struct NamedArray {
    ArrayInfo info;
    std::string bytes; ///< as many as the shape needs

    /// All elements, widened to double; exact but for int64 beyond 2^53.
    [[nodiscard]] std::vector<double> numbers() const;
};

template <typename T>
struct ElementOf; // only of the four types
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

/// CHECKs that there are as many numbers as the shape needs.
template <typename T>
[[nodiscard]] NamedArray arrayOf(std::string name, std::vector<std::uint64_t> shape, std::span<const T> numbers) {
    BATCHSCOPE_CHECK(elementsOf(shape) == numbers.size());
    const auto* const bytes = reinterpret_cast<const char*>(numbers.data());
    return {{std::move(name), ElementOf<T>::kType, std::move(shape)},
            numbers.empty() ? std::string() : std::string(bytes, numbers.size_bytes())};
}

/// Where the elements of an array are stored, in elements.
struct StoredElements {
    std::uint64_t begin = 0;
    std::vector<std::uint64_t> strides; ///< by axis
};
/// The strides of elements that are stored row after row.
[[nodiscard]] std::vector<std::uint64_t> rowStrides(std::span<const std::uint64_t> shape);
/// The array whose elements are in `storage`, put row after row; `file` names it in messages. Parse error when its
/// shape needs elements that are not there.
[[nodiscard]] Result<NamedArray> gatherArray(ArrayInfo info, const StoredElements& stored, std::string_view storage,
                                             const std::string& file);

} // namespace batchscope
