// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentences of the game.
#pragma once

#include "core/schedule/hand_schedule.h"

#include <QString>

namespace batchscope {

/// "children"; with the argument shapes where the op has several signatures.
[[nodiscard]] QString signatureName(const OpGraph& graph, SignatureId signature);
/// "3 batches so far, 12 of 66 nodes. No policy can use fewer than 9 in all."
[[nodiscard]] QString progressText(const HandSchedule& hand, std::size_t ran, std::size_t bound);
/// How many batches it took, against the bound and the policies.
[[nodiscard]] QString outcomeText(std::size_t batches, std::size_t bound, const std::vector<PolicyScore>& scores);
[[nodiscard]] QString hintText(const OpGraph& graph, const HandSchedule::Hint& hint);

} // namespace batchscope
