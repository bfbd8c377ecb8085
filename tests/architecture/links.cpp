// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/links.h"

#include "tests/architecture/arrows.h"
#include "tests/architecture/house_rules.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

namespace batchscope::house {

namespace {

namespace fs = std::filesystem;

using Rooms = std::map<std::string, std::set<std::string>>; // by room: included rooms, or linked libraries

std::string textOf(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> matchesIn(const std::string& text, const std::regex& pattern, int group) {
    std::set<std::string> found;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator();
         ++match) {
        found.insert((*match)[static_cast<std::size_t>(group)].str());
    }
    return found;
}

Rooms includedRooms(const fs::path& root) {
    static const std::regex kOurs(R"re((^|\n)\s*#\s*include\s*"((core|views|app)/[^"]*)")re");
    Rooms included;
    for (const std::string& path : sourceFiles(root, {"core", "views", "app"})) {
        for (const std::string& header : matchesIn(textOf(root / path), kOurs, 2)) {
            if (roomOf(header) != roomOf(path)) {
                included[roomOf(path)].insert(roomOf(header));
            }
        }
    }
    return included;
}

/// The library that a room is built as: "batchscope_graph" for core/graph, "batchscope_views_canvas" for views/canvas,
/// "batchscope_cli" for app/cli, "batchscope_app" for app.
std::string libraryOf(std::string room) {
    for (const std::string_view prefix : {"core/", "app/cli"}) {
        if (room.starts_with(prefix)) {
            room.erase(0, room.find('/') + 1);
        }
    }
    for (char& character : room) {
        character = character == '/' ? '_' : character;
    }
    return "batchscope_" + room;
}

/// The words of batchscope_room(...) that name libraries of ours; `${BATCHSCOPE_VIEWS}` is all those of views.
std::set<std::string> namedLibraries(const fs::path& root, const std::string& room) {
    static const std::regex kCall(R"re(batchscope_room\(([^)]*)\))re");
    static const std::regex kLibrary(R"re(\b(batchscope_\w+))re");
    const std::string text = textOf(root / room / "CMakeLists.txt");
    std::smatch call;
    if (!std::regex_search(text, call, kCall)) {
        return {};
    }
    std::set<std::string> named = matchesIn(call[1].str(), kLibrary, 1);
    if (call[1].str().find("${BATCHSCOPE_VIEWS}") != std::string::npos) {
        for (const auto& entry : fs::directory_iterator(root / "views")) {
            if (entry.is_directory()) {
                named.insert(libraryOf("views/" + entry.path().filename().string()));
            }
        }
    }
    return named;
}

void addLinked(const Rooms& named, const std::string& library, std::set<std::string>& linked) {
    if (!linked.insert(library).second || named.count(library) == 0) {
        return;
    }
    for (const std::string& next : named.at(library)) {
        addLinked(named, next, linked);
    }
}

} // namespace

std::vector<std::string> missingLinks(const fs::path& root) {
    const Rooms included = includedRooms(root);
    Rooms named;
    for (const auto& [room, others] : included) {
        named[libraryOf(room)] = namedLibraries(root, room);
    }
    std::vector<std::string> missing;
    for (const auto& [room, others] : included) {
        std::set<std::string> linked;
        addLinked(named, libraryOf(room), linked);
        for (const std::string& other : others) {
            if (linked.count(libraryOf(other)) == 0) {
                missing.push_back(fmt::format("{} includes {}, and its CMakeLists.txt does not link {}", room, other,
                                              libraryOf(other)));
            }
        }
    }
    return missing;
}

} // namespace batchscope::house
