// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/house_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace batchscope::house {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLicense = "// SPDX-License-Identifier: GPL-3.0-or-later";

bool isHeader(std::string_view path) {
    return path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".inl");
}

bool isCode(std::string_view path) {
    return isHeader(path) || path.ends_with(".cpp") || path.ends_with(".cc") || path.ends_with(".cxx");
}

/// All files below the folder, relative to it, sorted; hidden files and folders and editors' backups left out.
std::vector<fs::path> filesBelow(const fs::path& folder) {
    std::vector<fs::path> files;
    if (!fs::is_directory(folder)) {
        return files;
    }
    for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
        const std::string name = at->path().filename().string();
        if (name.starts_with('.')) {
            at.disable_recursion_pending();
        } else if (at->is_regular_file() && !name.ends_with('~')) {
            files.push_back(at->path().lexically_relative(folder));
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string contents(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

std::vector<std::string> sourceFiles(const fs::path& root, const std::vector<std::string>& tops) {
    std::vector<std::string> sources;
    for (const std::string& top : tops) {
        for (const fs::path& file : filesBelow(root / top)) {
            if (isCode(file.string())) {
                sources.push_back(top + "/" + file.generic_string());
            }
        }
    }
    return sources;
}

std::vector<std::string> unlicensedFiles(const fs::path& root) {
    std::vector<std::string> faults;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app", "tests"})) {
        if (!contents(root / path).starts_with(kLicense)) {
            faults.push_back(fmt::format("{}:1: the first line must be {}", path, kLicense));
        }
    }
    return faults;
}

std::vector<std::string> lateOwnHeaders(const fs::path& root) {
    std::vector<std::string> faults;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app"})) {
        const std::string header = fs::path(path).replace_extension(".h").generic_string();
        if (isHeader(path) || !fs::exists(root / header)) {
            continue;
        }
        const std::string text = contents(root / path);
        const std::size_t first = text.find("#include");
        const std::string expected = fmt::format("#include \"{}\"", header);
        if (first == std::string::npos || text.compare(first, expected.size(), expected) != 0) {
            faults.push_back(fmt::format("{}: its first include must be \"{}\"", path, header));
        }
    }
    return faults;
}

} // namespace batchscope::house
