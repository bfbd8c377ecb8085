// SPDX-License-Identifier: GPL-3.0-or-later
//
// Eight bytes with the length of a header, the header as JSON, and the numbers of all tensors, one after the other. Of
// the format's types those are read that hold weights; half-precision numbers become float32.
// (github.com/huggingface/safetensors, "Format".)
#include "core/arrays/array_formats.h"
#include "core/base/json_document.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

constexpr std::string_view kDamagedSafetensors =
    "the header of this .safetensors file does not describe its bytes: it is damaged or truncated; copy the file again";
std::string damagedTensor(std::string_view array) {
    return fmt::format("the header's entry '{}' does not describe a tensor of this file: it is damaged or truncated; "
                       "copy the file again",
                       array);
}

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMostHeaderBytes = std::uint64_t{16} << 20U; // a tensor takes about 100

struct StoredType {
    std::string_view name;
    ElementType read;
    std::uint64_t bytes; ///< of one number in the file
    float (*widen)(std::uint16_t bits);
};

float ofHalf(std::uint16_t bits) {
    const int exponent = (bits >> 10U) & 0x1F;
    const int fraction = bits & 0x3FF;
    const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
    if (exponent == 0x1F) {
        return fraction == 0 ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    }
    return sign * (exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                 : std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25));
}

float ofBrainFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

constexpr std::array<StoredType, 6> kTypes = {{{"F32", ElementType::Float32, 4, nullptr},
                                               {"F64", ElementType::Float64, 8, nullptr},
                                               {"F16", ElementType::Float32, 2, ofHalf},
                                               {"BF16", ElementType::Float32, 2, ofBrainFloat},
                                               {"I32", ElementType::Int32, 4, nullptr},
                                               {"I64", ElementType::Int64, 8, nullptr}}};

struct StoredTensor {
    ArrayInfo info;
    const StoredType* type = nullptr;
    std::uint64_t begin = 0; ///< behind the header
    std::uint64_t end = 0;
};

class SafetensorsReader final : public ArrayReader {
public:
    SafetensorsReader(ByteSlices slices, std::string file, std::uint64_t dataBegin, std::vector<StoredTensor> tensors)
        : m_slices(std::move(slices)), m_file(std::move(file)), m_dataBegin(dataBegin), m_tensors(std::move(tensors)) {
        for (const StoredTensor& tensor : m_tensors) {
            m_arrays.push_back(tensor.info);
        }
    }
    const std::vector<ArrayInfo>& arrays() const override { return m_arrays; }
    Result<NamedArray> read(std::size_t index) const override {
        const StoredTensor& tensor = m_tensors[index];
        const std::uint64_t size = tensor.end - tensor.begin;
        Result<std::string> bytes = m_slices(m_dataBegin + tensor.begin, size);
        TRY(bytes);
        if (bytes->size() != size) {
            return Error{ErrorCode::Parse, words::wrongByteCount(tensor.info.name, bytes->size(), size), m_file};
        }
        return NamedArray{tensor.info, tensor.type->widen == nullptr ? std::move(*bytes) : widened(*bytes, tensor)};
    }

private:
    static std::string widened(std::string_view bytes, const StoredTensor& tensor) {
        std::string wide(bytes.size() * 2, '\0');
        for (std::size_t at = 0; at < bytes.size(); at += 2) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, bytes.data() + at, sizeof bits);
            const float number = tensor.type->widen(bits);
            std::memcpy(wide.data() + 2 * at, &number, sizeof number);
        }
        return wide;
    }

    ByteSlices m_slices;
    std::string m_file;
    std::uint64_t m_dataBegin;
    std::vector<StoredTensor> m_tensors;
    std::vector<ArrayInfo> m_arrays;
};

std::vector<std::uint64_t> numbersIn(const JsonValue& list) {
    std::vector<std::uint64_t> numbers;
    list.forEach([&](const JsonValue& number) { numbers.push_back(number.count()); });
    return numbers;
}

/// One entry of the header; a Parse error where it does not fit together.
Result<StoredTensor> tensorOf(std::string_view name, const JsonValue& entry, const std::string& file) {
    const std::string_view type = entry["dtype"].text();
    const std::vector<std::uint64_t> shape = numbersIn(entry["shape"]);
    const std::vector<std::uint64_t> offsets = numbersIn(entry["data_offsets"]);
    const Error damaged{ErrorCode::Parse, damagedTensor(name), file};
    if (entry.hasFault() || entry.size() != 3 || shape.size() > kMostAxes || offsets.size() != 2 ||
        offsets.front() > offsets.back()) {
        return damaged;
    }
    const auto* const row =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const StoredType& each) { return each.name == type; });
    if (row == kTypes.end()) {
        return Error{ErrorCode::Parse, words::unknownElements(name, type), file};
    }
    const std::uint64_t bytes = offsets.back() - offsets.front();
    if (bytes % row->bytes != 0 || elementsOf(shape) != bytes / row->bytes) {
        return damaged;
    }
    return StoredTensor{{std::string(name), row->read, shape}, row, offsets.front(), offsets.back()};
}

} // namespace

bool isSafetensors(std::string_view beginning, std::uint64_t size) {
    std::uint64_t length = 0;
    if (beginning.size() <= kLengthBytes || beginning[kLengthBytes] != '{') {
        return false;
    }
    std::memcpy(&length, beginning.data(), sizeof length);
    return length <= kMostHeaderBytes && length <= size - kLengthBytes;
}

Result<std::unique_ptr<ArrayReader>> safetensorsReader(ByteSlices slices, std::uint64_t size, std::string file) {
    const auto failed = [&file](std::string message) { return Error{ErrorCode::Parse, std::move(message), file}; };
    const Result<std::string> beginning = slices(0, kLengthBytes + 1);
    TRY(beginning);
    if (!isSafetensors(*beginning, size)) {
        return failed(std::string(kDamagedSafetensors));
    }
    std::uint64_t length = 0;
    std::memcpy(&length, beginning->data(), sizeof length);
    const Result<std::string> text = slices(kLengthBytes, length);
    TRY(text);
    const Result<JsonDocument> header = JsonDocument::parse(*text, file);
    if (!header || !header->top().isObject()) {
        return failed(std::string(kDamagedSafetensors));
    }
    std::vector<StoredTensor> tensors;
    std::optional<Error> fault;
    header->top().forEachMember([&](std::string_view name, const JsonValue& entry) {
        if (name == "__metadata__" || fault) {
            return;
        }
        Result<StoredTensor> tensor = tensorOf(name, entry, file);
        if (tensor) {
            tensors.push_back(std::move(*tensor));
        } else {
            fault = tensor.error();
        }
    });
    if (fault) {
        return *fault;
    }
    std::stable_sort(tensors.begin(), tensors.end(), [](const StoredTensor& left, const StoredTensor& right) {
        return std::pair(left.begin, left.end) < std::pair(right.begin, right.end);
    });
    std::uint64_t end = 0;
    for (const StoredTensor& tensor : tensors) { // the format allows neither gaps nor overlaps
        if (tensor.begin != end) {
            return failed(damagedTensor(tensor.info.name));
        }
        end = tensor.end;
    }
    if (end != size - kLengthBytes - length) {
        return failed(std::string(kDamagedSafetensors));
    }
    return std::unique_ptr<ArrayReader>(std::make_unique<SafetensorsReader>(std::move(slices), std::move(file),
                                                                            kLengthBytes + length, std::move(tensors)));
}

} // namespace batchscope
