// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program by way of a JSON document, which knows the path to each value: the reader that names faults. Its
// document takes many times the memory of the text, and most of the time, so that right programs are read by
// program_stream.h.
#pragma once

#include "core/nets/call_book.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Errors as ParsedProgram::parse.
[[nodiscard]] Result<RecordedProgram> readProgramDocument(std::string_view json, const std::string& file, DType dtype);

} // namespace batchscope
