// SPDX-License-Identifier: GPL-3.0-or-later
//
// Switches between the two kinds of batches, a range of trees and individually picked trees, in the same way for views,
// commands and bars.
#pragma once

#include "views/session/session.h"

#include <vector>

namespace batchscope {

/// Asks for exactly these trees, in this order. Nothing for none.
void showPicked(Session& session, std::vector<TreeId> trees);
/// Asks for trees [begin, begin + count) of the bank.
void showRange(Session& session, std::size_t begin, std::size_t count);
/// Back from picked trees to the first ones of the bank, as many as were picked.
void clearPicked(Session& session);
/// How many trees the present choice asks for, at most those that there are; Session::kFirstTrees before any file.
[[nodiscard]] std::size_t chosenCount(const Session& session);

} // namespace batchscope
