// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module opened as a request wants it: from its archive, or from its text (module_source.h), which LibTorch compiles.
#pragma once

#include "core/scripts/module_messages.h"
#include "core/scripts/opened_module_torch.h"

#include <string_view>

namespace batchscope {

/// `packed`: the archive, where the request has no text. Parse errors: those of openModule; of a text with line and
/// column, in LibTorch's words.
[[nodiscard]] Result<OpenedModule> openAsAsked(const OpenRequest& request, std::string_view packed);

} // namespace batchscope
