// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exec/process_group.h"

namespace batchscope {

/// Implements joinGroup(), in the part of the program that links LibTorch.
[[nodiscard]] Result<std::unique_ptr<ProcessGroup>> joinGlooGroup(const GroupPlace& place);

} // namespace batchscope
