// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks what must hold for any bytes that are opened as a file of arrays (BATCHSCOPE_CHECK, as in fuzz_checks.h):
//
// - it is read or refused with a message; nothing crashes, hangs or allocates what is not in the input;
// - an array that is read has as many bytes as its shape needs;
// - written as an npy file and read, it is the same array.
#pragma once

#include <string_view>

namespace batchscope::fuzz {

/// `arrays`: a whole archive (.npz, .pt); `npy`: one array; `pickle`: the data.pkl of a .pt file. The checksums of
/// archives keep a fuzzer away from what is in them, so the last two go there directly.
[[nodiscard]] bool isArrayFormat(std::string_view format);
/// Needs isArrayFormat(format).
void checkArrayInput(std::string_view format, std::string_view input);

} // namespace batchscope::fuzz
