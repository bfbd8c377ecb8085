// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules by which ready nodes are chosen. A rule is one file, policy_NAME.cpp, that defines its row; here it is
// declared and listed. policy_registry.cpp makes policies of them.
#pragma once

#include "core/schedule/policy.h"

#include <array>

namespace batchscope {

struct PolicyRule {
    PolicyTraits traits;
    Pick (*choose)(const Frontier& frontier) = nullptr;
    Chooser (*begin)(const OpGraph& graph) = nullptr; ///< in place of `choose`: Policy::begin
};

extern const PolicyRule kRegularRule;
extern const PolicyRule kDepthRule;
extern const PolicyRule kAlapRule;
extern const PolicyRule kAgendaRule;
extern const PolicyRule kAgendaRemainingRule;
extern const PolicyRule kCompleteGroupsRule;
extern const PolicyRule kLargestRule;
extern const PolicyRule kSufficientRule;
extern const PolicyRule kOptimalRule;

/// In the order in which policies are listed.
inline constexpr std::array kPolicyRules = {
    &kRegularRule,        &kDepthRule,   &kAlapRule,       &kAgendaRule,  &kAgendaRemainingRule,
    &kCompleteGroupsRule, &kLargestRule, &kSufficientRule, &kOptimalRule,
};

/// Which candidate has the lowest level, and why it is taken; ties go to the signature that appeared first.
struct LevelChoice {
    std::size_t best = 0; ///< an entry of the candidates
    Reason reason = Reason::OnlyCandidate;
};
/// Scores candidates, of which there is at least one, by their lowest level: how `depth` chooses.
LevelChoice weighByLevel(std::span<Candidate> candidates);

constexpr std::size_t kOptimalNodes = 16; ///< of the largest graph that `optimal` accepts

} // namespace batchscope
