// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace batchscope {

void checkFailed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: internal error: BATCHSCOPE_CHECK(%s) failed\n", file, line, condition);
    std::abort();
}

} // namespace batchscope
