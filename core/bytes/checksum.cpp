// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/checksum.h"

#include <zlib.h>

namespace batchscope {

std::uint32_t checksumOf(std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

} // namespace batchscope
