// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program from its text. Nothing is allocated for a call, because there may be millions.
#pragma once

#include "core/nets/call_book.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Errors as ParsedProgram::parse.
[[nodiscard]] Result<RecordedProgram> recordProgram(std::string_view text, const std::string& file, DType dtype);

} // namespace batchscope
