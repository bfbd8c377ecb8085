// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `pack`: all weights that are applied to one operand form one group (cell_code.h), which is packed once.
#include "core/plan/pass.h"

namespace batchscope {

constinit const PassEntry kPackPass = {
    .pass = Pass::Pack,
    .name = "pack",
    .title = "Packed weights",
    .description = "stores weights of the same operand side by side, so that one product applies them all",
    .applyToCompile =
        [](CompileRules rules) {
            rules.packWeights = true;
            return rules;
        },
};

} // namespace batchscope
