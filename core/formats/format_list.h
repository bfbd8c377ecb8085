// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats of treebanks. Each is one reader file, which defines its row; here it is declared and listed. Outside of
// this room use formats().
#pragma once

#include "core/formats/format_registry.h"

#include <array>

namespace batchscope {

extern const Format kPtbFormat;
extern const Format kConlluFormat;
extern const Format kSnliFormat;
extern const Format kTreesJsonFormat;
extern const Format kTokensFormat;
extern const Format kIdxFormat;
extern const Format kProgramFormat;

/// In the order in which they are asked (the binary ones first), and listed.
inline constexpr std::array kFormatList = {
    &kPtbFormat, &kConlluFormat, &kSnliFormat, &kTreesJsonFormat, &kTokensFormat, &kIdxFormat, &kProgramFormat,
};

} // namespace batchscope
