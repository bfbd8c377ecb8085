// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures both rooflines of the machine, multiply-adds and copies a second. A time says little without the machine's
// limit, and on a shared machine the limit moves, so they are measured in the same run as what is compared with them.
#pragma once

#include "core/kernels/instruction_set.h"

namespace batchscope {

struct Roofline {
    int threads = 1;
    InstructionSet instructionSet = InstructionSet::Portable; ///< of the multiply-adds
    double fmaFlops = 0.0;  ///< floating-point operations a second in float32; a fused multiply-add counts as two
    double copyBytes = 0.0; ///< bytes a second that memcpy copies (traffic is twice that), far beyond the caches
};

/// Takes about `seconds` altogether; the best of several short spells, since a disturbance only ever slows.
[[nodiscard]] Roofline measureRoofline(int threads, InstructionSet set, double seconds);

} // namespace batchscope
