// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sets the memory limit of the process for one test.
#pragma once

#include "core/base/budget.h"

namespace batchscope::testing {

class MemoryLimit {
public:
    explicit MemoryLimit(std::uint64_t bytes) { setMemoryLimit(bytes); }
    ~MemoryLimit() { setMemoryLimit(std::nullopt); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
};

} // namespace batchscope::testing
