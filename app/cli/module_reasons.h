// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why options have no effect on a module of the user's or on a program; for the rules of applies.cpp. Empty: they have
// one, as far as the module is concerned.
#pragma once

#include "app/cli/situation.h"

#include <string>

namespace batchscope {

/// Options of the engine: it runs nothing of a module with methods that are called.
[[nodiscard]] std::string whyNoEngine(const Situation& in);
/// The weights of a module are those of its file, and a program may have none that are random; the order of arms and of
/// trees is still random.
[[nodiscard]] std::string whyNoSeed(const Situation& in);

} // namespace batchscope
