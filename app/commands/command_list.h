// SPDX-License-Identifier: GPL-3.0-or-later
//
// What --list-commands prints: every command with what it does and what scripts may or must give it, from the registry.
#pragma once

#include <QString>

namespace batchscope {

class CommandRegistry;

/// One line a command, "id   tip", in order of registration; under it, indented, its arguments, where it takes any.
[[nodiscard]] QString commandList(const CommandRegistry& commands);

} // namespace batchscope
