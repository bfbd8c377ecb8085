// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/row_memory.h"

#include "core/kernels/block_program.h"

namespace batchscope {

std::uint32_t rowUnits(std::int64_t numbers, DType dtype) {
    const std::size_t bytes = static_cast<std::size_t>(numbers) * bytesOf(dtype);
    return static_cast<std::uint32_t>((bytes + kRowUnit - 1) / kRowUnit);
}

} // namespace batchscope
