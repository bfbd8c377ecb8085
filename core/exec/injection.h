// SPDX-License-Identifier: GPL-3.0-or-later
//
// Puts a NaN, or any odd number, into a weight on purpose, to see how it spreads and is found again; into the weights
// of one arm only, to see a divergence found.
#pragma once

#include "core/exec/parameters.h"
#include "core/graph/op_graph.h"

#include <string_view>

namespace batchscope {

/// The arms whose weights get the number.
enum class InjectionArm {
    Both,    ///< both arms go wrong in the same way
    Folded,  ///< the arms differ, as if folding had changed a value
    Regular, ///< the same, the other way round
};

struct Injection {
    InjectionArm arm = InjectionArm::Both;
    ParamId parameter;
    std::size_t index = 0; ///< row after row
    double number = 0.0;
};

/// `[ARM:]NAME:ROW:COLUMN=NUMBER`, for example `Wl:0:3=nan` or `folded:Wl:0:3=5`; ARM is folded or regular, both
/// without it; rows and columns count from 0. A Config error says what is wrong and what is available.
[[nodiscard]] Result<Injection> parseInjection(const OpSet& ops, std::string_view text);

/// Puts the number into these weights.
void inject(const Injection& injection, Parameters& parameters);

} // namespace batchscope
