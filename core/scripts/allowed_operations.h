// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of TorchScript that a module may use. It is a list of what is allowed, so that what a new LibTorch
// brings along is refused until somebody has looked at it.
#pragma once

#include <string_view>

namespace batchscope {

/// `operation`: with its namespace, without overload: `aten::add_`. In place is allowed where the function is.
[[nodiscard]] bool isAllowedOperation(std::string_view operation);

} // namespace batchscope
