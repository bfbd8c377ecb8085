// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/npy.h"

#include "core/words/array_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>

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

/// Reads the dict of a header: quoted keys, and as values quoted texts, True, False and tuples of whole numbers.
class HeaderDict {
public:
    explicit HeaderDict(std::string_view text) : m_rest(text) {}

    struct Found {
        std::string descriptor;
        bool columnsFirst = false;
        std::vector<std::uint64_t> shape;
        bool hasDescriptor = false;
        bool hasOrder = false;
        bool hasShape = false;
    };

    /// Nothing where the text is anything else.
    std::optional<Found> read() {
        Found found;
        if (!take('{')) {
            return std::nullopt;
        }
        while (!take('}')) {
            std::string key;
            if (!takeText(key) || !take(':') || !takeValue(key, found)) {
                return std::nullopt;
            }
            if (!take(',')) {
                if (!take('}')) {
                    return std::nullopt;
                }
                break;
            }
        }
        const bool isWhole = found.hasDescriptor && found.hasOrder && found.hasShape;
        return isWhole && isAtEnd() ? std::optional(std::move(found)) : std::nullopt;
    }

private:
    void skipSpaces() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \n"), m_rest.size())); }
    bool isAtEnd() {
        skipSpaces();
        return m_rest.empty();
    }
    bool take(char wanted) {
        skipSpaces();
        const bool is = m_rest.starts_with(wanted);
        m_rest.remove_prefix(is ? 1 : 0);
        return is;
    }
    bool takeWord(std::string_view word) {
        skipSpaces();
        const bool is = m_rest.starts_with(word);
        m_rest.remove_prefix(is ? word.size() : 0);
        return is;
    }
    bool takeText(std::string& text) {
        skipSpaces();
        const char quote = m_rest.empty() ? '\0' : m_rest.front();
        const std::size_t close = m_rest.empty() ? std::string_view::npos : m_rest.find(quote, 1);
        if ((quote != '\'' && quote != '"') || close == std::string_view::npos) {
            return false;
        }
        text = m_rest.substr(1, close - 1);
        m_rest.remove_prefix(close + 1);
        return true;
    }
    bool takeNumber(std::uint64_t& number) {
        skipSpaces();
        const auto [end, code] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
        if (code != std::errc()) {
            return false;
        }
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        takeWord("L"); // of Python 2
        return true;
    }
    bool takeTuple(std::vector<std::uint64_t>& numbers) {
        if (!take('(')) {
            return false;
        }
        while (!take(')')) {
            std::uint64_t number = 0;
            if (numbers.size() > kMostAxes || !takeNumber(number)) {
                return false;
            }
            numbers.push_back(number);
            if (!take(',')) {
                return take(')');
            }
        }
        return true;
    }
    bool takeValue(const std::string& key, Found& found) {
        if (key == "descr" && !found.hasDescriptor) {
            found.hasDescriptor = true;
            return takeText(found.descriptor);
        }
        if (key == "fortran_order" && !found.hasOrder) {
            found.hasOrder = true;
            found.columnsFirst = takeWord("True");
            return found.columnsFirst || takeWord("False");
        }
        if (key == "shape" && !found.hasShape) {
            found.hasShape = true;
            return takeTuple(found.shape);
        }
        return false;
    }

    std::string_view m_rest;
};

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

Result<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string& name, const std::string& file) {
    const auto wrong = [&file](std::string message) { return Error{ErrorCode::Parse, std::move(message), file}; };
    if (!bytes.starts_with(kMagic) || bytes.size() < kPrefix) {
        return wrong(words::notNpy(name));
    }
    const auto version = static_cast<unsigned char>(bytes[kMagic.size()]);
    if (version < 1 || version > 3) {
        return wrong(words::unknownNpyVersion(name, version));
    }
    const std::optional<HeaderText> text = headerText(bytes, version);
    std::optional<HeaderDict::Found> found = text ? HeaderDict(text->text).read() : std::nullopt;
    if (!found) {
        return wrong(words::damagedNpyHeader(name));
    }
    if (found->shape.size() > kMostAxes) {
        return wrong(words::tooManyAxes(name, found->shape.size(), kMostAxes));
    }
    for (const Descriptor& descriptor : kDescriptors) {
        if (descriptor.text == found->descriptor) {
            StoredElements stored{0, found->columnsFirst ? columnStrides(found->shape) : rowStrides(found->shape)};
            return NpyHeader{{name, descriptor.type, std::move(found->shape)}, std::move(stored), text->end};
        }
    }
    return wrong(words::unknownElements(name, found->descriptor));
}

Result<NamedArray> parseNpy(std::string bytes, const std::string& name, const std::string& file) {
    Result<NpyHeader> header = parseNpyHeader(bytes, name, file);
    if (!header) {
        return header.error();
    }
    bytes.erase(0, header->begin);
    const std::optional<std::uint64_t> elements = elementsOf(header->info.shape);
    const std::size_t width = elementBytes(header->info.type);
    if (!elements || *elements > bytes.size() / width || *elements * width != bytes.size()) {
        return Error{ErrorCode::Parse, words::wrongByteCount(name, bytes.size(), elements.value_or(0) * width), file};
    }
    return gatherArray(std::move(header->info), header->stored, std::move(bytes), file);
}

} // namespace batchscope
