// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a JSON text piece by piece (RFC 8259), checks its grammar, and gives the position of each piece. Trees in JSON
// may be a million brackets deep, so this keeps only one bit per open bracket and copies nothing.
//
//     JsonPull json(line);
//     for (JsonPiece piece = json.next(); piece != JsonPiece::End; piece = json.next()) …
#pragma once

#include "core/base/text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

enum class JsonPiece {
    ObjectBegin,
    ObjectEnd,
    ArrayBegin,
    ArrayEnd,
    Key,
    String,
    Number,
    True,
    False,
    Null,
    End,
    Fault
};

class JsonPull {
public:
    /// `text` must outlive this object. It contains one value, which may have white space around it.
    explicit JsonPull(std::string_view text) : m_text(text) {}

    /// The next piece; End after the value, Fault if the text is not JSON. Both are then returned forever.
    JsonPiece next();
    /// Skips to the last piece of the value whose first piece next() just returned, and returns it or Fault.
    JsonPiece skip(JsonPiece first);

    /// The text of the piece; for a key or string, the text between the quotes, with escapes not decoded.
    [[nodiscard]] std::string_view text() const { return m_piece; }
    /// The first byte of the piece, such as the quote of a string; for a fault, the byte where it is.
    [[nodiscard]] std::size_t offset() const { return m_offset; }
    /// For a string, the byte after its opening quote.
    [[nodiscard]] std::size_t textOffset() const { return m_offset + 1; }
    /// The number of open objects and arrays.
    [[nodiscard]] std::size_t depth() const { return m_open.size(); }
    /// The message of a Fault: what was found and expected.
    [[nodiscard]] const std::string& fault() const { return m_fault; }

private:
    enum class Expect { Value, ValueOrEnd, Key, KeyOrEnd, Colon, CommaOrEnd, Nothing };

    [[nodiscard]] JsonPiece failed(std::size_t offset, std::string found);
    [[nodiscard]] std::string_view expected() const;
    void skipSpace();
    JsonPiece open(char bracket);
    JsonPiece close();
    JsonPiece value();
    JsonPiece string(JsonPiece piece);
    JsonPiece number();
    JsonPiece literal();
    [[nodiscard]] bool escape();
    void valueEnded();
    [[nodiscard]] bool inObject() const { return !m_open.empty() && m_open.back(); }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_offset = 0;
    std::string_view m_piece;
    std::vector<bool> m_open; // true: an object
    Expect m_expect = Expect::Value;
    std::string m_fault;
};

/// Decodes a string of a JSON text that was read without fault; `raw` is the text between its quotes. The result is in
/// the encoding of `raw`; for ISO 8859-1, escapes of characters that it lacks are kept.
[[nodiscard]] std::string unescapedJson(std::string_view raw, Encoding encoding);

[[nodiscard]] std::string foundInJson(std::string_view found, std::string_view expected);

} // namespace batchscope
