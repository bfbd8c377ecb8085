// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two interfaces of the window. Each row of a table (panels, commands, choices, policies) gives the first interface
// that shows it.
#pragma once

#include <cstdint>

namespace batchscope {

enum class Interface : std::uint8_t {
    Learn,  ///< the essentials for newcomers; also shown in Expert
    Expert, ///< everything
};

} // namespace batchscope
