// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures both rooflines of the machine, multiply-adds and copies per second. A time says little without the machine's
// limit. On a shared machine the limit changes, so it is measured in the same run as the times compared with it.
#pragma once

#include "core/kernels/instruction_set.h"

namespace batchscope {

struct Roofline {
    int threads = 1;
    InstructionSet instructionSet = InstructionSet::Portable; ///< used for the multiply-adds
    double fmaFlops = 0.0;  ///< floating-point operations per second in float32; a fused multiply-add counts as two
    double copyBytes = 0.0; ///< bytes per second that memcpy copies (traffic is twice that), far beyond the caches
};

/// Takes about `seconds` in total. Returns the best of several short periods, since disturbances only slow things down.
[[nodiscard]] Roofline measureRoofline(int threads, InstructionSet set, double seconds);

} // namespace batchscope
