// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson.h"

#include "core/lessons/lesson_figures.h"
#include "core/nets/build_graph.h"
#include "core/nets/json_fields.h"
#include "core/nets/json_path.h"
#include "core/schedule/policy.h"
#include "core/session/node_search.h"
#include "core/session/session_choice.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

// What a lesson may ask the window to do: open its trees, make choices, move the picture, show a panel. A lesson may
// come from anywhere, so nothing that writes files, runs code or leaves the window is among it.

/// What a state opens that says nothing of it.
struct LessonOpening {
    std::string folder; ///< where files of trees must be; empty: they are not looked for
    std::string file;   ///< empty: nothing is opened
    std::string model;  ///< empty: the usual net
};

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

/// The keys "file" and "model" of a lesson.
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

/// The list at "state": before it, opening the lesson's trees, unless it opens some itself; after it, fitting the
/// picture into the window. Without such a list, the trees before anything has run.
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

constexpr auto kLessonKeys =
    std::to_array<std::string_view>({"title", "summary", "minutes", "file", "model", "recorded", "beats"});
constexpr auto kBeatKeys =
    std::to_array<std::string_view>({"title", "text", "code", "notes", "state", "mark", "bars", "ask", "result"});
constexpr auto kAskKeys =
    std::to_array<std::string_view>({"kind", "question", "why", "figure", "a", "b", "nodes", "options", "right", "goal",
                                     "count", "name", "positions", "first-wrong", "repeat"});
constexpr auto kOptionKeys = std::to_array<std::string_view>({"text", "figure", "right"});
constexpr auto kBarsKeys = std::to_array<std::string_view>({"start", "row", "unit", "runs"});
constexpr auto kBarKeys = std::to_array<std::string_view>({"label", "calls", "rows"});
constexpr auto kRecordedKeys = std::to_array<std::string_view>({"machine", "date", "figures"});
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
        fault.add(*object.member(key), fmt::format("found \"{}\"; expected {}", name, namesText(names)));
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

LessonOption optionAt(const JsonPlace& place, ProgramFault& fault) {
    LessonOption option;
    if (!checkObject(place, kOptionKeys, "an answer", fault)) {
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
        fault.addFound(*place.member("options"), "at least two answers, with exactly one that is right");
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

void readPositions(const JsonPlace& place, const LessonOpening& opening, LessonAsk& ask, ProgramFault& fault) {
    forEachIn(
        place, "positions",
        [&](const JsonPlace& position) {
            if (checkObject(position, kPositionKeys, "a position of the slider", fault)) {
                ask.positions.push_back({textIn(position, "label", fault), figuredTextIn(position, "text", fault),
                                         lessonStateIn(position, opening, fault)});
            }
        },
        fault);
    if (!fault.found() && ask.positions.size() < 2) {
        fault.addFound(*place.member("positions"), "at least two positions");
    }
}

LessonAsk askAt(const JsonPlace& place, const LessonOpening& opening, ProgramFault& fault) {
    LessonAsk ask;
    if (!checkObject(place, kAskKeys, "a question", fault)) {
        return ask;
    }
    ask.kind = static_cast<AskKind>(nameIndexIn(place, "kind", kKindNames, fault));
    ask.question = figuredTextIn(place, "question", fault);
    ask.why = figuredTextIn(place, "why", fault);
    ask.repeat = optionalTextIn(place, "repeat", fault);
    ask.a = queryIn(place, "a", fault);
    ask.b = queryIn(place, "b", fault);
    ask.nodes = queryIn(place, "nodes", fault);
    ask.isFirstWrong = flagIn(place, "first-wrong", fault);
    if (ask.kind == AskKind::Number) {
        ask.figure = figureIn(place, "figure", fault);
    } else if (ask.kind == AskKind::Choice) {
        readChoice(place, ask, fault);
    } else if (ask.kind == AskKind::Do) {
        readGoal(place, ask, fault);
    } else if (ask.kind == AskKind::Slide) {
        readPositions(place, opening, ask, fault);
    } else if (ask.kind == AskKind::Pair && (ask.a.empty() || ask.b.empty())) {
        fault.add(place, words::missingKey(ask.a.empty() ? "a" : "b", words::kJsonString));
    }
    return ask;
}

/// How many: a number, or a figure.
std::string amountIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    return place && place->value.is_number() ? std::to_string(integerAt(*place, kCounts, fault))
                                             : figureIn(object, key, fault);
}

double numberIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    if (!place) {
        fault.add(object, words::missingKey(key, words::kJsonNumber));
        return 0.0;
    }
    const double number = numberAt(*place, fault);
    if (number < 0.0 || number > static_cast<double>(kMost)) {
        fault.addFound(*place, "a number from 0 to 1000000000");
    }
    return number;
}

LessonBars barsAt(const JsonPlace& place, ProgramFault& fault) {
    LessonBars bars;
    if (!checkObject(place, kBarsKeys, "bars", fault)) {
        return bars;
    }
    bars.start = numberIn(place, "start", fault);
    bars.row = numberIn(place, "row", fault);
    bars.unit = textIn(place, "unit", fault);
    forEachIn(
        place, "runs",
        [&](const JsonPlace& run) {
            if (checkObject(run, kBarKeys, "a bar", fault)) {
                bars.runs.push_back(
                    {figuredTextIn(run, "label", fault), amountIn(run, "calls", fault), amountIn(run, "rows", fault)});
            }
        },
        fault);
    return bars;
}

