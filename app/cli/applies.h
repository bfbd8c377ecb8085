// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rule of the command line: an option that can have no effect is an error that says why, never ignored. Which
// option applies to what is one table, in applies.cpp, so that no command has to remember it. What decides is the
// command, the format of the input, the net and the other options, never the particular trees: `--traces remove` is
// fine for brackets without traces, and an error for images, which cannot have any. An option given with its default
// value is fine everywhere. One rule looks at the trees: --prune is an error where it finds nothing to drop.
#pragma once

#include "app/cli/options.h"
#include "core/base/progress.h"
#include "core/treebank/treebank.h"

namespace batchscope {

/// Before the input is read: what command and options alone decide. Config error, a line an option:
/// "--momentum: adam has moments of its own…".
[[nodiscard]] Status checkOptionsAlone(const CliOptions& options);

/// When it is read: the rest. The bank of a program is parsed where a rule asks for it; graphs are built for --prune.
[[nodiscard]] Status checkOptionsOn(const CliOptions& options, const Treebank& bank, const RunControl& control);

} // namespace batchscope
