// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_string.h"

#include <fmt/format.h>

namespace batchscope {

void appendJsonString(std::string& to, std::string_view text) {
    to += '"';
    std::size_t plain = 0; // begin of the text not yet written
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7F) {
            continue;
        }
        to += text.substr(plain, at - plain);
        if (byte == '"' || byte == '\\') {
            to += '\\';
            to += text[at];
        } else {
            to += fmt::format("\\u{:04x}", static_cast<unsigned>(byte));
        }
        plain = at + 1;
    }
    to += text.substr(plain);
    to += '"';
}

} // namespace batchscope
