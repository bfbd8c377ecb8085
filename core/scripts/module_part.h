// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the part of the program that is built on LibTorch (core/exec/torch_parts.h) has of this room.
#pragma once

#include "core/scripts/script_net.h"

namespace batchscope {

/// The functions of script_net.h with the same names.
struct ModulePart {
    Result<std::shared_ptr<const UserNet>> (*loadScript)(const std::string& path, const ScriptOptions& options,
                                                         const RunControl& control);
    Result<std::shared_ptr<const UserNet>> (*loadSource)(std::string_view text, const std::string& file,
                                                         const ScriptOptions& options, const RunControl& control);
};
extern const ModulePart kModulePart; ///< in programs that link the modules, and in batchscope-torch.so

} // namespace batchscope
