// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first calls of a module's methods, on a few random rows: what they return, whether their rows may batch, and
// whether the translation gives the same numbers. To be run in a
// process of its own (module_server.h).
#pragma once

#include "core/scripts/module_messages.h"
#include "core/scripts/opened_module_torch.h"

#include <functional>
#include <string>

namespace batchscope {

/// Says what is called next.
using About = std::function<void(const std::string&)>;

/// Parse errors: a method fails, or returns something else than rows of floats; it can run neither together nor
/// alone. What LibTorch throws is caught.
[[nodiscard]] Result<ModuleFacts> tryModule(const OpenedModule& opened, const About& about);

} // namespace batchscope
