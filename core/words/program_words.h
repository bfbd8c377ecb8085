// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with a program: its parameters, the arguments of its ops, its calls and outputs. Most texts are what
// was expected at a place of the file (see program_json_words.h); those of op bodies are in program_body_words.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// A part of a program, as an example and as a kind.
struct ProgramPart {
    std::string_view one;
    std::string_view kind;
};

[[nodiscard]] std::string secondNamed(std::string_view kind, std::string_view name);

} // namespace batchscope::words
