// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: to see how a NaN, or any odd number, spreads and is found again, one puts it into a weight on purpose.
#pragma once

#include "core/exec/parameters.h"

#include <string_view>

namespace batchscope {

/// `NAME:ROW:COLUMN=NUMBER`, for example `Wl:0:3=nan`; rows and columns count from 0. A Config error says what is wrong
/// and what there is.
[[nodiscard]] Status injectNumber(const OpSet& ops, std::string_view assignment, Parameters& parameters);

} // namespace batchscope
