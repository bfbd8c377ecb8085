// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/hidden_names.h"

#include "tests/architecture/arrows.h"
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

struct SourceText {
    std::string text;
    std::set<std::string> includes; ///< of this repository
};

using SourceTexts = std::map<std::string, SourceText>; // by path below the root

SourceTexts readTexts(const fs::path& root) {
    static const std::regex kInclude(R"re(#include "([^"]+)")re");
    SourceTexts sources;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app"})) {
        std::ifstream stream(root / path, std::ios::binary);
        SourceText& source = sources[path];
        source.text.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
        for (std::sregex_iterator match(source.text.begin(), source.text.end(), kInclude), end; match != end; ++match) {
            source.includes.insert((*match)[1]);
        }
    }
    return sources;
}

/// Functions that a header declares in batchscope itself; those of its inner namespaces are called by their full names.
std::set<std::string> openFunctions(const std::string& header) {
    static const std::regex kFunction(R"(^(?:\[\[nodiscard\]\] )?[A-Za-z_][\w:<>,*& ]*[ *&](\w+)\(.*)");
    std::set<std::string> names;
    std::istringstream lines(header);
    std::smatch match;
    for (std::string line;
         header.find("namespace batchscope::words") == std::string::npos && std::getline(lines, line);) {
        if (std::regex_match(line, match, kFunction)) {
            names.insert(match[1]);
        }
    }
    return names;
}

void collectHeaders(const SourceTexts& sources, const std::string& path, std::set<std::string>& headers) {
    const auto source = sources.find(path);
    if (source == sources.end()) {
        return;
    }
    for (const std::string& include : source->second.includes) {
        if (headers.insert(include).second) {
            collectHeaders(sources, include, headers);
        }
    }
}

struct Room {
    std::map<std::string, std::string> owners; ///< by hidden name: the first source that hides it
    std::set<std::string> headers;             ///< that its sources see
};

std::string insideRoom(const std::string& room, const std::string& path) {
    return path.substr(room.size() + 1);
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

std::vector<std::string> hiddenClashes(const std::filesystem::path& root) {
    const SourceTexts sources = readTexts(root);
    std::map<std::string, Room> rooms;
    std::vector<std::string> faults;
    for (const auto& [path, source] : sources) {
        if (!path.ends_with(".cpp")) {
            continue;
        }
        const std::string name = roomOf(path);
        Room& room = rooms[name];
        collectHeaders(sources, path, room.headers);
        for (const std::string& hidden : hiddenNames(source.text)) {
            const auto [owner, isFirst] = room.owners.try_emplace(hidden, path);
            if (!isFirst) {
                faults.push_back(fmt::format("{}: {} is in {} and in {}", name, hidden, insideRoom(name, owner->second),
                                             insideRoom(name, path)));
            }
        }
    }
    for (const auto& [name, room] : rooms) {
        for (const std::string& header : room.headers) {
            const auto source = sources.find(header);
            for (const std::string& open :
                 source == sources.end() ? std::set<std::string>() : openFunctions(source->second.text)) {
                if (const auto owner = room.owners.find(open); owner != room.owners.end()) {
                    faults.push_back(fmt::format("{}: {} is in {} and a function of {}", name, open,
                                                 insideRoom(name, owner->second), header));
                }
            }
        }
    }
    return faults;
}

} // namespace batchscope::house
