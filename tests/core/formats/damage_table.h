// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what Batchscope says of damaged input, in one table over all formats. The inputs stand here; what is said of
// them, to the letter, in tests/golden/damaged_inputs.txt.
#pragma once

#include "core/tree/read_options.h"

#include <string>
#include <utility>
#include <vector>

namespace batchscope::testing {

struct DamagedInput {
    std::string name;                                       ///< what is wrong with it
    std::vector<std::pair<std::string, std::string>> files; ///< name and bytes
    enum class Opened { Files, Folder } opened = Opened::Files;
    Encoding encoding = Encoding::Utf8;
};

[[nodiscard]] std::vector<DamagedInput> damagedInputs();

} // namespace batchscope::testing
