// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module of the user's is opened before the command that runs it; which of its methods batch, and which do not, is
// said on standard error, so that tables and JSON stay what they are.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/nets/build_graph.h"

#include <string_view>

namespace batchscope {

/// Loads the module that `graph` names; anything else stays as it is. `label` stands before each line, such as
/// "--against: ".
[[nodiscard]] Status openModule(GraphOptions& graph, const RunControl& control, std::string_view label = {});

} // namespace batchscope
