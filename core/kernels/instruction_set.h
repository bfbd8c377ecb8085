// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vector instructions that the kernels use. They are chosen at run time and can be capped, to test every path on
// one machine and to say what a figure was measured with.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace batchscope {

enum class InstructionSet : std::uint8_t { Portable, Avx2, Avx512 };

/// As the command line spells it: portable, avx2, avx512.
[[nodiscard]] std::string_view instructionSetName(InstructionSet set);
/// The best that this processor and this build can run.
[[nodiscard]] InstructionSet bestInstructionSet();
/// A Config error for an unknown name, or for one that does not run here.
[[nodiscard]] Result<InstructionSet> parseInstructionSet(std::string_view name);

} // namespace batchscope
