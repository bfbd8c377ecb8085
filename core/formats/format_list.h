// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats of treebanks. Each format is one reader file, which defines its row; the rows are declared and listed
// here. Outside of this folder, use formats().
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

/// The order in which formats are listed and tried; but binary formats are tried first and programs last.
inline constexpr std::array kFormatList = {
    &kPtbFormat, &kConlluFormat, &kSnliFormat, &kTreesJsonFormat, &kTokensFormat, &kIdxFormat, &kProgramFormat,
};

} // namespace batchscope
