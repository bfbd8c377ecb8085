// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the part of the program that is built on LibTorch (core/exec/torch_parts.h) has of this room.
#pragma once

#include "core/scripts/module_child.h"

namespace batchscope {

struct ModulePart {
    /// The call of an op whose method another process runs.
    std::shared_ptr<const OpCall> (*remoteCall)(std::shared_ptr<ModuleChild> child, const OpsRequest& request,
                                                const Op& op, SentCall call);
};
extern const ModulePart kModulePart; ///< in programs that link the modules, and in batchscope-torch.so

} // namespace batchscope
