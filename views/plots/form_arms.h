// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arms that the form of a measurement offers, by their names (core/bench/arms.h).
#pragma once

#include <string>
#include <vector>

namespace batchscope {

/// Those of all policies and of all techniques, on the engine and on LibTorch.
[[nodiscard]] std::vector<std::string> armNamesOfForm();
/// Those that follow the schedule that is shown in place of a policy's.
[[nodiscard]] std::vector<std::string> armsOfSchedule();
/// Regular against folded by this policy, and by the given schedule where one is shown, each on the engine and on
/// LibTorch.
[[nodiscard]] std::vector<std::string> armsFollowing(const std::string& policy, bool isGiven);

} // namespace batchscope
