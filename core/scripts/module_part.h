// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the part of the program that is built on LibTorch (core/exec/torch_parts.h) has of this room.
#pragma once

#include "core/scripts/script_net.h"

namespace batchscope {

/// As the functions of script_net.h that have these names.
struct ModulePart {
    Result<std::shared_ptr<const UserNet>> (*loadScript)(const std::string& path, const ScriptOptions& options,
                                                         const RunControl& control);
    Result<std::shared_ptr<const UserNet>> (*loadSource)(std::string_view text, const std::string& file,
                                                         const ScriptOptions& options, const RunControl& control);
};

} // namespace batchscope
