// SPDX-License-Identifier: GPL-3.0-or-later
//
// Translates a lifted method into the body of an op, where all its operations are known: its graph is run once on
// values of which only the form is known (a row so wide, a weight, a number), and each operation on rows becomes a
// primitive. Loops and conditions over what is known (the number of children) are run as they are. Such a body cannot
// mix the rows of a batch.
#pragma once

#include "core/scripts/weight_forms.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// What is to be translated.
struct TranslationTask {
    const LiftedMethod& method;
    const std::vector<SlotTree>& slots;         ///< by formal
    const std::vector<ArgumentType>& arguments; ///< of the op, by slot
    std::size_t results = 1;
};

struct Translation {
    std::optional<OpBody> body;
    std::string reason; ///< without body: operation and place
};

/// Adds the parameters that it needs to the set behind `forms`; none where it fails.
[[nodiscard]] Translation translate(const TranslationTask& task, OpSet& set, WeightForms& forms);

} // namespace batchscope
