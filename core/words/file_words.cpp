// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/file_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string cannotOpenFile(std::string_view reason) {
    return fmt::format("cannot open: {}", reason);
}

std::string cannotOpenFileAgain(std::string_view reason) {
    return fmt::format("cannot open again: {}", reason);
}

std::string cannotReadFile(std::string_view reason) {
    return fmt::format("cannot read: {}", reason);
}

std::string cannotReadFolder(std::string_view reason) {
    return fmt::format("cannot read the folder: {}", reason);
}

std::string cannotStoreUnpacked(std::string_view reason) {
    return fmt::format("cannot store the decompressed text here: {}; free some space, or set TMPDIR "
                       "to a folder with more space",
                       reason);
}

std::string damagedData(std::string_view packer, std::uint64_t byte, std::string_view reason) {
    return fmt::format("damaged {} data near byte {}: {}; the file is truncated or damaged: download it again", packer,
                       byte, reason);
}

} // namespace batchscope::words
