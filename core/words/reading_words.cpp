// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/reading_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string earlierFilesTooLarge(std::string_view format) {
    return fmt::format(
        "the files before this one are too large to open together with a file of format {}; open them separately",
        format);
}

std::string leafKindsDiffer(std::string_view format, std::string_view formatBefore) {
    return fmt::format("a file of format {} cannot be opened together with the files before it (format {}): leaves are "
                       "either words or vectors; open them separately",
                       format, formatBefore);
}

std::string fileOfFormatTooLarge(std::string_view limit, std::string_view format, std::string_view advice) {
    return fmt::format("this file is larger than {}, the limit for a file of format {}; {}", limit, format, advice);
}

std::string treesUseTooMuchMemory(std::string_view trees, std::string_view used, std::string_view advice) {
    return fmt::format("the trees read so far ({}) use {} of memory; {}; the rest was not read", trees, used, advice);
}

std::string noTreeInText(std::string_view text, std::string_view advice) {
    return fmt::format("found no tree in {} of text; {}; the rest was not read", text, advice);
}

std::string beginningIsKept(std::string_view why) {
    return fmt::format("{}; everything read before is kept", why);
}

std::string withMoreErrors(std::string_view first, std::size_t more) {
    return more == 0 ? std::string(first)
                     : fmt::format("{} ({} more error{}, and no usable tree)", first, more, more == 1 ? "" : "s");
}

} // namespace batchscope::words
