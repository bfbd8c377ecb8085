// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson_commands.h"

#include "core/nets/build_graph.h"
#include "core/session/session_choice.h"
#include "core/words/json_words.h"
#include "core/words/program_json_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>

namespace batchscope {

namespace {

enum class Kind { Flag, Number, Text, File, Net, Choice };

struct Key {
    std::string_view name;
    Kind kind;
};

struct Known {
    std::string_view command;
    std::vector<Key> keys;
    std::size_t least = 0; ///< so many of the keys must be there
};

/// The choices of a session are known, too, each with its name.
const std::vector<Known>& knownCommands() {
    static const std::vector<Known> kKnown = {
        {"open", {{"file", Kind::File}, {"model", Kind::Net}, {"keep", Kind::Flag}}, 1},
        {"first", {}},
        {"last", {}},
        {"play", {}},
        {"fit", {}},
        {"stage-forward", {}},
        {"seek", {{"stop", Kind::Number}, {"batch", Kind::Number}, {"time", Kind::Number}}, 1},
        {"select",
         {{"node", Kind::Number}, {"second", Kind::Number}, {"batch", Kind::Number}, {"tree", Kind::Number}},
         1},
        {"trees", {{"begin", Kind::Number}, {"end", Kind::Number}}, 2},
        {"dim", {{"value", Kind::Number}}, 1},
        {"split", {{"name", Kind::Text}}, 1},
        {"split-clock", {{"name", Kind::Text}}, 1},
        {"show-panel", {{"id", Kind::Text}, {"size", Kind::Number}}, 1},
    };
    return kKnown;
}

const SessionChoice* findChoice(std::string_view id) {
    const std::span<const SessionChoice> all = sessionChoices();
    const auto found = std::find_if(all.begin(), all.end(), [id](const SessionChoice& row) { return row.id == id; });
    return found == all.end() ? nullptr : &*found;
}

std::string knownNames() {
    std::string names;
    for (const Known& known : knownCommands()) {
        names.append(names.empty() ? "" : ", ").append(known.command);
    }
    return names + " or a choice such as policy";
}

void checkName(const JsonPlace& place, const SessionChoice& choice, ProgramFault& fault) {
    const std::string name = textAt(place, fault);
    if (!fault.found() && std::find(choice.names.begin(), choice.names.end(), name) == choice.names.end()) {
        fault.add(place, fmt::format("unknown name '{}'; expected {}", name, fmt::join(choice.names, ", ")));
    }
}

/// In the folder of the lesson itself, so that a lesson reads nothing else of its reader's disk.
void checkFile(const JsonPlace& place, const LessonOpening& opening, ProgramFault& fault) {
    const std::string name = textAt(place, fault);
    if (fault.found()) {
        return;
    }
    if (name.find('/') != std::string::npos || name == "..") {
        fault.add(place, fmt::format("found a path, '{}'; put the file beside the lesson and give its name", name));
        return;
    }
    std::error_code ignored;
    if (!opening.folder.empty() && !std::filesystem::exists(std::filesystem::path(opening.folder) / name, ignored)) {
        fault.add(place, fmt::format("there is no file '{}' beside the lesson", name));
    }
}

void checkValue(const JsonPlace& place, Kind kind, const LessonOpening& opening, ProgramFault& fault) {
    constexpr IntegerRange kIndices = {0, 1'000'000'000};
    switch (kind) {
    case Kind::Flag:
        if (!place.value.is_boolean()) {
            fault.addFound(place, words::kJsonTrueOrFalse);
        }
        break;
    case Kind::Number:
        if (place.value.is_number_float()) { // a moment
            (void)numberAt(place, fault);
        } else {
            (void)integerAt(place, kIndices, fault);
        }
        break;
    case Kind::Text: (void)textAt(place, fault); break;
    case Kind::File: checkFile(place, opening, fault); break;
    case Kind::Net: checkName(place, *findChoice("model"), fault); break;
    case Kind::Choice: break; // with its names
    }
}

void checkArguments(const JsonPlace& place, const Known& known, const LessonOpening& opening, ProgramFault& fault) {
    std::vector<std::string_view> keys = {"command"};
    std::size_t given = 0;
    for (const Key& key : known.keys) {
        keys.push_back(key.name);
        if (const std::optional<JsonPlace> value = place.member(key.name)) {
            ++given;
            checkValue(*value, key.kind, opening, fault);
        }
    }
    if (checkObject(place, keys, fmt::format("the command \"{}\"", known.command), fault) && given < known.least) {
        fault.add(place, words::missingKey(known.keys[known.least == 1 ? 0 : given].name, words::kJsonValue));
    }
}

LessonCommand commandAt(const JsonPlace& place, const LessonOpening& opening, ProgramFault& fault) {
    LessonCommand command;
    if (!place.value.is_object()) {
        fault.addFound(place, "a command");
        return command;
    }
    command.id = textIn(place, "command", fault);
    if (fault.found()) {
        return command;
    }
    const auto& all = knownCommands();
    const auto known =
        std::find_if(all.begin(), all.end(), [&command](const Known& row) { return row.command == command.id; });
    if (known != all.end()) {
        checkArguments(place, *known, opening, fault);
    } else if (const SessionChoice* const choice = findChoice(command.id)) {
        checkArguments(place, {choice->id, {{"name", Kind::Choice}}, 1}, opening, fault);
        if (!fault.found()) {
            checkName(*place.member("name"), *choice, fault);
        }
    } else {
        fault.add(*place.member("command"),
                  fmt::format("a lesson cannot run '{}'; expected {}", command.id, knownNames()));
    }
    Json arguments = place.value;
    arguments.erase("command");
    command.arguments = arguments.dump();
    return command;
}

} // namespace

LessonOpening lessonOpeningIn(const JsonPlace& lesson, const std::string& folder, ProgramFault& fault) {
    LessonOpening opening{folder, optionalTextIn(lesson, "file", fault), optionalTextIn(lesson, "model", fault)};
    if (!opening.file.empty()) {
        checkFile(*lesson.member("file"), opening, fault);
    }
    if (!opening.model.empty()) {
        checkName(*lesson.member("model"), *findChoice("model"), fault);
    }
    return opening;
}

std::vector<LessonCommand> lessonStateIn(const JsonPlace& object, const LessonOpening& opening, ProgramFault& fault) {
    std::vector<LessonCommand> commands;
    forEachInOptional(
        object, "state", [&](const JsonPlace& place) { commands.push_back(commandAt(place, opening, fault)); }, fault);
    if (!object.member("state")) {
        commands.push_back({"first", "{}"});
    }
    const auto runs = [&commands](std::string_view id) {
        return std::any_of(commands.begin(), commands.end(), [id](const LessonCommand& each) { return each.id == id; });
    };
    if (!opening.file.empty() && !runs("open")) {
        Json arguments = {{"file", opening.file}};
        if (!opening.model.empty()) {
            arguments["model"] = opening.model;
        }
        commands.insert(commands.begin(), {"open", arguments.dump()});
    }
    if (!runs("fit")) {
        commands.push_back({"fit", "{}"});
    }
    return commands;
}

} // namespace batchscope
