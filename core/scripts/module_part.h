// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of core/scripts that need LibTorch (see core/exec/torch_parts.h).
#pragma once

#include "core/scripts/module_child.h"

namespace batchscope {

struct ModulePart {
    /// Makes the call of an op whose method runs in another process.
    std::shared_ptr<const OpCall> (*remoteCall)(std::shared_ptr<ModuleChild> child, const OpsRequest& request,
                                                const Op& op, SentCall call);
};
extern const ModulePart kModulePart; ///< defined in programs that link the modules, and in batchscope-torch.so

} // namespace batchscope
