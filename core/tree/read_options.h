// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's choices about how text becomes trees, apart from the shape of the trees. A change means that the files are
// read again; nothing in them is lost, and the first choice gives every byte as it is in the file.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace batchscope {

enum class Encoding {
    Utf8,   ///< anything else is an error, with its place
    Latin1, ///< every byte is a character of ISO 8859-1
};

enum class Traces {
    Keep,
    Remove, ///< leaves labeled -NONE-, and the constituents that nothing is left of
};

enum class LetterCase {
    AsIs,
    Lower, ///< words in lower case: ASCII, Latin, Greek and Cyrillic letters
};

enum class Escapes {
    Keep,   ///< `-LRB-` and `\/` are words as written
    Decode, ///< they are `(` and `/`
};

enum class LabelText {
    Whole,
    Category, ///< `NP-SBJ=1` is `NP`; labels that begin with '-' stay whole
};

struct ReadOptions {
    Encoding encoding = Encoding::Utf8;
    Traces traces = Traces::Keep;
    LetterCase letterCase = LetterCase::AsIs;
    Escapes escapes = Escapes::Keep;
    LabelText labels = LabelText::Whole;
    std::uint32_t rareBelow = 0; ///< words that occur fewer times than this in all trees become `<unk>`
    bool operator==(const ReadOptions&) const = default;
};

/// Names as the command line spells them: utf-8, latin-1; keep, remove; as-is, lower; keep, decode; whole, category.
[[nodiscard]] std::span<const std::string_view> encodingNames();
[[nodiscard]] std::span<const std::string_view> tracesNames();
[[nodiscard]] std::span<const std::string_view> letterCaseNames();
[[nodiscard]] std::span<const std::string_view> escapesNames();
[[nodiscard]] std::span<const std::string_view> labelTextNames();
[[nodiscard]] Result<Encoding> parseEncoding(std::string_view name);
[[nodiscard]] Result<Traces> parseTraces(std::string_view name);
[[nodiscard]] Result<LetterCase> parseLetterCase(std::string_view name);
[[nodiscard]] Result<Escapes> parseEscapes(std::string_view name);
[[nodiscard]] Result<LabelText> parseLabelText(std::string_view name);

} // namespace batchscope
