// SPDX-License-Identifier: GPL-3.0-or-later
//
// libFuzzer's way in. BATCHSCOPE_FUZZ_FORMAT is the format's name; see CMakeLists.txt.
#include "tests/fuzz/fuzz_checks.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    batchscope::fuzz::checkInput(BATCHSCOPE_FUZZ_FORMAT, {reinterpret_cast<const char*>(data), size});
    return 0;
}
