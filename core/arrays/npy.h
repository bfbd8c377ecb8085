// SPDX-License-Identifier: GPL-3.0-or-later
//
// The npy format of NumPy (numpy.lib.format): one array in a file, behind a header that is the text of a Python dict.
// Written in version 1.0; versions 1 to 3 are read, also arrays that are stored column after column.
#pragma once

#include "core/arrays/named_array.h"

#include <string>
#include <string_view>

namespace batchscope {

/// The array as an npy file.
[[nodiscard]] std::string npyBytes(const NamedArray& array);

/// A whole npy file. `name` and `file` name it in the result and in messages. Parse errors: not npy, another version, a
/// damaged header, elements of another type, more than kMostAxes axes, fewer or more bytes than its shape needs.
[[nodiscard]] Result<NamedArray> parseNpy(std::string_view bytes, const std::string& name, const std::string& file);

} // namespace batchscope
