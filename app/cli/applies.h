// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds options that have no effect with the given net or format. Such an option is an error that states the reason; it
// is never ignored. Options that a command does not have are unknown to CLI11, and mutually exclusive options are
// declared to CLI11 (options.cpp).
#pragma once

#include "app/cli/options.h"
#include "core/treebank/treebank.h"

namespace batchscope {

/// Config error with one line per option, such as "--dim: mlp defines its own widths". The individual trees do not
/// matter: `--traces remove` is fine for brackets without traces, and an error for images, which cannot have any.
[[nodiscard]] Status checkOptions(const CliOptions& options, const Treebank& bank);

} // namespace batchscope
