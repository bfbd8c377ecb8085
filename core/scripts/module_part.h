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
    /// A module that the user trusts, in this process: nothing bounds it. The request as of ModuleChild, with what is
    /// known of it; the host needs `packed` no longer. Errors as of ModuleChild::open.
    Result<std::unique_ptr<ModuleHost>> (*openHere)(std::string_view packed, const OpenRequest& request);
};
extern const ModulePart kModulePart; ///< in programs that link the modules, and in batchscope-torch.so

} // namespace batchscope
