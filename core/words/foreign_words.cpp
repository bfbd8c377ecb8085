// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/foreign_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string unsupportedFormat(const ForeignWords& format) {
    return fmt::format("unsupported format: {}; {}", format.name, format.advice);
}

} // namespace batchscope::words
