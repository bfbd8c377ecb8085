// SPDX-License-Identifier: GPL-3.0-or-later
//
// Unpacks gzip and zstd files, which are treebanks, too, a piece at a time.
#pragma once

#include "core/bytes/raw_file.h"

#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

class Unpacker {
public:
    Unpacker() = default;
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;
    virtual ~Unpacker() = default;

    /// Appends some further bytes, about `most` at the most; how many, 0 at the end. Io errors: unreadable, damaged.
    [[nodiscard]] virtual Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control) = 0;
    [[nodiscard]] virtual const RawFile& file() const = 0;
};

/// For a file whose first bytes are `beginning` (read already): what they are the magic number of, or the bytes as
/// they are.
[[nodiscard]] std::unique_ptr<Unpacker> unpackerFor(RawFile file, std::string beginning);

/// Whether these first bytes are those of a compressed file.
[[nodiscard]] bool isPacked(std::string_view beginning);

} // namespace batchscope
