// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a module from its archive, or from its text (module_source.h), which LibTorch compiles.
#pragma once

#include "core/scripts/module_messages.h"
#include "core/scripts/opened_module_torch.h"

#include <string_view>

namespace batchscope {

/// `packed` is the archive; it is not used if the request has a text. Fails like openModule; Parse error for a text,
/// with line and column and LibTorch's message.
[[nodiscard]] Result<OpenedModule> openAsAsked(const OpenRequest& request, std::string_view packed);

} // namespace batchscope
