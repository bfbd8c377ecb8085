// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program straight from its text, in one pass: no document of the calls, no copy of a name, nothing allocated
// for each call, because there may be millions. A fault is known by its byte; its path and line are found when there is
// one.
#pragma once

#include "core/nets/call_book.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Errors as ParsedProgram::parse.
[[nodiscard]] Result<RecordedProgram> recordProgram(std::string_view json, const std::string& file, DType dtype);

} // namespace batchscope
