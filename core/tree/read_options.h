// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's choices about how text becomes trees, apart from the shape of the trees. A change means that the files are
// read again; nothing in them is lost, and the first choice gives every byte as it is in the file.
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
    Remove, ///< leaves labeled -NONE-, and the constituents that nothing is left of
};
template <>
inline constexpr EnumNames<2> kEnumNames<Traces> = {"trace mode", {"keep", "remove"}};

enum class LetterCase {
    AsIs,
    Lower, ///< words in lower case: ASCII, Latin, Greek and Cyrillic letters
};
template <>
inline constexpr EnumNames<2> kEnumNames<LetterCase> = {"letter case", {"as-is", "lower"}};

enum class Escapes {
    Keep,   ///< `-LRB-` and `\/` are words as written
    Decode, ///< they are `(` and `/`
};
template <>
inline constexpr EnumNames<2> kEnumNames<Escapes> = {"escape mode", {"keep", "decode"}};

enum class LabelText {
    Whole,
    Category, ///< `NP-SBJ=1` is `NP`; labels that begin with '-' stay whole
    Upos,     ///< in CoNLL-U the part of speech (column 4) instead of the relation; elsewhere as Whole
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
