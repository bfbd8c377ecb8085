// SPDX-License-Identifier: GPL-3.0-or-later
//
// CRC-32 (ISO 3309), as zip archives and gzip use it.
#pragma once

#include <cstdint>
#include <string_view>

namespace batchscope {

[[nodiscard]] std::uint32_t checksumOf(std::string_view bytes);

} // namespace batchscope
