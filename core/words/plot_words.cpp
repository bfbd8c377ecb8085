// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/plot_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string dimNamed(std::int32_t dim) {
    return fmt::format("dim {}", dim);
}

std::string threadsNamed(int threads) {
    return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

} // namespace batchscope::words
