// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replaces a weight by a NaN, or any unusual number, on purpose. In both arms, this shows how the number spreads and
// how its origin is found; in one arm, how a divergence is found.
#pragma once

#include "core/exec/parameters.h"
#include "core/graph/op_graph.h"

#include <string_view>

namespace batchscope {

/// The arms whose weights get the number.
enum class InjectionArm {
    Both,    ///< both arms go wrong in the same way
    Folded,  ///< the arms differ, as if folding had changed a value
    Regular, ///< the arms differ, too: the regular arm has the wrong value
};

struct Injection {
    InjectionArm arm = InjectionArm::Both;
    ParamId parameter;
    std::size_t index = 0; ///< index of the weight in the parameter, counted row after row
    double number = 0.0;
};

/// Parses `[ARM:]NAME:ROW:COLUMN=NUMBER`, for example `Wl:0:3=nan` or `folded:Wl:0:3=5`. ARM is folded or regular
/// (default: both). Rows and columns count from 0. A Config error says what is wrong and what is available.
[[nodiscard]] Result<Injection> parseInjection(const OpSet& ops, std::string_view text);

/// Puts the number into `parameters`. The caller selects the weights of the right arm.
void inject(const Injection& injection, Parameters& parameters);

} // namespace batchscope
