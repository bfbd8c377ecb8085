// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks the code in a module's archive before LibTorch compiles it: does compiling or reading run any of it? LibTorch
// evaluates class constants and default arguments during compilation, and calls __setstate__ of objects during reading.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// The prefix of objects implemented in C++, in code and pickles: their __setstate__ is native code.
inline constexpr std::string_view kObjectsOfCpp = "torch.classes";

/// The code that would run during reading, as text for users: `__setstate__`, or `x = torch.ones(2)`, which
/// torch.jit.save never writes. Empty if there is none.
[[nodiscard]] std::string runsWhileReadBy(std::string_view code);

} // namespace batchscope
