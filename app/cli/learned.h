// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of the `learned` policy for the command line: read from a file or trained, shown, saved.
#pragma once

#include "app/cli/commands.h"
#include "core/schedule/policy_learned.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Both empty when no option speaks of a table: the policy then trains by itself.
struct LearnedChoice {
    LearnedTable table;
    std::unique_ptr<Policy> policy;
};

/// Reads the table of --table, or trains one where it is to be saved or shown, and puts a policy that follows it in
/// place of `learned` in the list. Errors: none of the policies is `learned`, the file, the training.
[[nodiscard]] Result<LearnedChoice> chooseLearned(const CliOptions& options, const OpGraph& graph,
                                                  std::vector<const Policy*>& policies, const RunControl& control);

/// The policy that follows the table in a file.
[[nodiscard]] Result<std::shared_ptr<const Policy>> taughtBy(const std::string& file, const RunControl& control);

/// Writes the table to the file of --save-table, if one was asked for.
[[nodiscard]] Status saveTable(const CliOptions& options, const LearnedChoice& choice);

} // namespace batchscope
