// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program from its text, without an allocation per call, because there may be millions of calls; names are not
// copied.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <string>
#include <string_view>

namespace batchscope {

struct RecordedProgram {
    OpGraph calls;       ///< every call as written in the file, nothing merged
    std::string sharing; ///< see ParsedProgram::sharing
};

/// Fails like ParsedProgram::parse.
[[nodiscard]] Result<RecordedProgram> recordProgram(std::string_view text, const std::string& file, DType dtype);

} // namespace batchscope
