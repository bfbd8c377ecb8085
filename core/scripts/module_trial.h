// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls a module's methods for the first time, on a few random rows, to find out what they return, if their rows may
// batch, and if the translation gives the same numbers. Must run in a separate process (module_server.cpp).
#pragma once

#include "core/scripts/module_messages.h"
#include "core/scripts/opened_module_torch.h"

#include <functional>
#include <string>

namespace batchscope {

/// Receives the name of the method that is called next.
using About = std::function<void(const std::string&)>;

/// Parse errors: a method fails, returns anything but rows of floats, or can run neither on many rows nor on one.
/// Exceptions of LibTorch are caught.
[[nodiscard]] Result<ModuleFacts> tryModule(const OpenedModule& opened, const About& about);

} // namespace batchscope
