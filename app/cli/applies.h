// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds options that cannot have an effect with this net or format. Such an option is an error that says why; it is
// never ignored. Options that a command cannot use at all are unknown to it, and those that exclude each other say so
// to CLI11 (options.cpp).
#pragma once

#include "app/cli/options.h"
#include "core/treebank/treebank.h"

namespace batchscope {

/// Config error, a line an option: "--dim: mlp defines its own widths". The particular trees do not matter: `--traces
/// remove` is fine for brackets without traces, and an error for images, which cannot have any.
[[nodiscard]] Status checkOptions(const CliOptions& options, const Treebank& bank);

} // namespace batchscope
