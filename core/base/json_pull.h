// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes a JSON text apart piece by piece (RFC 8259), checks its grammar, and knows the position of each piece. Trees in
// JSON may be a million brackets deep, and their damage must be shown at its byte: this holds one bit for each open
// bracket and copies nothing.
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
    /// `text` must outlive this. One value; white space around it is fine.
    explicit JsonPull(std::string_view text) : m_text(text) {}

    /// The next piece; End after the value, Fault where the text is not JSON, both forever.
    JsonPiece next();
    /// Goes to the last piece of the value whose first piece `next` just gave: Fault, or that piece.
    JsonPiece skip(JsonPiece first);

    /// For a key or string, the text between the quotes, escapes not decoded; for others, the piece itself.
    [[nodiscard]] std::string_view text() const { return m_piece; }
    /// Its first byte: the quote of a string. For a fault, the byte where it is.
    [[nodiscard]] std::size_t offset() const { return m_offset; }
    /// For a string, the byte after its opening quote.
    [[nodiscard]] std::size_t textOffset() const { return m_offset + 1; }
    /// Objects and arrays that are open.
    [[nodiscard]] std::size_t depth() const { return m_open.size(); }
    /// What was found and expected at a Fault.
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

/// What a string of a JSON text that was taken apart without fault means; `raw` is what was between its quotes. The
/// result is in the encoding of `raw`; escapes of characters that ISO 8859-1 lacks stay as they are there. When
/// `offsets` is given, it gets for each byte of the result the byte of `raw` that it comes from.
[[nodiscard]] std::string unescapedJson(std::string_view raw, Encoding encoding,
                                        std::vector<std::size_t>* offsets = nullptr);

[[nodiscard]] std::string foundInJson(std::string_view found, std::string_view expected);

} // namespace batchscope
