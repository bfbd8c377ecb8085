// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules of the policies, one function each; policy_registry.cpp wraps them into policies.
#pragma once

#include "core/schedule/policy.h"

namespace batchscope {

/// Every node alone, in creation order: the baseline, TorchFold's Unfold.
[[nodiscard]] Pick chooseRegular(const Frontier& frontier);
/// Which candidate has the lowest level, and why it is taken; ties go to the signature that appeared first.
struct LevelChoice {
    std::size_t best = 0; ///< an entry of the candidates
    Reason reason = Reason::OnlyCandidate;
};
/// Scores candidates, of which there is at least one, by their lowest level: how `depth` chooses.
LevelChoice weighByLevel(std::span<Candidate> candidates);
/// Groups by (level, signature) in level order: TorchFold, TensorFlow Fold, DyNet's strategy 2. With levels counted
/// from the outputs it is `alap`.
[[nodiscard]] Pick chooseDepth(const Frontier& frontier);
/// DyNet's strategy 1 (Neubig et al. 2017): unbatchable ready nodes first, alone; then the ready signature of lowest
/// mean level (over all its nodes, computed once), all its ready nodes; ties: ops without product, then first seen.
[[nodiscard]] Pick chooseAgenda(const Frontier& frontier);
/// ED-Batch's baseline: the same with the mean level over those nodes of the signature that have not run.
[[nodiscard]] Pick chooseAgendaRemaining(const Frontier& frontier);
/// DyNet's strategy 3: agenda over (level, signature) groups all of whose nodes are ready; plain agenda without one.
[[nodiscard]] Pick chooseCompleteGroups(const Frontier& frontier);
/// The ready signature with the most ready nodes.
[[nodiscard]] Pick chooseLargest(const Frontier& frontier);
/// ED-Batch's sufficient condition (ICML 2023): the signature with the highest share of its own frontier ready; a share
/// of 1 cannot be wrong. See type_frontier.h.
[[nodiscard]] Pick chooseSufficient(const Frontier& frontier);
/// Exhaustive search with memo over all orders: the fewest batches there can be. For graphs up to kOptimalNodes.
[[nodiscard]] Pick chooseOptimal(const Frontier& frontier);
constexpr std::size_t kOptimalNodes = 16;

} // namespace batchscope
