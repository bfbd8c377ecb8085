// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window measured, as the command line that measures it again: so its documents serve --repeat-from, and
// a figure on the screen can be reproduced on another machine.
#pragma once

#include "core/records/bench_document.h"

#include <string>
#include <vector>

namespace batchscope {

/// Words of a line of batchscope-cli, the program first, whose sweep is that of the document: what differs from the
/// defaults, the net always, and nothing that has no effect on this bank, which batchscope-cli would refuse. (It also
/// refuses --prune where nothing can be pruned; only building the graph would tell.) `bank` is the one that was
/// measured. Empty for picked trees, which no option names.
[[nodiscard]] std::vector<std::string> benchCommand(const BenchDocument& document, const Treebank& bank);

} // namespace batchscope
