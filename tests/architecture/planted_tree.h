// SPDX-License-Identifier: GPL-3.0-or-later
//
// A checker that never complains is no proof. These tests plant faults in a small tree of their own, which lives
// as long as this object.
#pragma once

#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::house {

class PlantedTree {
public:
    void plant(std::string_view path, std::string_view text) const { m_folder.write(path, text); }
    [[nodiscard]] const std::filesystem::path& root() const { return m_folder.path(); }

private:
    testing::TemporaryFolder m_folder;
};

/// One line each, for a readable failure.
inline std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

} // namespace batchscope::house
