// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules by which ready nodes are chosen. A rule is one file, policy_NAME.cpp, that defines its row, with words from
// core/words/policy_words.h; here it is declared and listed. policy_registry.cpp makes policies of them.
#pragma once

#include "core/schedule/policy.h"
#include "core/words/policy_words.h"

#include <array>
#include <limits>

namespace batchscope {

/// What the batches of a rule are made of.
enum class Grouping : std::uint8_t {
    Signature,
    LevelAndSignature,
    None, ///< every batch is one node
};

/// How a rule may be scheduled without asking it at every step.
enum class Sweep : std::uint8_t {
    None,
    LowestLevelFirst, ///< see Policy::runsLowestLevelFirst
};

struct PolicyRule {
    const char* name;
    words::PolicyWords text; ///< its reason is why a batch was chosen for which choose() gives Reason::OwnRule
    Pick (*choose)(const Frontier& frontier);
    Interface from = Interface::Expert; ///< Policy::offeredIn
    Grouping grouping = Grouping::Signature;
    LevelOrder levelOrder = LevelOrder::FromInputs;
    Sweep sweep = Sweep::None;
    bool highestWins = false; ///< what it maximizes instead of minimizing: Candidate::score
    std::size_t mostNodes = std::numeric_limits<std::size_t>::max(); ///< larger graphs are refused
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
