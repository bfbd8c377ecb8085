// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which passes run, as users choose it: a set of passes, or `off`, which is no engine at all but the plain bodies on
// LibTorch. The text is the same everywhere: `--passes all`, the arm `folded@cse+fuse`.
#pragma once

#include "core/base/result.h"
#include "core/plan/pass.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// None: `off`.
using PassChoice = std::optional<PassSet>;

/// `off`, `all`, `none`, or names separated by commas; a name with `-` before it is taken out of all (`-dedup,-pack`).
/// A Config error, also for an empty text; that of an unknown pass names those there are.
[[nodiscard]] Result<PassChoice> parsePassChoice(std::string_view text);
/// Such that parsePassChoice gives the same choice.
[[nodiscard]] std::string passChoiceText(PassChoice choice);

/// No passes, then each added in turn in the order of passEntries(); the last are all.
[[nodiscard]] std::vector<PassSet> ablationSets();

} // namespace batchscope
