// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace batchscope {

/// Runs this command line once more in so many processes of this machine, as the ranks of one group
/// (core/exec/process_group.h), and waits for them. Rank 0 prints; the first rank that ends badly ends all, and its
/// number and reason are the error (Backend).
[[nodiscard]] Result<ExitCode> runInRanks(int processes, const RunControl& control);

} // namespace batchscope
