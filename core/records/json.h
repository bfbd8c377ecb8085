// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON as this program writes it (keys in the order in which they were added, two spaces, and a line end behind it),
// and objects of it that are read key by key into values of ours, or written from them.
#pragma once

#include "core/base/result.h"
#include "core/base/table.h"
#include "core/trace/phase_seconds.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

extern template class nlohmann::basic_json<nlohmann::ordered_map>; // in json.cpp, once

namespace batchscope {

using Json = nlohmann::ordered_json;

/// The text of a document. File names may hold any bytes; what is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string jsonText(const Json& document);
/// The same in one line, for messages.
[[nodiscard]] std::string jsonLine(const Json& value);

/// null where there is none.
[[nodiscard]] Json toJson(const Cell::Value& value);
/// An object with a key for each column.
template <typename Row>
[[nodiscard]] Json rowJson(std::span<const Column<Row>> columns, const Row& row) {
    Json json = Json::object();
    for (const Column<Row>& column : columns) {
        json[column.key] = toJson(column.cell(row).value);
    }
    return json;
}

/// A key for each phase, and their total.
[[nodiscard]] Json toJson(const PhaseSeconds& seconds);

/// The Parse error that a value of the document is missing or is not `expected`, such as "an array of words".
[[nodiscard]] Error wrongValue(const std::string& file, std::string_view place, std::string_view expected);

// ---- values -------------------------------------------------------------------------------------------------------

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <typename T, std::size_t Count>
inline constexpr bool kIsList<std::array<T, Count>> = true;

template <typename T>
[[nodiscard]] Json jsonOf(const T& value) {
    if constexpr (kIsOptional<T>) {
        return value ? Json(*value) : Json(nullptr);
    } else {
        return Json(value);
    }
}

/// What a value of this type is called in messages: "a count", "a list of strings", "a number or null".
template <typename T>
[[nodiscard]] std::string expectedOf() {
    if constexpr (kIsOptional<T>) {
        return expectedOf<typename T::value_type>() + " or null";
    } else if constexpr (kIsList<T>) {
        return fmt::format("a list of {}s", expectedOf<typename T::value_type>().substr(2));
    } else if constexpr (std::is_same_v<T, bool>) {
        return "true or false";
    } else if constexpr (std::is_same_v<T, std::string>) {
        return "a string";
    } else {
        return std::is_integral_v<T> ? "a count" : "a number";
    }
}

/// False if the JSON is not of the type: whole numbers start at 0 and fit, other numbers are finite, and null is none.
template <typename T>
[[nodiscard]] bool takeJson(const Json& json, T& value) {
    if constexpr (kIsOptional<T>) {
        value.reset();
        typename T::value_type taken{};
        const bool isTaken = !json.is_null() && takeJson(json, taken);
        if (isTaken) {
            value = std::move(taken);
        }
        return isTaken || json.is_null();
    } else if constexpr (kIsList<T>) {
        if constexpr (requires { value.resize(1); }) {
            value.resize(json.is_array() ? json.size() : 0);
        }
        bool isTaken = json.is_array() && json.size() == value.size();
        for (std::size_t place = 0; isTaken && place < value.size(); ++place) {
            isTaken = takeJson(json[place], value[place]);
        }
        return isTaken;
    } else {
        bool isOfType = false;
        if constexpr (std::is_same_v<T, bool>) {
            isOfType = json.is_boolean();
        } else if constexpr (std::is_same_v<T, std::string>) {
            isOfType = json.is_string();
        } else if constexpr (std::is_integral_v<T>) {
            isOfType = json.is_number_unsigned() &&
                       json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
        } else {
            isOfType = json.is_number() && std::isfinite(json.get<double>());
        }
        if (isOfType) {
            value = json.get<T>();
        }
        return isOfType;
    }
}

// ---- objects ------------------------------------------------------------------------------------------------------

/// A value that is null in JSON while it is empty or 0.
template <typename T>
struct NullWhenEmpty {
    /// An empty `wanted` is what the type says.
    explicit NullWhenEmpty(T& of, std::string_view wanted = {}) : value(of), expected(wanted) {}
    T& value;
    std::string_view expected;
};

/// A value that has a name in JSON. `parse` gives a Result or an optional.
template <typename T, typename Text, typename Parse>
struct NamedValue {
    NamedValue(T& of, Text name, Parse read, std::string_view wanted)
        : value(of), text(name), parse(read), expected(wanted) {}
    T& value;
    Text text;
    Parse parse;
    std::string_view expected;
};

/// Reads an object key by key into values of ours. Nothing in it is taken for granted: the first value that is missing
/// or not of its kind is kept as the fault, and all that is read after it counts for nothing.
///
///     std::optional<Error> fault;
///     JsonReader reader(json, {"run.json", "context"}, fault);
///     reader.need("repeats", config.repeats);
class JsonReader {
public:
    static constexpr bool kReads = true;

