// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paths to values in JSON text, as RFC 6901 writes them (/calls/3/args/1), and the bytes where those values begin. A
// fault is known by one of the two, and a message has both. The text is searched when there is a fault; nothing is kept
// of it before. Linear, without recursion.
#pragma once

#include "core/base/source_text.h"

#include <string>
#include <string_view>

namespace batchscope {

/// A key as a step of a path: "/", and the key with its slashes and tildes escaped.
[[nodiscard]] std::string pathStep(std::string_view key);

/// Where the value at `path` begins. The text must be JSON at least up to there. When the path leads nowhere, the
/// position that it reaches.
[[nodiscard]] SourcePosition positionOfJson(std::string_view text, std::string_view path);

/// The path to the value that begins at a byte, or to the object whose key does. `text` has no byte order mark.
[[nodiscard]] std::string jsonPathAt(std::string_view text, std::size_t byte);

/// A path as a message shows it: elided, on one line; "the document" for the path to the whole.
[[nodiscard]] std::string pathText(const std::string& path);

} // namespace batchscope
