// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors for unknown names, and what each kind of name is called.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

/// "; did you mean 'depth'?" with the known name that a slip of the finger turned into `name`; empty where none is
/// near.
[[nodiscard]] std::string didYouMean(std::string_view name, std::span<const std::string_view> known);

[[nodiscard]] std::string unknownName(std::string_view kind, std::string_view name,
                                      std::span<const std::string_view> known);

} // namespace batchscope::words
