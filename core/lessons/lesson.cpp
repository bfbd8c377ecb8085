// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson.h"

#include "core/lessons/lesson_figures.h"
#include "core/nets/json_fields.h"
#include "core/schedule/policy.h"
#include "core/session/node_search.h"
#include "core/words/json_words.h"
#include "core/words/lesson_words.h"
#include "core/words/program_json_words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

namespace batchscope {

namespace {

constexpr auto kLessonKeys = std::to_array<std::string_view>({"title", "summary", "minutes", "beats"});
constexpr auto kBeatKeys = std::to_array<std::string_view>({"title", "text", "notes", "state", "ask"});
constexpr auto kAskKeys = std::to_array<std::string_view>(
    {"kind", "question", "why", "figure", "a", "b", "nodes", "options", "right", "goal", "count", "name", "positions"});
constexpr auto kOptionKeys = std::to_array<std::string_view>({"text", "figure", "right"});
constexpr auto kPositionKeys = std::to_array<std::string_view>({"label", "text", "state"});
constexpr IntegerRange kMinutes = {1, 60};
constexpr IntegerRange kCounts = {0, 1'000'000};

// In the order of the enumerators; "none" is never written.
constexpr auto kKindNames =
    std::to_array<std::string_view>({"none", "number", "pair", "choice", "select", "do", "play", "slide"});
constexpr auto kGoalNames = std::to_array<std::string_view>({"steps", "end", "policy", "batches", "measured"});
constexpr auto kRightNames = std::to_array<std::string_view>({"fewest", "most"});

/// The index of the name at `key`; 0, and a fault, for another one.
std::size_t nameIndexIn(const JsonPlace& object, std::string_view key, std::span<const std::string_view> names,
                        ProgramFault& fault) {
    const std::string name = textIn(object, key, fault);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    if (!fault.found()) {
        fault.add(*object.member(key), words::unknownKind(name, namesText(names)));
    }
    return 0;
}

void keepError(const JsonPlace& place, const Status& status, ProgramFault& fault) {
    if (!status && !fault.found()) {
        fault.add(place, status.error().message);
    }
}

/// Empty where there is no such key.
std::string queryIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    std::string query = optionalTextIn(object, key, fault);
    if (const Result<TreeFilter> filter = parseNodeQuery(query); !filter && !fault.found()) {
        fault.add(*object.member(key), filter.error().message);
    }
    return query;
}

std::string figureIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    std::string figure = textIn(object, key, fault);
    if (!fault.found()) {
        keepError(*object.member(key), checkFigure(figure), fault);
    }
    return figure;
}

/// A text with figures; empty where there is no such key.
std::string figuredTextIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    std::string text = optionalTextIn(object, key, fault);
    if (!fault.found() && !text.empty()) {
        keepError(*object.member(key), checkText(text), fault);
    }
    return text;
}

std::vector<LessonCommand> stateIn(const JsonPlace& object, ProgramFault& fault) {
    std::vector<LessonCommand> commands;
    forEachInOptional(
        object, "state",
        [&](const JsonPlace& place) {
            if (!place.value.is_object()) {
                fault.addFound(place, words::kLessonCommand);
                return;
            }
            LessonCommand command{textIn(place, "command", fault), {}};
            Json arguments = place.value;
            arguments.erase("command");
            command.arguments = arguments.dump();
            commands.push_back(std::move(command));
        },
        fault);
    return commands;
}

LessonOption optionAt(const JsonPlace& place, ProgramFault& fault) {
    LessonOption option;
    if (!checkObject(place, kOptionKeys, words::kLessonOption, fault)) {
        return option;
    }
    option.text = textIn(place, "text", fault);
    option.isRight = flagIn(place, "right", fault);
    if (place.member("figure")) {
        option.figure = figureIn(place, "figure", fault);
    }
    return option;
}

/// Either each answer has a figure, or exactly one says that it is right.
bool isDecided(const std::vector<LessonOption>& options) {
    const auto figures = std::count_if(options.begin(), options.end(),
                                       [](const LessonOption& option) { return !option.figure.empty(); });
    const auto right =
        std::count_if(options.begin(), options.end(), [](const LessonOption& option) { return option.isRight; });
    const bool byFigures = figures == std::ssize(options) && right == 0;
    return options.size() >= 2 && (byFigures || (figures == 0 && right == 1));
}

void readChoice(const JsonPlace& place, LessonAsk& ask, ProgramFault& fault) {
    forEachIn(
        place, "options", [&](const JsonPlace& option) { ask.options.push_back(optionAt(option, fault)); }, fault);
    if (place.member("right")) {
        ask.fewest = nameIndexIn(place, "right", kRightNames, fault) == 0;
    }
    if (!fault.found() && !isDecided(ask.options)) {
        fault.addFound(*place.member("options"), words::kOneRightAnswer);
    }
}

