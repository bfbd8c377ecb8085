// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks what must hold for any bytes that are opened as a module of TorchScript, before LibTorch sees them: they are
// taken or refused with a message, and nothing crashes, hangs or allocates what is not in the input. What LibTorch
// makes of them is tried in a child process: module_fuzz.cpp.
#pragma once

#include <string_view>

namespace batchscope::fuzz {

void checkModuleInput(std::string_view input);

} // namespace batchscope::fuzz
