// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/open_module.h"

#include "app/cli/commands.h"
#include "core/scripts/script_net.h"

#include <fmt/format.h>

#include <cstdio>

namespace batchscope {

Status openModule(GraphOptions& graph, const RunControl& control, std::string_view label) {
    const Result<bool> loaded = loadUserNet(graph, control);
    TRY(loaded);
    if (*loaded) {
        clearProgress();
        for (const std::string& line : methodLines(*graph.user.net)) {
            fmt::print(stderr, "{}{}\n", label, line);
        }
    }
    return Ok{};
}

} // namespace batchscope
