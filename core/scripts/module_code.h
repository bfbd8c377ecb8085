// SPDX-License-Identifier: GPL-3.0-or-later
//
// The code in a module's archive as text, before LibTorch compiles it: whether compiling it runs any of it. LibTorch
// evaluates constants of classes and defaults of arguments while it compiles, and calls __setstate__ of objects while
// it reads them.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// How objects that are made by C++ are named, in code and pickles: their own __setstate__ is native code.
inline constexpr std::string_view kObjectsOfCpp = "torch.classes";

/// What in the code would run while it is read, for people: `__setstate__`, or `x = torch.ones(2)`, of which a module
/// that torch.jit.save wrote has nothing. Empty: nothing does.
[[nodiscard]] std::string runsWhileReadBy(std::string_view code);

} // namespace batchscope
