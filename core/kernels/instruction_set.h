// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vector instructions that the kernels use. They are chosen at run time and can be limited, to test every path on
// one machine and to report how a figure was measured.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace batchscope {

enum class InstructionSet : std::uint8_t { Portable, Avx2, Avx512 };

/// The name on the command line: portable, avx2, avx512.
[[nodiscard]] std::string_view instructionSetName(InstructionSet set);
/// The best set that this processor and this build can run.
[[nodiscard]] InstructionSet bestInstructionSet();
/// Config error for an unknown name, or for a set that this machine cannot run.
[[nodiscard]] Result<InstructionSet> parseInstructionSet(std::string_view name);

} // namespace batchscope
