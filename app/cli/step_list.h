// SPDX-License-Identifier: GPL-3.0-or-later
//
// `run --list steps`: what each step of a finished run launched, how it read its operands, and how long it took, as the
// window's Steps table has it.
#pragma once

#include "app/cli/node_list.h"

namespace batchscope {

void printRunSteps(const ListedGraph& listed);
/// The value of the key `step_list`.
[[nodiscard]] Json runStepsJson(const ListedGraph& listed);

} // namespace batchscope
