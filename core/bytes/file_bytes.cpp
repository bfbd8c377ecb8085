// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/file_bytes.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/bytes/byte_source.h"

#include <fmt/format.h>

namespace batchscope {

Result<std::string> readFileBytes(const std::string& path, const RunControl& control) {
    const std::size_t most = treeLimits().textBytes;
    constexpr std::size_t kChunk = std::size_t{1} << 20U;
    const Result<std::shared_ptr<ByteSource>> source = ByteSource::open(path, control);
    TRY(source);
    std::string bytes;
    for (;;) {
        const Result<std::size_t> got = (*source)->read(bytes, kChunk, control);
        TRY(got);
        if (*got == 0) {
            return bytes;
        }
        if (bytes.size() > most) {
            return Error{ErrorCode::Io,
                         fmt::format("this file is larger than {}, the limit for a file that is read as a whole; {}",
                                     formatBytes(most), raiseAdvice(inputLimit())),
                         path};
        }
        control.report("read", (*source)->consumed(), (*source)->fileSize());
    }
}

} // namespace batchscope
