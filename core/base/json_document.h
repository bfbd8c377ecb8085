// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads JSON written by people and scripts, with the position of each value. The first fault is kept as an error with
// file, line and column, and with the path to the value (RFC 6901) in its message. Values read after a fault are
// meaningless.
//
//     const Result<JsonDocument> json = JsonDocument::parse(text, file);
//     TRY(json);
//     json->top().hasOnly(keys, "a lesson");
//     lesson.minutes = json->top()["minutes"].integer(1, 60);
//     TRY(json->status());
//
// A document may have millions of values: one takes 8 bytes, no text is copied, and nesting costs no stack.
#pragma once

#include "core/base/json_pull.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

class JsonDocument;

/// A value of a document, which must outlive it, or a missing value, whose readers report the missing key. Readers that
/// find another type report a fault and return a default: 0 or the lower bound, an empty text, or no elements.
class JsonValue {
public:
    explicit operator bool() const { return m_missing.empty(); }
    [[nodiscard]] bool isObject() const { return first() == '{'; }
    [[nodiscard]] bool isArray() const { return first() == '['; }
    [[nodiscard]] bool isString() const { return first() == '"'; }
    [[nodiscard]] bool isBoolean() const { return first() == 't' || first() == 'f'; }
    [[nodiscard]] bool isNumber() const { return *this && !isObject() && !isArray() && !isString() && !isWord(); }

    /// A member; a missing value if there is no such member or this is not an object.
    [[nodiscard]] JsonValue operator[](std::string_view key) const;
    /// Reports a fault if this is not an object, or for the first key not in `keys`. `what` names the object: "a call".
    bool hasOnly(std::span<const std::string_view> keys, std::string_view what) const;
    /// Calls `each` with the elements of an array, at most `most`, until a fault.
    template <typename Each>
    void forEach(const Each& each, std::size_t most = kMostElements) const;
    /// Calls `each` with the key and the value of each member of an object until a fault.
    template <typename Each>
    void forEachMember(const Each& each) const;
    /// The number of elements or members.
    [[nodiscard]] std::size_t size() const;

    /// An integer from `low` to `high`.
    [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high) const;
    /// A non-negative integer.
    [[nodiscard]] std::uint64_t count() const;
    /// A finite number; -0 written as an integer becomes 0.
    [[nodiscard]] double number() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] bool boolean(bool otherwise) const { return *this ? boolean() : otherwise; }
    /// A string, with its escapes decoded; valid UTF-8.
    [[nodiscard]] std::string_view text() const;
    /// A string that is not empty.
    [[nodiscard]] std::string_view someText() const;
    /// A string of 1 to kLongestName bytes, without control characters and without dots, which select an output, as in
    /// "a.0".
    [[nodiscard]] std::string_view name() const;

    /// The source text of the value, including everything inside it.
    [[nodiscard]] std::string_view source() const;
    [[nodiscard]] std::size_t byte() const;
    [[nodiscard]] SourcePosition position() const;

    // Faults of the document. Functions that add one return false.
    [[nodiscard]] bool hasFault() const;
    bool fail(std::string_view message) const;
    /// Reports "found …; expected `expected`", or that the key is missing.
    bool failFound(std::string_view expected) const;

    static constexpr std::size_t kLongestName = 200;
    static constexpr std::size_t kMostElements = std::numeric_limits<std::uint32_t>::max();

private:
    friend class JsonDocument;
    JsonValue(const JsonDocument& document, std::uint32_t at, std::string_view missing = {})
        : m_document(&document), m_at(at), m_missing(missing) {}

    /// The first character; a space for a missing value.
    [[nodiscard]] char first() const;
    [[nodiscard]] bool isWord() const { return isBoolean() || first() == 'n'; }
    [[nodiscard]] std::string_view raw() const;
    [[nodiscard]] std::string found() const;

    const JsonDocument* m_document;
    std::uint32_t m_at; // index of the piece; for a missing value, of its object
    std::string_view m_missing;
};

class JsonDocument {
public:
    /// Parses `text`, which may begin with a byte order mark and must outlive the document. Parse errors: it is not
    /// JSON or not UTF-8, an object has a duplicate key, or there are too many values for the memory limit (fileLimit).
    [[nodiscard]] static Result<JsonDocument> parse(std::string_view text, std::string file);

    [[nodiscard]] JsonValue top() const { return {*this, 0}; }
    [[nodiscard]] bool hasFault() const { return m_fault->has_value(); }
    /// The first fault.
    [[nodiscard]] Status status() const;

private:
    friend class JsonValue;
    /// A container is followed by its contents, the key of a member by its value.
    struct Piece {
        std::uint32_t byte; ///< its first byte
        std::uint32_t end;  ///< of an object or array, the index of the piece after it; else the byte after it
    };

    JsonDocument(std::string_view text, std::string file) : m_text(text), m_file(std::move(file)) {}
    [[nodiscard]] bool isContainer(std::uint32_t at) const {
        return m_text[m_pieces[at].byte] == '{' || m_text[m_pieces[at].byte] == '[';
    }
    [[nodiscard]] std::uint32_t after(std::uint32_t at) const { return isContainer(at) ? m_pieces[at].end : at + 1; }
    [[nodiscard]] std::string_view raw(std::uint32_t at) const;
    [[nodiscard]] std::string_view decoded(std::uint32_t at) const;
    [[nodiscard]] bool isKey(std::uint32_t at, std::string_view key) const;
    using Keys = std::vector<std::pair<std::string_view, std::uint32_t>>;
    /// The second occurrence of a duplicate key; `keys` is scratch memory.
    [[nodiscard]] std::optional<std::uint32_t> secondKey(std::uint32_t object, Keys& keys) const;
    [[nodiscard]] std::string pathTo(std::uint32_t at) const;
    void fail(std::uint32_t at, std::string_view message) const;

    std::string_view m_text;
    std::string m_file;
    std::vector<Piece> m_pieces;
    // Held by pointer, so that values that refer to a const document can add to them.
    std::unique_ptr<std::deque<std::string>> m_decoded = std::make_unique<std::deque<std::string>>();
    std::unique_ptr<std::optional<Error>> m_fault = std::make_unique<std::optional<Error>>();
};

// Parts of the messages of readers.

/// A string as JSON writes it, elided, so that a line break in it does not break a message.
[[nodiscard]] std::string shownJsonString(std::string_view text);
[[nodiscard]] std::string missingKey(std::string_view key, std::string_view expected);
/// "'a', 'b' or 'c'", at most ten names.
[[nodiscard]] std::string namesText(std::span<const std::string_view> names);
[[nodiscard]] std::string integerBetween(std::int64_t low, std::int64_t high);

template <typename Each>
void JsonValue::forEach(const Each& each, std::size_t most) const {
    if (!isArray()) {
        failFound("an array");
        return;
    }
    const std::uint32_t end = m_document->after(m_at);
    std::size_t elements = 0;
    for (std::uint32_t at = m_at + 1; at < end && !m_document->hasFault(); at = m_document->after(at)) {
        if (++elements > most) {
            failFound("at most " + std::to_string(most));
            return;
        }
        each(JsonValue(*m_document, at));
    }
}

template <typename Each>
void JsonValue::forEachMember(const Each& each) const {
    if (!isObject()) {
        failFound("an object");
        return;
    }
    const std::uint32_t end = m_document->after(m_at);
    for (std::uint32_t at = m_at + 1; at < end && !m_document->hasFault(); at = m_document->after(at + 1)) {
        each(m_document->decoded(at), JsonValue(*m_document, at + 1));
    }
}

} // namespace batchscope
