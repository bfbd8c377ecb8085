// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program straight from its text, in one pass: no document, no copy of a name, nothing allocated for each call.
// So a million calls are read in the time in which a document of them would be freed. It knows nothing of faults: where
// anything is wrong or merely odd it gives up, and program_document.h reads the text again and says what.
#pragma once

#include "core/nets/call_book.h"

#include <optional>
#include <string_view>

namespace batchscope {

/// Exactly what readProgramDocument makes of the text, or nothing; never something where that finds a fault.
[[nodiscard]] std::optional<RecordedProgram> readProgramStream(std::string_view json, DType dtype);

} // namespace batchscope
