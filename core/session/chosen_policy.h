// SPDX-License-Identifier: GPL-3.0-or-later
//
// What makes the schedule of a session: the policy that was chosen, or a schedule that is given in its place, read from
// a file or edited by hand (SessionConfig::given).
#pragma once

#include "core/schedule/policy.h"
#include "core/session/session_config.h"

#include <memory>

namespace batchscope {

/// Whether the graph can be run as the given schedule says; false where none is given. Linear in the nodes.
[[nodiscard]] bool takesGiven(const SessionConfig& config, const OpGraph& graph);

/// The given schedule as a policy of its name where takesGiven, else the policy of that name, which lives as long as
/// the program. Config error for an unknown one.
[[nodiscard]] Result<std::shared_ptr<const Policy>> chosenPolicy(const SessionConfig& config, const OpGraph& graph);

} // namespace batchscope
