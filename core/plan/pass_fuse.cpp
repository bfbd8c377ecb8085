// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `fuse`: elementwise values get no rows of their own (body_stages.h); the kernel of their reader computes them.
#include "core/plan/pass.h"
#include "core/words/pass_words.h"

namespace batchscope {

constinit const PassEntry kFusePass = {
    .pass = Pass::Fuse,
    .name = "fuse",
    .title = words::kFusePass.title,
    .description = words::kFusePass.description,
    .applyToCompile =
        [](CompileRules rules) {
            rules.fuseElementwise = true;
            return rules;
        },
};

} // namespace batchscope
