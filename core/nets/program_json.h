// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the JSON of a program, which is a user's file and may be any JSON. Keeps the path to each value, and the first
// fault as a message that says where, what was found, what was expected and what to do.
//
//     ProgramFault fault;
//     const JsonPlace top{*json};
//     if (checkObject(top, keys, "a program", fault)) name = nameIn(top, "name", fault);
//     if (fault.found()) return fault.error(text, file);
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace batchscope {

using Json = nlohmann::json;

/// The text as JSON. Parse errors, with line and column: it is not JSON, an object has a duplicate key, or values are
/// more than kDeepestJson deep.
[[nodiscard]] Result<Json> parseJson(std::string_view text, const std::string& file);
constexpr std::size_t kDeepestJson = 64;

/// A value in a larger text: errors name its path and position there.
struct JsonPart {
    std::string_view text; ///< of the value; part of `whole`
    std::string_view whole;
    std::string_view path;
};
[[nodiscard]] Result<Json> parseJson(const JsonPart& part, const std::string& file);

/// A value and the path to it from the top. Refers to its parent, which must live as long.
struct JsonPlace {
    const Json& value;
    const JsonPlace* parent = nullptr;
    std::string_view key = {}; ///< in an object
    std::size_t index = 0;     ///< in an array

    /// RFC 6901, for example /calls/3/args/1; empty at the top.
    [[nodiscard]] std::string pointer() const;
    /// Only for arrays.
    [[nodiscard]] JsonPlace element(std::size_t at) const { return {value[at], this, {}, at}; }
    /// Only for objects; nothing when it is missing.
    [[nodiscard]] std::optional<JsonPlace> member(std::string_view name) const;
};

/// The first fault; those that follow from it are not kept.
class ProgramFault {
public:
    /// `pointer: message`
    void add(const JsonPlace& place, std::string_view message);
    /// `pointer: found <what is there>; expected <expected>`
    void addFound(const JsonPlace& place, std::string_view expected);
    [[nodiscard]] bool found() const { return m_fault.has_value(); }
    /// A Parse error at its place in the text. Only when one was found.
    [[nodiscard]] Error error(std::string_view text, const std::string& file) const;

private:
    struct Fault {
        std::string pointer;
        std::string message;
    };
    std::optional<Fault> m_fault;
};

/// A string as JSON writes it, elided, so that a line break in it does not break a message.
[[nodiscard]] std::string shownJsonString(std::string_view text);
/// A value in a few words: "the number 3", "the string \"x\"", "an array of 2".
[[nodiscard]] std::string describeJson(const Json& value);

/// Whether it is an object with these keys only. `what` is said in the fault: "a call".
bool checkObject(const JsonPlace& place, std::span<const std::string_view> keys, std::string_view what,
                 ProgramFault& fault);

/// The array at `key`; nothing, and a fault, when it is missing, is not an array, or holds more than `most`.
[[nodiscard]] std::optional<JsonPlace> arrayIn(const JsonPlace& object, std::string_view key, std::size_t most,
                                               ProgramFault& fault);

/// A string of 1 to kLongestName bytes, without control character and without dot (a dot leads to an output, as in
/// "a.0"); else empty, and a fault.
[[nodiscard]] std::string_view nameIn(const JsonPlace& object, std::string_view key, ProgramFault& fault);

constexpr std::size_t kLongestName = 200;

/// Bounds of an integer, both included.
struct IntegerRange {
    std::int64_t low;
    std::int64_t high;
};
/// An integer in a range; else `low`, and a fault.
[[nodiscard]] std::int64_t integerAt(const JsonPlace& place, IntegerRange range, ProgramFault& fault);
[[nodiscard]] std::int64_t integerIn(const JsonPlace& object, std::string_view key, IntegerRange range,
                                     ProgramFault& fault);
/// A number; else 0, and a fault.
[[nodiscard]] double numberAt(const JsonPlace& place, ProgramFault& fault);

/// `'a', 'b' or 'c'`, at most ten of them.
[[nodiscard]] std::string namesText(std::span<const std::string_view> names);

} // namespace batchscope
