// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `pack`: all weights that are applied to one operand form one group (cell_code.h), which is packed once.
#include "core/plan/pass.h"
#include "core/words/pass_words.h"

namespace batchscope {

constinit const PassEntry kPackPass = {
    .pass = Pass::Pack,
    .name = "pack",
    .title = words::kPackPass.title,
    .description = words::kPackPass.description,
    .applyToCompile =
        [](CompileRules rules) {
            rules.packWeights = true;
            return rules;
        },
};

} // namespace batchscope