void readGoal(const JsonPlace& place, LessonAsk& ask, ProgramFault& fault) {
    ask.goal = static_cast<LessonGoal>(nameIndexIn(place, "goal", kGoalNames, fault));
    if (ask.goal == LessonGoal::Steps || ask.goal == LessonGoal::Batches) {
        ask.count = static_cast<std::size_t>(integerIn(place, "count", kCounts, fault));
    }
    if (ask.goal == LessonGoal::Policy) {
        ask.name = textIn(place, "name", fault);
        const Result<const Policy*> policy = findPolicy(ask.name);
        keepError(place, policy ? Status(Ok{}) : policy.error(), fault);
    }
}

void readPositions(const JsonPlace& place, LessonAsk& ask, ProgramFault& fault) {
    forEachIn(
        place, "positions",
        [&](const JsonPlace& position) {
            if (checkObject(position, kPositionKeys, words::kLessonPosition, fault)) {
                ask.positions.push_back({textIn(position, "label", fault), figuredTextIn(position, "text", fault),
                                         stateIn(position, fault)});
            }
        },
        fault);
    if (!fault.found() && ask.positions.size() < 2) {
        fault.addFound(*place.member("positions"), words::kAtLeastTwoPositions);
    }
}

LessonAsk askAt(const JsonPlace& place, ProgramFault& fault) {
    LessonAsk ask;
    if (!checkObject(place, kAskKeys, words::kLessonAsk, fault)) {
        return ask;
    }
    ask.kind = static_cast<AskKind>(nameIndexIn(place, "kind", kKindNames, fault));
    ask.question = figuredTextIn(place, "question", fault);
    ask.why = figuredTextIn(place, "why", fault);
    ask.a = queryIn(place, "a", fault);
    ask.b = queryIn(place, "b", fault);
    ask.nodes = queryIn(place, "nodes", fault);
    if (ask.kind == AskKind::Number) {
        ask.figure = figureIn(place, "figure", fault);
    } else if (ask.kind == AskKind::Choice) {
        readChoice(place, ask, fault);
    } else if (ask.kind == AskKind::Do) {
        readGoal(place, ask, fault);
    } else if (ask.kind == AskKind::Slide) {
        readPositions(place, ask, fault);
    } else if (ask.kind == AskKind::Pair && (ask.a.empty() || ask.b.empty())) {
        fault.add(place, words::missingKey(ask.a.empty() ? "a" : "b", words::kJsonString));
    }
    return ask;
}

LessonBeat beatAt(const JsonPlace& place, ProgramFault& fault) {
    LessonBeat beat;
    if (!checkObject(place, kBeatKeys, words::kLessonBeat, fault)) {
        return beat;
    }
    beat.title = textIn(place, "title", fault);
    forEachIn(
        place, "text",
        [&](const JsonPlace& paragraph) {
            beat.text.push_back(textAt(paragraph, fault));
            keepError(paragraph, checkText(beat.text.back()), fault);
        },
        fault);
    beat.notes = optionalTextIn(place, "notes", fault);
    if (const std::optional<JsonPlace> notes = place.member("notes")) {
        keepError(*notes, checkText(beat.notes), fault);
    }
    beat.state = stateIn(place, fault);
    if (const std::optional<JsonPlace> ask = place.member("ask")) {
        beat.ask = askAt(*ask, fault);
    }
    return beat;
}

Result<std::string> textOfFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) {
        return Error{ErrorCode::Io, std::string(words::kLessonNotReadable), path.string()};
    }
    return text;
}

std::vector<std::filesystem::path> lessonFiles(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::filesystem::path file = entry.path() / "lesson.json";
        if (std::filesystem::exists(file, ignored)) {
            files.push_back(file);
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

Result<Lesson> readLesson(std::string_view text, const std::string& file, const std::string& id) {
    const Result<Json> json = parseJson(text, file);
    if (!json) {
        return json.error();
    }
    ProgramFault fault;
    const JsonPlace top{*json};
    Lesson lesson;
    lesson.id = id;
    if (checkObject(top, kLessonKeys, words::kLessonItself, fault)) {
        lesson.title = textIn(top, "title", fault);
        lesson.summary = textIn(top, "summary", fault);
        lesson.minutes = static_cast<std::size_t>(integerIn(top, "minutes", kMinutes, fault));
        forEachIn(
            top, "beats", [&](const JsonPlace& beat) { lesson.beats.push_back(beatAt(beat, fault)); }, fault);
        if (!fault.found() && lesson.beats.empty()) {
            fault.addFound(*top.member("beats"), words::kAtLeastOneBeat);
        }
    }
    if (fault.found()) {
        return fault.error(text, file);
    }
    return lesson;
}

Result<std::vector<Lesson>> readLessons(const std::string& folder) {
    std::vector<Lesson> lessons;
    for (const std::filesystem::path& file : lessonFiles(folder)) {
        const Result<std::string> text = textOfFile(file);
        if (!text) {
            return text.error();
        }
        Result<Lesson> lesson = readLesson(*text, file.string(), file.parent_path().filename().string());
        if (!lesson) {
            return lesson.error();
        }
        lessons.push_back(*std::move(lesson));
    }
    return lessons;
}

} // namespace batchscope
