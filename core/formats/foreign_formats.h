// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formats that users open but Batchscope does not read. They are recognized by content and refused by name, with advice
// on what to do, before any reader mistakes them for damaged trees or plain sentences.
#pragma once

#include "core/words/foreign_words.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace batchscope {

struct ForeignFormat {
    words::ForeignWords text;
    /// Whether a text with this beginning (4 KiB, or all of it; without UTF-8's byte order mark) is of this format.
    bool (*matches)(std::string_view beginning);
};

/// All of them, in the order in which they are asked.
[[nodiscard]] std::span<const ForeignFormat> foreignFormats();

/// What to say of a text that is of one of them.
[[nodiscard]] std::optional<std::string> foreignFormat(std::string_view beginning);

} // namespace batchscope
