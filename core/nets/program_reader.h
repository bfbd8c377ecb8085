// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program from its text, without an allocation per call, because there may be millions of calls.
#pragma once

#include "core/nets/call_book.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Fails like ParsedProgram::parse.
[[nodiscard]] Result<RecordedProgram> recordProgram(std::string_view text, const std::string& file, DType dtype);

} // namespace batchscope
