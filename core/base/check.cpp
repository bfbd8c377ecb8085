// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace batchscope {

void checkFailed(const char* condition, const char* file, int line) {
    std::fputs(fmt::format("{}:{}: internal error: BATCHSCOPE_CHECK({}) failed\n", file, line, condition).c_str(),
               stderr);
    std::abort();
}

} // namespace batchscope
