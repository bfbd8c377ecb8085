// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `fuse`: elementwise values get no rows of their own (body_stages.h); the kernel of their reader computes them.
#include "core/plan/pass.h"

namespace batchscope {

constinit const PassEntry kFusePass = {
    .pass = Pass::Fuse,
    .name = "fuse",
    .title = "Fused blocks",
    .description = "runs all elementwise work between two products in one pass over cached blocks",
    .applyToCompile =
        [](CompileRules rules) {
            rules.fuseElementwise = true;
            return rules;
        },
};

} // namespace batchscope
