// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/hidden_names.h"

#include "tests/architecture/house_rules.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace batchscope::house {

namespace {

namespace fs = std::filesystem;

/// What a line declares, if it begins in the first column; or nothing.
std::string declaredIn(const std::string& line) {
    static const std::regex kType(
        R"(^(?:struct|class|enum class|enum|union)\s+(?:alignas\([^)]*\)\s*)?(\w+)\s*(?:[:{]|final|$).*)");
    static const std::regex kAlias(R"(^using\s+(\w+)\s*=.*)");
    static const std::regex kConstant(
        R"(^(?:inline |static |thread_local |constinit )*(?:constexpr|const)\b[^({=;]*?\b(\w+)(?:\[[^\]]*\])?\s*[={;(].*)");
    static const std::regex kFunction(R"(^[A-Za-z_][\w:<>,*& ]*[ *&](\w+)\(.*)");
    for (const std::regex* const declaration : {&kType, &kAlias, &kFunction, &kConstant}) {
        std::smatch match;
        if (std::regex_match(line, match, *declaration)) {
            return match[1];
        }
    }
    return {};
}

/// `core/exec` of `core/exec/engine/engine.cpp`; `app` of `app/main.cpp`.
std::string roomOf(const std::string& path) {
    const std::size_t top = path.find('/');
    const std::size_t room = path.find('/', top + 1);
    return path.substr(0, room == std::string::npos ? top : room);
}

} // namespace

std::vector<std::string> hiddenNames(std::string_view source) {
    std::set<std::string> names;
    bool isHidden = false;
    std::istringstream lines{std::string(source)};
    for (std::string line; std::getline(lines, line);) {
        if (line == "namespace {") {
            isHidden = true;
        } else if (line == "} // namespace") {
            isHidden = false;
        } else if (const std::string name = isHidden ? declaredIn(line) : std::string(); !name.empty()) {
            names.insert(name);
        }
    }
    return {names.begin(), names.end()};
}

std::vector<std::string> namesHiddenTwice(const std::filesystem::path& root) {
    std::map<std::string, std::map<std::string, std::string>> owners; // by room and name: the first file that hides it
    std::vector<std::string> faults;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app"})) {
        std::ifstream stream(root / path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
        const std::string room = roomOf(path);
        for (const std::string& name : hiddenNames(text)) {
            const auto [owner, isFirst] = owners[room].try_emplace(name, path);
            if (!isFirst) {
                faults.push_back(fmt::format("{}: {} is in {} and in {}", room, name,
                                             owner->second.substr(room.size() + 1), path.substr(room.size() + 1)));
            }
        }
    }
    return faults;
}

} // namespace batchscope::house
