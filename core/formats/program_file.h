// SPDX-License-Identifier: GPL-3.0-or-later
//
// A user opens a program (core/nets/program.h) as any other file. What it means is not known here: its text is
// kept as it is in Treebank::program, and one tree of one leaf stands for each instance that its calls name.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <string_view>

namespace batchscope {

/// An object with the key "batchscope_program".
[[nodiscard]] bool acceptsProgram(std::string_view beginning);

/// See Format::read. Nothing is checked but what the trees need; the graph's builder says what is wrong, and where.
[[nodiscard]] Status readProgram(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control);

} // namespace batchscope
