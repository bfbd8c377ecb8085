// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads an object key by key into values of ours. Nothing in it is taken for granted: the first value that is missing
// or not of its kind is kept as the fault, and all that is read after it counts for nothing.
//
//     std::optional<Error> fault;
//     JsonReader reader(json, {"run.json", "context"}, fault);
//     reader.need("repeats", config.repeats);
#pragma once

#include "core/base/result.h"
#include "core/records/json.h"

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

[[nodiscard]] inline bool takeJson(const Json& json, bool& value) {
    value = json.is_boolean() && json.get<bool>();
    return json.is_boolean();
}

[[nodiscard]] inline bool takeJson(const Json& json, std::string& value) {
    if (json.is_string()) {
        value = json.get<std::string>();
    }
    return json.is_string();
}

[[nodiscard]] inline bool takeJson(const Json& json, double& value) {
    if (json.is_number()) {
        value = json.get<double>();
    }
    return json.is_number() && std::isfinite(value);
}

/// A whole number from 0 that fits.
template <std::integral T>
[[nodiscard]] bool takeJson(const Json& json, T& value) {
    if (!json.is_number_unsigned() ||
        json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) {
        return false;
    }
    value = json.get<T>();
    return true;
}

template <typename T>
[[nodiscard]] bool takeJson(const Json& json, std::optional<T>& value); // lists may hold them

template <typename T>
[[nodiscard]] bool takeJson(const Json& json, std::vector<T>& values) {
    values.clear();
    if (!json.is_array()) {
        return false;
    }
    for (const Json& each : json) {
        if (!takeJson(each, values.emplace_back())) {
            return false;
        }
    }
    return true;
}

template <typename T, std::size_t Count>
[[nodiscard]] bool takeJson(const Json& json, std::array<T, Count>& values) {
    bool isTaken = json.is_array() && json.size() == Count;
    for (std::size_t place = 0; isTaken && place < Count; ++place) {
        isTaken = takeJson(json[place], values[place]);
    }
    return isTaken;
}

/// Null is none.
template <typename T>
[[nodiscard]] bool takeJson(const Json& json, std::optional<T>& value) {
    value.reset();
    if (json.is_null()) {
        return true;
    }
    T taken{};
    const bool isTaken = takeJson(json, taken);
    if (isTaken) {
        value = std::move(taken);
    }
    return isTaken;
}

class JsonReader {
public:
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
    void need(const char* key, T& value, std::string_view expected) {
        const Json* const found = find(key);
        if (found == nullptr || !takeJson(*found, value)) {
            fail(key, expected);
        }
    }
    /// Of a key that was added later: where it is missing, `value` stays as it is.
    template <typename T>
    void mayHave(const char* key, T& value, std::string_view expected) {
        if (find(key) != nullptr) {
            need(key, value, expected);
        }
    }

private:
    const Json& m_object;
    Place m_place;
    std::optional<Error>& m_fault;
};

} // namespace batchscope
