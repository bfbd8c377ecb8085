// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include "core/words/error_words.h"

#include <fmt/format.h>

#include <string_view>

namespace batchscope {

namespace {

/// A file's name and what a file or a module holds may command a terminal: control characters, but for those in `kept`,
/// as \x1b.
std::string withoutControls(std::string_view text, std::string_view kept) {
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isControl = byte < 0x20 || byte == 0x7F;
        shown +=
            isControl && kept.find(c) == std::string_view::npos ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
    return shown;
}

} // namespace

std::string Error::text() const {
    std::string place = withoutControls(file, "");
    if (position) {
        place += place.empty() ? words::lineAndColumn(position->line, position->column)
                               : fmt::format(":{}:{}", position->line, position->column);
    }
    const std::string said = withoutControls(message, "\n\t");
    return place.empty() ? words::errorText(said) : words::errorTextAt(place, said);
}

Error cancelledError() {
    return Error{ErrorCode::Cancelled, std::string(words::kCanceled)};
}

} // namespace batchscope
