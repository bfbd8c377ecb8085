// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of policies.cpp that others follow, too.
#pragma once

#include "core/schedule/policy.h"

#include <span>

namespace batchscope {

/// Which candidate has the lowest level, and why it is taken; ties go to the signature that appeared first.
struct LevelChoice {
    std::size_t best = 0; ///< an entry of the candidates
    Reason reason = Reason::OnlyCandidate;
};
/// Scores candidates, of which there is at least one, by their lowest level: how `depth` chooses.
LevelChoice weighByLevel(std::span<Candidate> candidates);

/// How `sufficient` chooses.
[[nodiscard]] Pick chooseSufficient(const Frontier& frontier);

constexpr std::size_t kOptimalNodes = 16; ///< of the largest graph that `optimal` accepts

} // namespace batchscope
