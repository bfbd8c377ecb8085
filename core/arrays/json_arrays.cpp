// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_formats.h"
#include "core/base/json_string.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <iterator>

namespace batchscope {

namespace {

/// The shortest text that reads as the same number again.
template <typename T>
void appendNumber(std::string& to, const char* bytes) {
    T number;
    std::memcpy(&number, bytes, sizeof(T));
    if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(number)) {
            to += "null";
            return;
        }
    }
    fmt::format_to(std::back_inserter(to), "{}", number);
}

void appendElement(std::string& to, ElementType type, const char* bytes) {
    switch (type) {
    case ElementType::Float32: return appendNumber<float>(to, bytes);
    case ElementType::Float64: return appendNumber<double>(to, bytes);
    case ElementType::Int32: return appendNumber<std::int32_t>(to, bytes);
    case ElementType::Int64: return appendNumber<std::int64_t>(to, bytes);
    }
}

/// Writes the elements of an array as lists in lists. Depth is that of the axes, at most kMostAxes.
class NestedLists {
public:
    NestedLists(const NamedArray& array, std::string& to) : m_array(array), m_to(to) {}

    void append(std::size_t axis = 0) {
        const std::vector<std::uint64_t>& shape = m_array.info.shape;
        if (axis == shape.size()) {
            appendElement(m_to, m_array.info.type, m_array.bytes.data() + m_at);
            m_at += elementBytes(m_array.info.type);
            return;
        }
        m_to += '[';
        for (std::uint64_t index = 0; index < shape[axis]; ++index) {
            m_to += index == 0 ? "" : ",";
            append(axis + 1);
        }
        m_to += ']';
    }

private:
    const NamedArray& m_array;
    std::string& m_to;
    std::size_t m_at = 0;
};

class JsonArrayWriter final : public ArrayWriter {
public:
    explicit JsonArrayWriter(FileWriter file) : m_file(std::move(file)) {}
    Status add(const NamedArray& array) override {
        std::string text = m_isFirst ? "{\n" : ",\n";
        m_isFirst = false;
        appendJsonString(text, array.info.name);
        text += ": ";
        NestedLists(array, text).append();
        return m_file.write(text);
    }
    Status finish() override {
        TRY(m_file.write(m_isFirst ? "{}\n" : "\n}\n"));
        return m_file.finish();
    }

private:
    FileWriter m_file;
    bool m_isFirst = true;
};

} // namespace

std::unique_ptr<ArrayWriter> jsonArrayWriter(FileWriter file) {
    return std::make_unique<JsonArrayWriter>(std::move(file));
}

} // namespace batchscope
