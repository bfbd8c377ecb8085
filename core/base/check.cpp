// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"

#include "core/words/error_words.h"

#include <cstdio>
#include <cstdlib>

namespace batchscope {

void checkFailed(const char* condition, const char* file, int line) {
    std::fputs(words::brokenCheck(condition, file, line).c_str(), stderr);
    std::abort();
}

} // namespace batchscope
