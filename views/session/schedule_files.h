// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules that the window writes. Both functions take time in proportion to the nodes; call them on a lane.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <QString>

namespace batchscope {

/// Writes it as batchscope-cli schedule --save-schedule does, or leaves the file as it was: Io error. Gives the path.
[[nodiscard]] Result<QString> writeSchedule(const OpGraph& graph, const Schedule& schedule, const QString& path);

/// Writes it among the data of the program, under a name that follows from its content, so that a measurement of a
/// schedule from a file can be repeated. Gives the path; errors as writeSchedule.
[[nodiscard]] Result<QString> keepSchedule(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
