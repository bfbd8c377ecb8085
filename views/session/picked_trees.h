// SPDX-License-Identifier: GPL-3.0-or-later
//
// Switches between a range of trees and individually picked trees; views, commands and bars all use these functions.
#pragma once

#include "views/session/session.h"

#include <vector>

namespace batchscope {

/// Shows exactly these trees, in this order. Does nothing if there are none.
void showPicked(Session& session, std::vector<TreeId> trees);
/// Shows the trees [begin, begin + count) of the bank.
void showRange(Session& session, std::size_t begin, std::size_t count);
/// Replaces picked trees by the first Session::kFirstTrees trees of the bank; does nothing if none are picked.
void clearPicked(Session& session);
/// The number of trees that the current choice asks for; Session::kFirstTrees before any file is open.
[[nodiscard]] std::size_t chosenCount(const Session& session);

} // namespace batchscope
