// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule from a file, for every front end: `--schedule` of the command line and *Open schedule* of the window.
// schedule_json.h describes the format.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <string>

namespace batchscope {

/// The schedule of this graph in the file. Errors as readFileBytes (Io) and parseSchedule (Parse, with
/// `file:line:column`).
[[nodiscard]] Result<Schedule> readSchedule(const std::string& file, const OpGraph& graph, const RunControl& control);

} // namespace batchscope
