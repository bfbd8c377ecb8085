// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's program, `batchscope`, which draws what this one measures: this one has no Qt. It runs as a child
// process and needs no display.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace batchscope {

/// Its path: beside this program, else on PATH; empty where there is none, as in a build with BATCHSCOPE_GUI=OFF.
[[nodiscard]] std::string findTwin();

/// Runs it until it ends, with `input` as standard input; what it says goes to standard error. Backend error where it
/// cannot be started, does not end by itself, or fails; of the last, it has said why.
[[nodiscard]] Status runTwin(const std::string& program, const std::vector<std::string>& arguments,
                             const std::string& input);

} // namespace batchscope
