// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/kernel_choice.h"

#include "core/base/check.h"

namespace batchscope {

const VectorKernels& kernelsOf(InstructionSet set) {
    BATCHSCOPE_CHECK(set <= bestInstructionSet());
#ifdef BATCHSCOPE_X86_KERNELS
    switch (set) {
    case InstructionSet::Avx512: return kAvx512Kernels;
    case InstructionSet::Avx2: return kAvx2Kernels;
    case InstructionSet::Portable: break;
    }
#endif
    return kPortableKernels;
}

} // namespace batchscope
