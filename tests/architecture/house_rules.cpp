// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/house_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace batchscope::house {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLicence = "// SPDX-License-Identifier: GPL-3.0-or-later";

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

bool isPartOfName(char byte) {
    return byte == '_' || byte == '-' || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z');
}

/// True when the text has the name as a whole: `text.h` is not in "context.h", nor in "text.hpp".
bool names(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t after = at + name.size();
        const bool startsThere = at == 0 || !isPartOfName(text[at - 1]);
        const bool endsThere = name.ends_with('/') || after == text.size() || !isPartOfName(text[after]);
        if (startsThere && endsThere) {
            return true;
        }
    }
    return false;
}

bool isNamed(std::string_view readme, const fs::path& room, const fs::path& file) {
    if (names(readme, file.filename().string())) {
        return true;
    }
    fs::path header = file;
    header.replace_extension(".h");
    if (file.extension() == ".cpp" && fs::exists(room / header) && names(readme, header.filename().string())) {
        return true;
    }
    // A folder of data may be named as a whole; code is named file by file, wherever it stands.
    return file.has_parent_path() && !isCode(file.string()) && names(readme, file.begin()->string() + "/");
}

/// Whether the file stands in a folder with a README of its own: a room inside the room, which is looked at by itself.
bool isInInnerRoom(const fs::path& room, const fs::path& file) {
    return file.has_parent_path() && fs::exists(room / file.parent_path() / "README.md");
}

std::vector<std::string> roomsBelow(const fs::path& root) {
    std::vector<std::string> rooms;
    for (const std::string top : {"core", "views", "app", "tests"}) {
        if (!fs::is_directory(root / top)) {
            continue;
        }
        for (const auto& entry : fs::directory_iterator(root / top)) {
            if (entry.is_directory()) {
                rooms.push_back(top + "/" + entry.path().filename().string());
            }
        }
    }
    for (const std::string room : {"app", "resources", "sample_data"}) {
        rooms.push_back(room);
    }
    std::sort(rooms.begin(), rooms.end());
    return rooms;
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

std::vector<std::string> longFiles(const fs::path& root) {
    std::vector<std::string> faults;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app"})) {
        const std::string text = contents(root / path);
        const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
        const std::size_t limit = isHeader(path) ? kLongestHeader : kLongestSource;
        if (lines > limit) {
            faults.push_back(fmt::format("{}: {} lines, more than {}", path, lines, limit));
        }
    }
    return faults;
}

std::vector<std::string> unnamedFiles(const fs::path& root) {
    std::vector<std::string> faults;
    for (const std::string& room : roomsBelow(root)) {
        const std::vector<fs::path> files = filesBelow(root / room);
        if (!files.empty() && !fs::exists(root / room / "README.md")) {
            faults.push_back(fmt::format("{}: has no README.md", room));
            continue;
        }
        const std::string readme = contents(root / room / "README.md");
        for (const fs::path& file : files) {
            const std::string name = file.filename().string();
            if (name != "README.md" && name != "CMakeLists.txt" && !isInInnerRoom(root / room, file) &&
                !isNamed(readme, root / room, file)) {
                faults.push_back(fmt::format("{}/README.md: does not name {}", room, file.generic_string()));
            }
        }
    }
    return faults;
}

std::vector<std::string> unlicensedFiles(const fs::path& root) {
    std::vector<std::string> faults;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app", "tests"})) {
        if (!contents(root / path).starts_with(kLicence)) {
            faults.push_back(fmt::format("{}:1: the first line must be {}", path, kLicence));
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
