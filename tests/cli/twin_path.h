// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where command lines that run in copies of the test find the window's program: batchscope-cli looks beside itself, and
// a copy of the test stands elsewhere.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace batchscope::testing {

/// Puts the folder of the window's program in front of PATH. False in a build without a window.
inline bool putTwinOnPath() {
#ifdef BATCHSCOPE_TWIN
    const char* const before = std::getenv("PATH");
    const std::string path =
        std::filesystem::path(BATCHSCOPE_TWIN).parent_path().string() + ':' + (before == nullptr ? "" : before);
    return setenv("PATH", path.c_str(), 1) == 0;
#else
    return false;
#endif
}

} // namespace batchscope::testing
