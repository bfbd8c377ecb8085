// SPDX-License-Identifier: GPL-3.0-or-later
//
// Translates a lifted method into the body of an op if all its operations are supported: the graph is run once on
// values of which only the form is known (a row of some width, a weight, a number), and each operation on rows becomes
// a primitive. Loops and conditions on known values (such as the number of children) are executed. Such a body cannot
// mix the rows of a batch.
#pragma once

#include "core/scripts/weight_forms.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// The input of a translation.
struct TranslationTask {
    const LiftedMethod& method;
    const std::vector<SlotTree>& slots;         ///< by formal
    const std::vector<ArgumentType>& arguments; ///< arguments of the op, by slot
    std::size_t results = 1;
};

struct Translation {
    std::optional<OpBody> body;
    std::string reason; ///< if there is no body: operation and place
};

/// Adds the required parameters to the set behind `forms`; adds none on failure.
[[nodiscard]] Translation translate(const TranslationTask& task, OpSet& set, WeightForms& forms);

} // namespace batchscope
