// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/speed_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string splitOfSpeedup(std::string_view batching, std::string_view engine, std::string_view both) {
    return fmt::format("batching {} × engine {} = {} overall", batching, engine, both);
}

} // namespace batchscope::words
