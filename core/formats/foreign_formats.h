// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: people open what they have. What Batchscope does not read is recognised by its content and refused by its name,
// with what to do, before any reader mistakes it for damaged trees or plain sentences.
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
