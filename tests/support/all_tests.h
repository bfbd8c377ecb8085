// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of many seeds or combinations take a sample of them, unless all are requested: ./dev check --all.
#pragma once

#include <cstdlib>
#include <string_view>

namespace batchscope::testing {

/// True if BATCHSCOPE_ALL_TESTS is set in the environment, other than to "" or "0".
[[nodiscard]] inline bool allTests() {
    const char* const asked = std::getenv("BATCHSCOPE_ALL_TESTS");
    return asked != nullptr && std::string_view(asked) != "" && std::string_view(asked) != "0";
}

} // namespace batchscope::testing
