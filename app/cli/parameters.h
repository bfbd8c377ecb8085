// SPDX-License-Identifier: GPL-3.0-or-later
//
// The weights of a run: random or from the file of --weights, the same for both arms, with the numbers that --inject
// puts into them.
#pragma once

#include "app/cli/options.h"
#include "core/exec/injection.h"
#include "core/exec/parameters.h"

#include <optional>
#include <vector>

namespace batchscope {

struct ArmParameters {
    Parameters folded;
    std::optional<Parameters> regular; ///< none: the same
    std::vector<Injection> injections; ///< in them, as --inject names them

    [[nodiscard]] const Parameters* ofRegular() const { return regular ? &*regular : nullptr; }
};

/// Errors of makeWeights (core/exchange/weights.h). Config errors: an injection that names no weight; one into the
/// regular arm without --check, which does not run it; one into a single arm with --reference, which compares both with
/// the same weights in float64.
[[nodiscard]] Result<ArmParameters> makeParameters(const CliOptions& options, const OpSet& ops,
                                                   const RunControl& control);

} // namespace batchscope
