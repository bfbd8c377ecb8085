// SPDX-License-Identifier: GPL-3.0-or-later
//
// `bench --repeat-from RUN.json`: the command line that measures again what a document of bench describes. The recorded
// line goes through the parser that every line goes through, so it means what it meant when it was typed.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace batchscope {

/// `arguments` (without the program, already parsed once) with what RUN.json has recorded. Options that say what is
/// measured: those of `arguments`, else the recorded ones; --arms and --ablation, which exclude each other, replace
/// each other. Options that say what becomes of the figures (isOutputOption): those of `arguments` only, so that no
/// file of the first run is written over. FILE: those of `arguments`, else the recorded ones, which must still be
/// there.
///
/// Errors as readBenchJson(); Parse: no recorded command of bench, or one that this version does not take; Io: a
/// recorded input file is gone; Config: the run read standard input.
[[nodiscard]] Result<std::vector<std::string>>
repeatedLine(const std::string& runFile, const std::vector<std::string>& arguments, const RunControl& control);

} // namespace batchscope
