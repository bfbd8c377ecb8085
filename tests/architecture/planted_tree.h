// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a checker that never complains is no proof. These tests plant faults in a small tree of their own, which lives
// as long as this object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::house {

class PlantedTree {
public:
    PlantedTree() {
        std::string name = (std::filesystem::temp_directory_path() / "batchscope-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("cannot make " + name);
        }
        m_root = name;
    }
    ~PlantedTree() {
        std::error_code ignored;
        std::filesystem::remove_all(m_root, ignored);
    }
    PlantedTree(const PlantedTree&) = delete;
    PlantedTree& operator=(const PlantedTree&) = delete;

    void plant(std::string_view path, std::string_view text) const {
        std::filesystem::create_directories((m_root / path).parent_path());
        std::ofstream(m_root / path) << text;
    }
    [[nodiscard]] const std::filesystem::path& root() const { return m_root; }

private:
    std::filesystem::path m_root;
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
