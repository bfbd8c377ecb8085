// SPDX-License-Identifier: GPL-3.0-or-later
//
// The npy format of NumPy (numpy.lib.format): one array in a file, behind a header that is the text of a Python dict.
// Written in version 1.0; versions 1 to 3 are read, also arrays that are stored column after column.
#pragma once

#include "core/arrays/named_array.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Bytes that hold any header that NumPy writes for one of our types: what must be read to know an array.
inline constexpr std::size_t kNpyHeaderBytes = 4096;

struct NpyHeader {
    ArrayInfo info;
    StoredElements stored; ///< counted from `begin`
    std::size_t begin = 0; ///< byte of the first number
};

/// The array as an npy file.
[[nodiscard]] std::string npyBytes(const NamedArray& array);

/// `bytes` begins with an npy file, of which the first kNpyHeaderBytes are enough. `name` and `file` name it in the
/// result and in messages. Parse errors: not npy, another version, a damaged header, elements of another type, more
/// than kMostAxes axes.
[[nodiscard]] Result<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string& name,
                                               const std::string& file);

/// A whole npy file. Parse errors as parseNpyHeader, and when it has fewer or more bytes than its shape needs.
[[nodiscard]] Result<NamedArray> parseNpy(std::string bytes, const std::string& name, const std::string& file);

} // namespace batchscope
