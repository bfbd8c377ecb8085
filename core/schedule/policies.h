// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the rules themselves, one function each; policy_registry.cpp wraps them into policies.
#pragma once

#include "core/schedule/policy.h"

namespace batchscope {

/// Every node alone, in creation order: the baseline, TorchFold's Unfold.
[[nodiscard]] Pick chooseRegular(const Frontier& frontier);
/// Groups by (level, signature) in level order: TorchFold, TensorFlow Fold, DyNet's strategy 2.
[[nodiscard]] Pick chooseDepth(const Frontier& frontier);
/// DyNet's strategy 1 (Neubig et al. 2017): unbatchable ready nodes first, alone; then the ready signature of lowest
/// mean level (over all its nodes, computed once), all its ready nodes; ties: ops without product, then first seen.
[[nodiscard]] Pick chooseAgenda(const Frontier& frontier);

} // namespace batchscope