LessonBeat beatAt(const JsonPlace& place, const LessonOpening& opening, ProgramFault& fault) {
    LessonBeat beat;
    if (!checkObject(place, kBeatKeys, "a beat", fault)) {
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
    forEachInOptional(
        place, "code",
        [&](const JsonPlace& line) { beat.code += (line.value == "" ? "" : textAt(line, fault)) + '\n'; }, fault);
    beat.notes = optionalTextIn(place, "notes", fault);
    if (const std::optional<JsonPlace> notes = place.member("notes")) {
        keepError(*notes, checkText(beat.notes), fault);
    }
    beat.state = lessonStateIn(place, opening, fault);
    beat.mark = queryIn(place, "mark", fault);
    beat.isResult = flagIn(place, "result", fault);
    if (const std::optional<JsonPlace> bars = place.member("bars")) {
        beat.bars = barsAt(*bars, fault);
    }
    if (const std::optional<JsonPlace> ask = place.member("ask")) {
        beat.ask = askAt(*ask, opening, fault);
    }
    return beat;
}

bool opensTrees(const LessonBeat& beat) {
    return std::any_of(beat.state.begin(), beat.state.end(),
                       [](const LessonCommand& command) { return command.id == "open"; });
}

/// What was measured elsewhere takes the place of {recorded:NAME} in all texts, with the machine that it is from.
void fillRecorded(Json& value, const std::string& name, const std::string& text) {
    if (value.is_structured()) {
        for (Json& each : value) {
            fillRecorded(each, name, text);
        }
    } else if (value.is_string()) {
        auto& string = value.get_ref<std::string&>();
        for (std::size_t at = string.find(name); at != std::string::npos; at = string.find(name, at + text.size())) {
            string.replace(at, name.size(), text);
        }
    }
}

void readRecorded(const JsonPlace& place, Json& json, ProgramFault& fault) {
    if (!checkObject(place, kRecordedKeys, "recorded figures", fault)) {
        return;
    }
    const std::string machine = textIn(place, "machine", fault);
    const std::string date = textIn(place, "date", fault);
    const std::optional<JsonPlace> figures = place.member("figures");
    if (!figures || !figures->value.is_object()) {
        fault.add(place, words::missingKey("figures", words::kJsonObject));
        return;
    }
    const Json recorded = figures->value; // the texts change meanwhile
    for (const auto& [name, figure] : recorded.items()) {
        const JsonPlace at = {figure, &*figures, name};
        const std::string text = fmt::format("{} (recorded on {}, {})", textAt(at, fault), machine, date);
        if (text.find('{') != std::string::npos) {
            fault.add(at, "found a '{'; expected a text without figures, and a machine and date without");
            return;
        }
        fillRecorded(json["beats"], "{recorded:" + name + "}", text);
    }
}

Result<std::string> textOfFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) {
        return Error{ErrorCode::Io, "the lesson cannot be read; check its permissions", path.string()};
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

bool isLecture(const Lesson& lesson) {
    return lesson.onOpenTrees && std::all_of(lesson.beats.begin(), lesson.beats.end(),
                                             [](const LessonBeat& beat) { return beat.ask.kind == AskKind::None; });
}

Result<Lesson> readLesson(std::string_view text, const std::string& file, const std::string& id,
                          const std::string& folder) {
    Result<Json> json = parseJson(text, file);
    TRY(json);
    ProgramFault fault;
    const JsonPlace top{*json};
    Lesson lesson;
    lesson.id = id;
    lesson.folder = folder;
    if (checkObject(top, kLessonKeys, "a lesson", fault)) {
        lesson.title = textIn(top, "title", fault);
        lesson.summary = textIn(top, "summary", fault);
        lesson.minutes = static_cast<std::size_t>(integerIn(top, "minutes", kMinutes, fault));
        if (const std::optional<JsonPlace> recorded = top.member("recorded")) {
            readRecorded(*recorded, *json, fault);
        }
        const LessonOpening opening = lessonOpeningIn(top, folder, fault);
        forEachIn(
            top, "beats",
            [&](const JsonPlace& beat) {
                lesson.beats.push_back(beatAt(beat, opening, fault));
                lesson.beats.back().position = positionOfJson(text, beat.pointer());
            },
            fault);
        if (!fault.found() && lesson.beats.empty()) {
            fault.addFound(*top.member("beats"), "at least one beat");
        }
        lesson.onOpenTrees = std::none_of(lesson.beats.begin(), lesson.beats.end(), opensTrees);
    }
    if (fault.found()) {
        return fault.error(text, file);
    }
    return lesson;
}

Result<Lesson> readLessonFile(const std::string& path) {
    const Result<std::string> text = textOfFile(path);
    TRY(text);
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::absolute(path, ignored).parent_path();
    return readLesson(*text, path, folder.filename().string(), folder.string());
}

Result<std::vector<Lesson>> readLessons(const std::string& folder) {
    std::vector<Lesson> lessons;
    for (const std::filesystem::path& file : lessonFiles(folder)) {
        Result<Lesson> lesson = readLessonFile(file.string());
        TRY(lesson);
        lessons.push_back(*std::move(lesson));
    }
    return lessons;
}

} // namespace batchscope
