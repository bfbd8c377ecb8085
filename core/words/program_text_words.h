// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a recorded graph cannot be written as a program.
#pragma once

#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kNoOpaqueOpsInProgram =
    "a program has bodies of primitives only; this graph calls code that is not part of it";
inline constexpr std::string_view kNoRoundsInProgram =
    "values of this graph are read while it runs, which a program cannot say";
inline constexpr std::string_view kOnlyFiniteNumbers = "a number of this graph is not finite, which JSON cannot say";

} // namespace batchscope::words
