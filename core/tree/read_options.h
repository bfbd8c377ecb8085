// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's choices about how text becomes trees, apart from the shape of the trees. After a change, the files are
// read again; no choice loses anything in them, and the first value of each keeps the bytes as they are in the file.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace batchscope {

enum class Traces {
    Keep,
    Remove, ///< removes leaves labeled -NONE- and the constituents that become empty
};
template <>
inline constexpr EnumNames<2> kEnumNames<Traces> = {"trace mode", {"keep", "remove"}};

enum class LetterCase {
    AsIs,
    Lower, ///< converts words to lower case: ASCII, Latin, Greek and Cyrillic letters
};
template <>
inline constexpr EnumNames<2> kEnumNames<LetterCase> = {"letter case", {"as-is", "lower"}};

enum class Escapes {
    Keep,   ///< keeps `-LRB-` and `\/` as written
    Decode, ///< `-LRB-` and `\/` become `(` and `/`
};
template <>
inline constexpr EnumNames<2> kEnumNames<Escapes> = {"escape mode", {"keep", "decode"}};

enum class LabelText {
    Whole,
    Category, ///< shortens `NP-SBJ=1` to `NP`; labels that begin with '-' stay whole
    Upos,     ///< uses the part of speech (column 4) of CoNLL-U instead of the relation; elsewhere like Whole
};
template <>
inline constexpr EnumNames<3> kEnumNames<LabelText> = {"label mode", {"whole", "category", "upos"}};

template <>
inline constexpr EnumNames<2> kEnumNames<Encoding> = {"encoding", {"utf-8", "latin-1"}};

struct ReadOptions {
    Encoding encoding = Encoding::Utf8;
    Traces traces = Traces::Keep;
    LetterCase letterCase = LetterCase::AsIs;
    Escapes escapes = Escapes::Keep;
    LabelText labels = LabelText::Whole;
    std::uint32_t rareBelow = 0; ///< words that occur fewer times than this in all trees become `<unk>`
    bool operator==(const ReadOptions&) const = default;
};

} // namespace batchscope
