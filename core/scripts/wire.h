// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts values to bytes and back, for two processes of the same build on the same machine. A struct lists its fields
// once, for both directions:
//
//     void fields(auto& wire, CallReply& reply) { wire(reply.arguments, reply.parameters); }
//
// The bytes to read may be arbitrary: a length is accepted only if enough bytes follow, and WireReader::isDone()
// reports success. Values are not checked here; the receiver must check them.
#pragma once

#include "core/base/id.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace batchscope {

template <typename T>
concept WireNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class WireWriter {
public:
    template <typename... T>
    void operator()(const T&... values) {
        (write(values), ...);
    }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    void raw(const void* data, std::size_t size) { m_bytes.append(static_cast<const char*>(data), size); }

    template <WireNumber T>
    void write(const T& value) {
        raw(&value, sizeof value);
    }
    void write(const std::string& text) {
        write(text.size());
        m_bytes += text;
    }
    template <typename T>
    void write(const std::vector<T>& values) {
        write(values.size());
        if constexpr (WireNumber<T>) {
            raw(values.data(), values.size() * sizeof(T));
        } else {
            for (const T& value : values) {
                write(value);
            }
        }
    }
    template <typename K, typename V>
    void write(const std::map<K, V>& values) {
        write(values.size());
        for (const auto& [key, value] : values) {
            write(key);
            write(value);
        }
    }
    template <typename T>
    void write(const std::optional<T>& value) {
        write(value.has_value());
        if (value) {
            write(*value);
        }
    }
    template <typename T>
    void write(const std::shared_ptr<const T>& value) {
        write(value != nullptr);
        if (value != nullptr) {
            write(*value);
        }
    }
    template <typename Tag>
    void write(const Id<Tag>& id) {
        write(id.value);
    }
    template <typename IdType, typename T>
    void write(const IdVector<IdType, T>& values) {
        write(values.values());
    }
    template <typename T>
    requires std::is_class_v<T>
    void write(const T& value) {
        fields(*this, const_cast<T&>(value)); // only read here
    }

    std::string m_bytes;
};

class WireReader {
public:
    explicit WireReader(std::string_view bytes) : m_rest(bytes) {}

    template <typename... T>
    void operator()(T&... values) {
        (read(values), ...);
    }
    /// True if all values were read and no bytes are left.
    [[nodiscard]] bool isDone() const { return !m_failed && m_rest.empty(); }

private:
    bool raw(void* data, std::size_t size) {
        m_failed = m_failed || m_rest.size() < size;
        if (!m_failed && size > 0) {
            std::memcpy(data, m_rest.data(), size);
            m_rest.remove_prefix(size);
        }
        return !m_failed;
    }
    /// Reads the number of items, each of which takes at least `bytes` bytes.
    std::size_t count(std::size_t bytes) {
        std::size_t found = 0;
        read(found);
        m_failed = m_failed || found > m_rest.size() / bytes;
        return m_failed ? 0 : found;
    }

    template <WireNumber T>
    void read(T& value) {
        (void)raw(&value, sizeof value);
    }
    void read(bool& value) {
        unsigned char byte = 0;
        m_failed = !raw(&byte, 1) || byte > 1;
        value = byte == 1;
    }
    void read(std::string& text) {
        text.resize(count(1));
        (void)raw(text.data(), text.size());
    }
    template <typename T>
    void read(std::vector<T>& values) {
        if constexpr (WireNumber<T>) {
            values.resize(count(sizeof(T)));
            (void)raw(values.data(), values.size() * sizeof(T));
        } else {
            values.clear();
            for (std::size_t left = count(1); left > 0 && !m_failed; --left) {
                read(values.emplace_back());
            }
        }
    }
    template <typename K, typename V>
    void read(std::map<K, V>& values) {
        values.clear();
        for (std::size_t left = count(1); left > 0 && !m_failed; --left) {
            K key{};
            read(key);
            read(values[key]);
        }
    }
    template <typename T>
    void read(std::optional<T>& value) {
        bool has = false;
        read(has);
        value.reset();
        if (has && !m_failed) {
            read(value.emplace());
        }
    }
    template <typename T>
    void read(std::shared_ptr<const T>& value) {
        bool has = false;
        read(has);
        T found{};
        if (has && !m_failed) {
            read(found);
        }
        value = has ? std::make_shared<const T>(std::move(found)) : nullptr;
    }
    template <typename Tag>
    void read(Id<Tag>& id) {
        read(id.value);
    }
    template <typename IdType, typename T>
    void read(IdVector<IdType, T>& values) {
        std::vector<T> plain;
        read(plain);
        values = {};
        for (T& value : plain) {
            values.push_back(std::move(value));
        }
    }
    template <typename T>
    requires std::is_class_v<T>
    void read(T& value) { fields(*this, value); }

    std::string_view m_rest;
    bool m_failed = false;
};

template <typename T>
[[nodiscard]] std::string wireOf(const T& value) {
    WireWriter writer;
    writer(value);
    return writer.take();
}

/// Nullopt if the bytes do not represent a T.
template <typename T>
[[nodiscard]] std::optional<T> fromWire(std::string_view bytes) {
    T value{};
    WireReader reader(bytes);
    reader(value);
    return reader.isDone() ? std::optional(std::move(value)) : std::nullopt;
}

} // namespace batchscope
