// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would bring two nodes into one batch, or need fewer batches: one changed choice, and what came of trying it.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

/// "Policy: Agenda". `title` as menus say it.
[[nodiscard]] std::string changedChoice(std::string_view title, std::string_view value);

} // namespace batchscope::words
