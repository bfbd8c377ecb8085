// SPDX-License-Identifier: GPL-3.0-or-later
//
// A result of the session's measurement as something to show on the canvas.
#pragma once

#include "core/base/result.h"
#include "core/session/session_config.h"

#include <QString>

#include <cstddef>

namespace batchscope {

class Session;

/// Why the result with this index in the report is not shown; empty if it can be: there is none, something is being
/// measured, other files are open, or its arm has no picture (core/session/measured_config.h).
[[nodiscard]] QString whyPointIsNotShown(const Session& session, std::size_t result);

/// What to ask the session for. A Config error with the reason.
[[nodiscard]] Result<SessionConfig> pointConfig(const Session& session, std::size_t result);

/// Whether `now` is that config still, in a window of any shape.
[[nodiscard]] bool isPointShown(const SessionConfig& point, const SessionConfig& now);

} // namespace batchscope
