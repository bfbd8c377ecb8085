// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/program_files.h"

#include <filesystem>
#include <unistd.h>

namespace batchscope {

std::string findProgramFile(std::string_view name) {
    namespace fs = std::filesystem;
    std::error_code unknown;
    const fs::path here = fs::read_symlink("/proc/self/exe", unknown).parent_path();
    // An installed program never looks into a build folder: another user may have created it.
    const bool isBuilt = here.string().starts_with(BATCHSCOPE_BUILD_FOLDER "/");
    for (const fs::path& folder :
         {here, here.parent_path() / BATCHSCOPE_LIBEXEC, isBuilt ? fs::path(BATCHSCOPE_BUILD_FOLDER "/app") : here}) {
        const fs::path file = folder / name;
        if (::access(file.c_str(), R_OK) == 0) {
            return file.string();
        }
    }
    return {};
}

} // namespace batchscope