    struct Place {
        std::string file; ///< for messages
        std::string path; ///< of the object in the document, "results[3]"; empty: the document itself
    };

    /// Both must outlive this. What is no object has no keys.
    JsonReader(const Json& object, Place place, std::optional<Error>& fault)
        : m_object(object), m_place(std::move(place)), m_fault(fault) {}

    /// Null where it is missing.
    [[nodiscard]] const Json* find(const char* key) const;
    /// Keeps the first fault: `key` is missing or is not `expected`.
    void fail(const char* key, std::string_view expected);
    /// Of an object inside this one.
    [[nodiscard]] JsonReader inside(const char* key) const;

    template <typename T>
    void need(const char* key, T& value, std::string_view expected = {}) {
        const Json* const found = find(key);
        if (found == nullptr || !takeJson(*found, value)) {
            fail(key, expected.empty() ? std::string_view(expectedOf<T>()) : expected);
        }
    }
    template <typename T>
    void need(const char* key, NullWhenEmpty<T> value) {
        std::optional<T> read;
        const std::string expected = value.expected.empty() ? expectedOf<T>() : std::string(value.expected);
        need(key, read, expected + " or null");
        value.value = std::move(read).value_or(T());
    }
    template <typename T, typename Text, typename Parse>
    void need(const char* key, NamedValue<T, Text, Parse> named) {
        std::optional<std::string> text;
        need(key, text, named.expected);
        if (!text) {
            if constexpr (kIsOptional<T>) {
                named.value.reset();
            } else {
                fail(key, named.expected);
            }
        } else if (const auto parsed = named.parse(*text); parsed) {
            named.value = *parsed;
        } else {
            fail(key, named.expected);
        }
    }
    /// Of a key that need not be there: where it is missing, `value` stays as it is.
    template <typename T>
    void mayHave(const char* key, T& value, std::string_view expected = {}) {
        if (find(key) != nullptr) {
            need(key, value, expected);
        }
    }
    /// An array of objects, each read by `each(reader, value)`.
    template <typename T, typename Each>
    void list(const char* key, std::vector<T>& values, Each each) {
        const Json* const found = find(key);
        if (found == nullptr || !found->is_array()) {
            fail(key, "a list");
            return;
        }
        for (const Json& object : *found) {
            JsonReader reader(object, {m_place.file, pathOf(fmt::format("{}[{}]", key, values.size()))}, m_fault);
            each(reader, values.emplace_back());
        }
    }
    /// A value that is computed again.
    template <typename Value>
    void derived(const char* /*key*/, const Value& /*value*/) const {}

private:
    [[nodiscard]] std::string pathOf(std::string_view key) const;

    const Json& m_object;
    Place m_place;
    std::optional<Error>& m_fault;
};

/// Writes what a JsonReader reads: a function over either lists the keys of an object once.
class JsonWriter {
public:
    static constexpr bool kReads = false;

    /// The object must outlive this.
    explicit JsonWriter(Json& object) : m_object(object) {}

    template <typename T>
    void need(const char* key, const T& value, std::string_view /*expected*/ = {}) {
        m_object[key] = jsonOf(value);
    }
    template <typename T>
    void need(const char* key, NullWhenEmpty<T> value) {
        m_object[key] = value.value == T() ? Json(nullptr) : Json(value.value);
    }
    template <typename T, typename Text, typename Parse>
    void need(const char* key, const NamedValue<T, Text, Parse>& named) {
        if constexpr (kIsOptional<std::remove_const_t<T>>) {
            m_object[key] = named.value ? Json(named.text(*named.value)) : Json(nullptr);
        } else {
            m_object[key] = named.text(named.value);
        }
    }
    /// What is empty is left out.
    template <typename T>
    void mayHave(const char* key, const T& value, std::string_view /*expected*/ = {}) {
        if constexpr (requires { value.empty(); }) {
            if (value.empty()) {
                return;
            }
        }
        need(key, value);
    }
    template <typename List, typename Each>
    void list(const char* key, const List& values, Each each) {
        Json& array = m_object[key] = Json::array();
        for (const auto& value : values) {
            JsonWriter writer(array.emplace_back(Json::object()));
            each(writer, value);
        }
    }
    template <typename T>
    void derived(const char* key, const T& value) {
        m_object[key] = jsonOf(value);
    }
    [[nodiscard]] JsonWriter inside(const char* key) { return JsonWriter(m_object[key] = Json::object()); }

private:
    Json& m_object;
};

} // namespace batchscope
