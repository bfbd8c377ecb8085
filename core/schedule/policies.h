// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of policies.cpp that are also used elsewhere.
#pragma once

#include "core/schedule/policy.h"

#include <span>

namespace batchscope {

/// The candidate with the lowest level and the reason to take it; ties go to the signature that appeared first.
struct LevelChoice {
    std::size_t best = 0; ///< index into the candidates
    Reason reason = Reason::OnlyCandidate;
};
/// Scores the candidates by their lowest level and chooses as `depth` does. There must be at least one candidate.
LevelChoice weighByLevel(std::span<Candidate> candidates);

/// Chooses as `sufficient` does.
[[nodiscard]] Pick chooseSufficient(const Frontier& frontier);

constexpr std::size_t kOptimalNodes = 16; ///< size of the largest graph that `optimal` accepts

} // namespace batchscope
