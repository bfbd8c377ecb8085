// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson_commands.h"

#include "core/nets/build_graph.h"
#include "core/session/session_choice.h"
#include "core/words/json_words.h"
#include "core/words/program_json_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace batchscope {

namespace {

enum class Kind { Flag, Index, Width, Moment, Text, View, File, Net, Choice };
enum class Need { No, Yes, One }; ///< One: one of the keys that say so

struct Key {
    std::string_view name;
    Kind kind;
    Need need = Need::Yes;
};

struct Known {
    std::string_view command;
    std::vector<Key> keys;
};

constexpr std::int64_t kMost = 1'000'000'000;

/// The choices of a session are known, too, each with its name.
const std::vector<Known>& knownCommands() {
    static const std::vector<Known> kKnown = {
        {"open", {{"file", Kind::File}, {"model", Kind::Net, Need::No}, {"keep", Kind::Flag, Need::No}}},
        {"first", {}},
        {"last", {}},
        {"play", {}},
        {"fit", {}},
        {"stage-forward", {}},
        {"seek",
         {{"stop", Kind::Index, Need::One}, {"batch", Kind::Index, Need::One}, {"time", Kind::Moment, Need::One}}},
        {"step-view", {{"name", Kind::View}}},
        {"select",
         {{"node", Kind::Index, Need::One},
          {"batch", Kind::Index, Need::One},
          {"tree", Kind::Index, Need::One},
          {"second", Kind::Index, Need::No}}},
        {"trees", {{"begin", Kind::Index}, {"end", Kind::Index}}},
        {"dim", {{"value", Kind::Width}}},
        {"split", {{"name", Kind::Text}}},
        {"split-clock", {{"name", Kind::Text}}},
        {"show-panel", {{"id", Kind::Text}, {"size", Kind::Index, Need::No}}},
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

template <typename Names>
void checkName(const JsonPlace& place, const Names& names, ProgramFault& fault) {
    const std::string name = textAt(place, fault);
    if (!fault.found() && std::find(names.begin(), names.end(), name) == names.end()) {
        fault.add(place, fmt::format("unknown name '{}'; expected {}", name, fmt::join(names, ", ")));
    }
}

/// In the folder of the lesson itself, also behind a link, so that a lesson reads nothing else of its reader's disk.
void checkFile(const JsonPlace& place, const LessonOpening& opening, ProgramFault& fault) {
    const std::string name = textAt(place, fault);
    if (fault.found()) {
        return;
    }
    if (name.find('/') != std::string::npos || name == "." || name == "..") {
        fault.add(place, fmt::format("found a path, '{}'; put the file beside the lesson and give its name", name));
        return;
    }
    if (opening.folder.empty()) {
        return;
    }
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::weakly_canonical(opening.folder, ignored);
    const std::filesystem::path file = std::filesystem::weakly_canonical(folder / name, ignored);
    if (file.parent_path() != folder || !std::filesystem::is_regular_file(file, ignored)) {
        fault.add(place, fmt::format("there is no file '{}' beside the lesson", name));
    }
}

void checkMoment(const JsonPlace& place, ProgramFault& fault) {
    const double time = numberAt(place, fault);
    if (time < 0.0 || time > static_cast<double>(kMost)) {
        fault.addFound(place, fmt::format("a number from 0 to {}", kMost));
    }
}

void checkValue(const JsonPlace& place, Kind kind, const LessonOpening& opening, ProgramFault& fault) {
    constexpr IntegerRange kIndices = {0, kMost};
    constexpr IntegerRange kWidths = {1, kLargestDim};
    constexpr auto kViews = std::to_array<std::string_view>({"close-up", "full"});
    switch (kind) {
    case Kind::Flag:
        if (!place.value.is_boolean()) {
            fault.addFound(place, words::kJsonTrueOrFalse);
        }
        break;
    case Kind::Index: (void)integerAt(place, kIndices, fault); break;
    case Kind::Width: (void)integerAt(place, kWidths, fault); break;
    case Kind::Moment: checkMoment(place, fault); break;
    case Kind::Text: (void)textAt(place, fault); break;
    case Kind::View: checkName(place, kViews, fault); break;
    case Kind::File: checkFile(place, opening, fault); break;
    case Kind::Net: checkName(place, findChoice("model")->names, fault); break;
    case Kind::Choice: break; // with its names
    }
}

void checkArguments(const JsonPlace& place, const Known& known, const LessonOpening& opening, ProgramFault& fault) {
    std::vector<std::string_view> keys = {"command"};
    std::vector<std::string_view> missing;
    std::string_view anyOf; // the first of several, one of which must be there
    bool hasAnyOf = false;
    for (const Key& key : known.keys) {
        keys.push_back(key.name);
        const std::optional<JsonPlace> value = place.member(key.name);
        if (value) {
            checkValue(*value, key.kind, opening, fault);
        } else if (key.need == Need::Yes) {
            missing.push_back(key.name);
        }
        if (key.need == Need::One) {
            anyOf = anyOf.empty() ? key.name : anyOf;
            hasAnyOf = hasAnyOf || value;
        }
    }
    if (!anyOf.empty() && !hasAnyOf) {
        missing.push_back(anyOf);
    }
    if (checkObject(place, keys, fmt::format("the command \"{}\"", known.command), fault) && !missing.empty()) {
        fault.add(place, words::missingKey(missing.front(), words::kJsonValue));
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
        if (known->command == "trees" && !fault.found() &&
            place.value["begin"].get<std::int64_t>() >= place.value["end"].get<std::int64_t>()) {
            fault.add(place, "found no trees; expected an end above the beginning");
        }
    } else if (const SessionChoice* const choice = findChoice(command.id)) {
        checkArguments(place, {choice->id, {{"name", Kind::Choice}}}, opening, fault);
        if (!fault.found()) {
            checkName(*place.member("name"), choice->names, fault);
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
        checkName(*lesson.member("model"), findChoice("model")->names, fault);
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
