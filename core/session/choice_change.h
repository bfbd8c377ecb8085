// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the user chose between two configs, for undoing: the window's own shape and threads are no choices.
#pragma once

#include "core/session/session_config.h"

#include <string>

namespace batchscope {

/// Whether they differ in nothing that is chosen.
[[nodiscard]] bool sameChoices(const SessionConfig& left, const SessionConfig& right);
/// The choices of `choices`, and of `present` what is no choice.
[[nodiscard]] SessionConfig withChoicesOf(const SessionConfig& choices, const SessionConfig& present);
/// What differs, briefly: "Policy: agenda" as it is in `after`, "Files", "Trees", "several choices"; empty for nothing.
[[nodiscard]] std::string choiceChangeText(const SessionConfig& before, const SessionConfig& after);

} // namespace batchscope
