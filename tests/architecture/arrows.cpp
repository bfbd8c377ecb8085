// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/arrows.h"

#include "tests/architecture/house_rules.h"
#include "tests/architecture/rooms.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace batchscope::house {

namespace {

namespace fs = std::filesystem;

struct Include {
    std::string path; ///< what stands between the quotes or brackets; empty where it is a macro
    bool quoted = false;
    int line = 0;
};

using Sources = std::map<std::string, std::vector<Include>>; // by path below the root

std::vector<Include> includesOf(const fs::path& file) {
    static const std::regex kDirective(R"re(\s*#\s*include\b\s*(?:"([^"]*)"|<([^>]*)>)?.*)re");
    std::vector<Include> includes;
    std::ifstream in(file);
    std::string text;
    std::smatch match;
    for (int line = 1; std::getline(in, text); ++line) {
        if (text.find("include") != std::string::npos && std::regex_match(text, match, kDirective)) {
            includes.push_back({match[1].matched ? match[1].str() : match[2].str(), match[1].matched, line});
        }
    }
    return includes;
}

Sources readSources(const fs::path& root) {
    Sources sources;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app"})) {
        sources.emplace(path, includesOf(root / path));
    }
    return sources;
}

bool fits(std::string_view pattern, std::string_view room) {
    return pattern.ends_with("/*") ? room.starts_with(pattern.substr(0, pattern.size() - 1)) : pattern == room;
}

/// True when `list`, written as in rooms.h, has the room.
bool listHas(std::string_view list, std::string_view room) {
    bool has = false;
    std::istringstream words{std::string(list)};
    for (std::string word; words >> word;) {
        const bool takenOut = word.starts_with('!');
        if (fits(std::string_view(word).substr(takenOut ? 1 : 0), room)) {
            has = !takenOut;
        }
    }
    return has;
}

const RoomRule* ruleFor(std::string_view room) {
    for (const RoomRule& rule : kRooms) {
        if (fits(rule.room, room)) {
            return &rule;
        }
    }
    return nullptr;
}

std::vector<std::regex> compiledPatterns() {
    std::vector<std::regex> patterns;
    patterns.reserve(kHeaders.size());
    for (const HeaderRule& rule : kHeaders) {
        patterns.emplace_back(rule.pattern.begin(), rule.pattern.end());
    }
    return patterns;
}

const HeaderRule* headerRule(const std::string& include) {
    static const std::vector<std::regex> kPatterns = compiledPatterns();
    for (std::size_t rule = 0; rule < kHeaders.size(); ++rule) {
        if (std::regex_match(include, kPatterns[rule])) {
            return &kHeaders[rule];
        }
    }
    return nullptr;
}

bool isOurs(std::string_view include) {
    for (const std::string_view top : {"core/", "views/", "app/", "tests/", "resources/"}) {
        if (include.starts_with(top)) {
            return true;
        }
    }
    return false;
}

/// True when the header, or one of ours that it includes, includes LibTorch.
bool bringsTorch(const Sources& sources, const std::string& header) {
    std::vector<std::string> open = {header};
    std::set<std::string> seen;
    while (!open.empty()) {
        const std::string path = open.back();
        open.pop_back();
        const auto found = sources.find(path);
        if (found == sources.end() || !seen.insert(path).second) {
            continue;
        }
        for (const Include& include : found->second) {
            const HeaderRule* rule = headerRule(include.path);
            if (rule != nullptr && rule->name == kTorch) {
                return true;
            }
            open.push_back(include.path);
        }
    }
    return false;
}

/// True for a header that stands in the room itself, or in a folder of it that other rooms may look into.
bool isOpen(std::string_view room, std::string_view include) {
    const std::size_t folderEnd = include.find('/', room.size() + 1);
    return folderEnd == std::string_view::npos ||
           std::find(kOpenFolders.begin(), kOpenFolders.end(), include.substr(0, folderEnd)) != kOpenFolders.end();
}

std::optional<std::string> complaintAboutHeader(const std::string& from, const std::string& include) {
    const HeaderRule* rule = headerRule(include);
    if (rule == nullptr || listHas(rule->onlyIn, from)) {
        return std::nullopt;
    }
    return fmt::format("room {} may not include {} ({})", from, rule->name, include);
}

std::optional<std::string> complaintAboutOurs(const Sources& sources, const std::string& from,
                                              const std::string& include) {
    const std::string to = roomOf(include);
    if (from == to) {
        return std::nullopt;
    }
    if (to == "tests") {
        return fmt::format("nobody may include tests ({})", include);
    }
    if (!listHas(ruleFor(from)->mayInclude, to)) {
        return fmt::format("room {} may not include room {} ({})", from, to, include);
    }
    if (!isOpen(to, include)) {
        return fmt::format("{} stands in a folder of room {}, which is for that room only", include, to);
    }
    if (const auto said = complaintAboutHeader(from, include)) {
        return said;
    }
    if (bringsTorch(sources, include) && complaintAboutHeader(from, "torch/torch.h")) {
        return fmt::format("room {} may not include {}, which brings in {}", from, include, kTorch);
    }
    return std::nullopt;
}

std::optional<std::string> complaint(const fs::path& root, const Sources& sources, const std::string& file,
                                     const Include& include) {
    const std::string from = roomOf(file);
    if (include.path.empty()) {
        return "an include by macro cannot be read; write the header's name";
    }
    if (isOurs(include.path)) {
        return complaintAboutOurs(sources, from, include.path);
    }
    const bool leavesRoot = include.path.starts_with(".") || include.path.find("/../") != std::string::npos;
    const bool besideIt = include.quoted && fs::exists((root / file).parent_path() / include.path);
    if (leavesRoot || besideIt) {
        return fmt::format("write the path of {} from the root of the repository", include.path);
    }
    return complaintAboutHeader(from, include.path);
}

} // namespace

std::string roomOf(std::string_view path) {
    const std::size_t top = path.find('/');
    if (top == std::string_view::npos) {
        return "";
    }
    const std::string_view first = path.substr(0, top);
    if (first != "core" && first != "views" && first != "app") {
        return std::string(first);
    }
    const std::size_t second = path.find('/', top + 1);
    return std::string(path.substr(0, second == std::string_view::npos ? top : second));
}

std::vector<std::string> brokenArrows(const fs::path& root) {
    const Sources sources = readSources(root);
    std::vector<std::string> broken;
    for (const auto& [file, includes] : sources) {
        if (ruleFor(roomOf(file)) == nullptr) {
            broken.push_back(fmt::format(
                "{}:1: {} is no room: add a row to tests/architecture/rooms.h, or move the file", file, roomOf(file)));
            continue;
        }
        for (const Include& include : includes) {
            if (const auto said = complaint(root, sources, file, include)) {
                broken.push_back(fmt::format("{}:{}: {}", file, include.line, *said));
            }
        }
    }
    return broken;
}

} // namespace batchscope::house
