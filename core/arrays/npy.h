// SPDX-License-Identifier: GPL-3.0-or-later
//
// The npy format of NumPy (numpy.lib.format): one array per file, after a header that is the text of a Python dict.
// Version 1.0 is written; versions 1 to 3 are read, also arrays that are stored column by column.
#pragma once

#include "core/arrays/named_array.h"

#include <string>
#include <string_view>

namespace batchscope {

/// The array as an npy file.
[[nodiscard]] std::string npyBytes(const NamedArray& array);

/// Parses a whole npy file; `name` becomes the array's name, and `file` is for messages. Parse errors: not npy, another
/// version, a damaged header, elements of another type, more than kMostAxes axes, a size that contradicts the shape.
[[nodiscard]] Result<NamedArray> parseNpy(std::string_view bytes, const std::string& name, const std::string& file);

} // namespace batchscope
