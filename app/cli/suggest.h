// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a slip of the finger was meant to be: `infos` is `info`, `--polcy` is `--policy`.
#pragma once

#include "app/cli/app.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace batchscope {

/// `help bench` is `bench --help`, `help` is `--help`; all else as it is.
[[nodiscard]] std::vector<std::string> withHelpAsOption(std::vector<std::string> arguments);

/// Config error for a command or a long option that `app` does not have, with the nearest one that it has.
[[nodiscard]] Status checkNames(const CLI::App& app, const std::vector<std::string>& arguments);

} // namespace batchscope
