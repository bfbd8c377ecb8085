// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/instruction_set.h"

#include "core/base/choice.h"

#include <fmt/format.h>

#include <array>

namespace batchscope {

namespace {

constexpr auto kNames = std::to_array<std::string_view>({"portable", "avx2", "avx512"});

InstructionSet detected() {
#ifdef BATCHSCOPE_X86_KERNELS
    // Each check covers all that the set's file is compiled with; GCC's functions also check that the system saves the
    // registers.
    const bool hasAvx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    const bool hasAvx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                           __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0;
    if (hasAvx2) {
        return hasAvx512 ? InstructionSet::Avx512 : InstructionSet::Avx2;
    }
#endif
    return InstructionSet::Portable;
}

} // namespace

std::string_view instructionSetName(InstructionSet set) {
    return kNames[static_cast<std::size_t>(set)];
}

InstructionSet bestInstructionSet() {
    static const InstructionSet kBest = detected();
    return kBest;
}

Result<InstructionSet> parseInstructionSet(std::string_view name) {
    Result<InstructionSet> set = parseChoice<InstructionSet>(name, kNames, "instruction set");
    if (set && *set > bestInstructionSet()) {
        return Error{
            ErrorCode::Config,
            fmt::format("this processor does not support the instruction set {}; the best one it supports is {}", name,
                        instructionSetName(bestInstructionSet()))};
    }
    return set;
}

} // namespace batchscope
