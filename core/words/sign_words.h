// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signs of primitives in the diagram of a body that are words. Almost every file of the program includes this header,
// so it holds nothing else.
#pragma once

namespace batchscope::words {

inline constexpr const char* kLookUpSign = "look up";

} // namespace batchscope::words
