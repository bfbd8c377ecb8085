// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/dot_text.h"

namespace batchscope {

void appendDotEscaped(std::string& to, std::string_view text) {
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            to += '\\';
        }
        to += character == '\n' || character == '\r' || character == '\0' ? ' ' : character;
    }
}

} // namespace batchscope
