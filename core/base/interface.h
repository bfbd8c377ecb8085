// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two interfaces of the window. A row of a table (panels, commands, choices, policies) says from which one on it is
// shown.
#pragma once

#include <cstdint>

namespace batchscope {

enum class Interface : std::uint8_t {
    Learn,  ///< the few things that a newcomer needs; also shown in Expert
    Expert, ///< everything
};

} // namespace batchscope
