// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/module_checks.h"

#include "core/base/check.h"
#include "core/scripts/module_archive.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace batchscope::fuzz {

void checkModuleInput(std::string_view input) {
    const Result<ModuleArchive> archive = inspectArchiveBytes(std::string(input), "f");
    if (!archive) {
        BATCHSCOPE_CHECK(!archive.error().message.empty());
        return;
    }
    BATCHSCOPE_CHECK(std::is_sorted(archive->records.rbegin(), archive->records.rend()));
    BATCHSCOPE_CHECK(std::accumulate(archive->records.begin(), archive->records.end(), std::uint64_t{0}) <=
                     archive->unpacked);
}

} // namespace batchscope::fuzz
