// SPDX-License-Identifier: GPL-3.0-or-later
//
// Damaged inputs of all formats, in one table. What Batchscope says about them, to the letter, is in
// tests/golden/damaged_inputs.txt.
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
