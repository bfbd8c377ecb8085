// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/npy.h"

#include "core/base/json_document.h"
#include "core/words/file_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kPrefix = 8;     // magic and version
constexpr std::size_t kAlignment = 64; // where the numbers begin

struct Descriptor {
    std::string_view text;
    ElementType type;
};

constexpr std::array<Descriptor, 4> kDescriptors = {{{"<f4", ElementType::Float32},
                                                     {"<f8", ElementType::Float64},
                                                     {"<i4", ElementType::Int32},
                                                     {"<i8", ElementType::Int64}}};

/// What a header says.
struct HeaderDict {
    std::string descriptor;
    bool columnsFirst = false;
    std::vector<std::uint64_t> shape;
};

/// The text of a header, a dict of Python, as JSON: other quotes, brackets and names, and no comma at an end.
std::string asJson(std::string_view text) {
    std::string json;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        if (letter == '}' || letter == ')') {
            json.erase(json.find_last_not_of(" \n") + 1);
            json.erase(json.ends_with(',') ? json.size() - 1 : json.size());
        }
        const bool isOfPython2 = letter == 'L' && at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
        if (text.substr(at).starts_with("True") || text.substr(at).starts_with("False")) {
            json += letter == 'T' ? 't' : 'f';
        } else if (!isOfPython2) {
            json += letter == '\'' ? '"' : letter == '(' ? '[' : letter == ')' ? ']' : letter;
        }
    }
    return json;
}

/// Nothing where the text is anything else.
std::optional<HeaderDict> headerDict(std::string_view text) {
    const std::string json = asJson(text);
    const Result<JsonDocument> document = JsonDocument::parse(json, {});
    if (!document || document->top().size() != 3) {
        return std::nullopt;
    }
    const JsonValue dict = document->top();
    HeaderDict header{std::string(dict["descr"].text()), dict["fortran_order"].boolean(), {}};
    dict["shape"].forEach([&](const JsonValue& axis) { header.shape.push_back(axis.count()); });
    return document->hasFault() ? std::nullopt : std::optional(std::move(header));
}

/// The text of the dict and where it ends.
struct HeaderText {
    std::string_view text;
    std::size_t end = 0;
};

std::optional<HeaderText> headerText(std::string_view bytes, unsigned version) {
    const std::size_t width = version == 1 ? 2 : 4;
    if (bytes.size() < kPrefix + width) {
        return std::nullopt;
    }
    std::size_t length = 0;
    for (std::size_t index = 0; index < width; ++index) {
        length |= std::size_t{static_cast<unsigned char>(bytes[kPrefix + index])} << (8 * index);
    }
    const std::size_t begin = kPrefix + width;
    if (length > bytes.size() - begin) {
        return std::nullopt;
    }
    return HeaderText{bytes.substr(begin, length), begin + length};
}

std::vector<std::uint64_t> columnStrides(std::span<const std::uint64_t> shape) {
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t axis = 1; axis < shape.size(); ++axis) {
        strides[axis] = strides[axis - 1] * shape[axis - 1];
    }
    return strides;
}

std::string_view descriptorOf(ElementType type) {
    for (const Descriptor& descriptor : kDescriptors) {
        if (descriptor.type == type) {
            return descriptor.text;
        }
    }
    return {};
}

} // namespace

std::string npyBytes(const NamedArray& array) {
    const std::vector<std::uint64_t>& shape = array.info.shape;
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descriptorOf(array.info.type),
                    fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    const std::size_t fixed = kPrefix + 2 + header.size() + 1;
    header.append((kAlignment - fixed % kAlignment) % kAlignment, ' ');
    header += '\n';
    std::string bytes(kMagic);
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(header.size() & 0xFFU);
    bytes += static_cast<char>(header.size() >> 8U);
    bytes += header;
    bytes += array.bytes;
    return bytes;
}

Result<NamedArray> parseNpy(std::string_view bytes, const std::string& name, const std::string& file) {
    const auto wrong = [&file](std::string message) { return Error{ErrorCode::Parse, std::move(message), file}; };
    if (!bytes.starts_with(kMagic) || bytes.size() < kPrefix) {
        return wrong(fmt::format("'{}' is not an array of NumPy: it does not begin as the npy format does", name));
    }
    const auto version = static_cast<unsigned char>(bytes[kMagic.size()]);
    if (version < 1 || version > 3) {
        return wrong(fmt::format("'{}' has version {} of the npy format; expected 1, 2 or 3", name, version));
    }
    const std::optional<HeaderText> text = headerText(bytes, version);
    const std::optional<HeaderDict> found = text ? headerDict(text->text) : std::nullopt;
    if (!found) {
        return wrong(fmt::format("the header of the array '{}' is damaged", name));
    }
    if (found->shape.size() > kMostAxes) {
        return wrong(words::tooManyAxes(name, found->shape.size(), kMostAxes));
    }
    const auto* const type = std::find_if(kDescriptors.begin(), kDescriptors.end(), [&](const Descriptor& descriptor) {
        return descriptor.text == found->descriptor;
    });
    if (type == kDescriptors.end()) {
        return wrong(words::unknownElements(name, found->descriptor));
    }
    const std::string_view numbers = bytes.substr(text->end);
    const std::optional<std::uint64_t> elements = elementsOf(found->shape);
    const std::size_t width = elementBytes(type->type);
    if (!elements || *elements > numbers.size() / width || *elements * width != numbers.size()) {
        return wrong(words::wrongByteCount(name, numbers.size(), elements.value_or(0) * width));
    }
    const StoredElements stored{0, found->columnsFirst ? columnStrides(found->shape) : rowStrides(found->shape)};
    return gatherArray({name, type->type, found->shape}, stored, numbers, file);
}

} // namespace batchscope
