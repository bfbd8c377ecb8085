// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson.h"

#include "core/base/json_document.h"
#include "core/lessons/lesson_figures.h"
#include "core/nets/build_graph.h"
#include "core/schedule/policy.h"
#include "core/session/node_search.h"
#include "core/session/session_choice.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

// A lesson may open its trees, make choices, move the picture and show a panel. It may come from anywhere, so it may
// not use commands that write files, run code or leave the window.

/// Data of the lesson that its parts need.
struct LessonOpening {
    std::string folder; ///< required folder of tree files; empty: not checked
    std::string file;   ///< opened by states that open nothing themselves; empty: none
    std::string model;  ///< empty: the default net
    std::vector<std::pair<std::string, std::string>> recorded; ///< replacements for {recorded:NAME} in all texts
};

enum class Kind { Flag, Index, Width, Moment, Text, View, File, Net, Choice };
enum class Need { No, Yes, One }; ///< One: at least one of the keys marked so
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

/// The session's choices are allowed, too, each with a "name".
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

/// The maximum length of any list in a lesson.
constexpr std::size_t kLongestList = 1000;

std::string optionalText(const JsonValue& place) {
    return place ? std::string(place.someText()) : std::string();
}

template <typename Names>
void checkName(const JsonValue& place, const Names& names) {
    const std::string_view name = place.someText();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        place.fail(fmt::format("unknown name '{}'; expected {}", name, fmt::join(names, ", ")));
    }
}

/// The file must be in the lesson's folder, even after links are resolved, so that a lesson cannot read other files of
/// the user.
void checkFile(const JsonValue& place, const LessonOpening& opening) {
    const std::string name(place.someText());
    if (place.hasFault()) {
        return;
    }
    if (name.find('/') != std::string::npos || name == "." || name == "..") {
        place.fail(fmt::format("found a path, '{}'; put the file beside the lesson and give its name", name));
        return;
    }
    if (opening.folder.empty()) {
        return;
    }
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::weakly_canonical(opening.folder, ignored);
    const std::filesystem::path file = std::filesystem::weakly_canonical(folder / name, ignored);
    if (file.parent_path() != folder || !std::filesystem::is_regular_file(file, ignored)) {
        place.fail(fmt::format("there is no file '{}' beside the lesson", name));
    }
}

void checkMoment(const JsonValue& place) {
    const double time = place.number();
    if (time < 0.0 || time > static_cast<double>(kMost)) {
        place.failFound(fmt::format("a number from 0 to {}", kMost));
    }
}

void checkValue(const JsonValue& place, Kind kind, const LessonOpening& opening) {
    constexpr auto kViews = std::to_array<std::string_view>({"close-up", "full"});
    switch (kind) {
    case Kind::Flag: (void)place.boolean(); break;
    case Kind::Index: (void)place.integer(0, kMost); break;
    case Kind::Width: (void)place.integer(1, kLargestDim); break;
    case Kind::Moment: checkMoment(place); break;
    case Kind::Text: (void)place.someText(); break;
    case Kind::View: checkName(place, kViews); break;
    case Kind::File: checkFile(place, opening); break;
    case Kind::Net: checkName(place, findChoice("model")->names); break;
    case Kind::Choice: break; // checked with its names
    }
}

void checkArguments(const JsonValue& place, const Known& known, const LessonOpening& opening) {
    std::vector<std::string_view> keys = {"command"};
    std::vector<std::string_view> missing;
    std::string_view anyOf; // the first of several keys, one of which is required
    bool hasAnyOf = false;
    for (const Key& key : known.keys) {
        keys.push_back(key.name);
        const JsonValue value = place[key.name];
        if (value) {
            checkValue(value, key.kind, opening);
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
    if (place.hasOnly(keys, fmt::format("the command \"{}\"", known.command)) && !missing.empty()) {
        place.fail(missingKey(missing.front(), "a value"));
    }
}

LessonCommand commandAt(const JsonValue& place, const LessonOpening& opening) {
    LessonCommand command;
    if (!place.isObject()) {
        place.failFound("a command");
        return command;
    }
    command.id = place["command"].someText();
    const auto& all = knownCommands();
    const auto known =
        std::find_if(all.begin(), all.end(), [&command](const Known& row) { return row.command == command.id; });
    if (known != all.end()) {
        checkArguments(place, *known, opening);
        if (known->command == "trees" && place["begin"].integer(0, kMost) >= place["end"].integer(0, kMost)) {
            place.fail("found no trees; expected an end above the beginning");
        }
    } else if (const SessionChoice* const choice = findChoice(command.id)) {
        checkArguments(place, {choice->id, {{"name", Kind::Choice}}}, opening);
        checkName(place["name"], choice->names);
    } else {
        place["command"].fail(fmt::format("a lesson cannot run '{}'; expected {}", command.id, knownNames()));
    }
    nlohmann::json arguments = nlohmann::json::parse(place.source());
    arguments.erase("command");
    command.arguments = arguments.dump();
    return command;
}

/// The commands of "state", preceded by opening the lesson's trees unless the list opens trees itself, and followed by
/// fitting the picture into the window. Without a list: the trees before anything has run.
std::vector<LessonCommand> lessonStateIn(const JsonValue& object, const LessonOpening& opening) {
    std::vector<LessonCommand> commands;
    if (const JsonValue state = object["state"]) {
        state.forEach([&](const JsonValue& place) { commands.push_back(commandAt(place, opening)); }, kLongestList);
    } else {
        commands.push_back({"first", "{}"});
    }
    const auto runs = [&commands](std::string_view id) {
        return std::any_of(commands.begin(), commands.end(), [id](const LessonCommand& each) { return each.id == id; });
    };
    if (!opening.file.empty() && !runs("open")) {
        nlohmann::json arguments = {{"file", opening.file}};
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
    std::to_array<std::string_view>({"kind", "question", "why", "figure", "a", "b", "nodes", "options", "goal", "count",
                                     "name", "positions", "first-wrong", "repeat"});
constexpr auto kOptionKeys = std::to_array<std::string_view>({"text", "right"});
constexpr auto kBarsKeys = std::to_array<std::string_view>({"start", "row", "unit", "runs"});
constexpr auto kBarKeys = std::to_array<std::string_view>({"label", "calls", "rows"});
constexpr auto kRecordedKeys = std::to_array<std::string_view>({"machine", "date", "figures"});
constexpr auto kPositionKeys = std::to_array<std::string_view>({"label", "text", "state"});
constexpr std::int64_t kMostCount = 1'000'000;

// In the order of the enumerators; lessons do not write "none".
constexpr auto kKindNames =
    std::to_array<std::string_view>({"none", "number", "pair", "choice", "select", "do", "play", "slide"});
constexpr auto kGoalNames = std::to_array<std::string_view>({"steps", "end", "policy"});

/// The index of a name; reports unknown names and returns 0.
std::size_t nameIndex(const JsonValue& place, std::span<const std::string_view> names) {
    const std::string_view name = place.someText();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    place.fail(fmt::format("found \"{}\"; expected {}", name, namesText(names)));
    return 0;
}

void keepError(const JsonValue& place, const Status& status) {
    if (!status) {
        place.fail(status.error().message);
    }
}

/// Empty if it is missing.
std::string queryAt(const JsonValue& place) {
    std::string query = optionalText(place);
    if (const Result<TreeFilter> filter = parseNodeQuery(query); !filter) {
        place.fail(filter.error().message);
    }
    return query;
}

std::string figureAt(const JsonValue& place) {
    std::string figure(place.someText());
    keepError(place, checkFigure(figure));
    return figure;
}

/// Reads a text and fills in its recorded figures.
std::string textAt(const JsonValue& place, const LessonOpening& opening) {
    std::string text(place.someText());
    for (const auto& [name, figure] : opening.recorded) {
        for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + figure.size())) {
            text.replace(at, name.size(), figure);
        }
    }
    keepError(place, checkText(text));
    return text;
}

/// A text with figures; empty if it is missing.
std::string optionalTextAt(const JsonValue& place, const LessonOpening& opening) {
    return place ? textAt(place, opening) : std::string();
}

LessonOption optionAt(const JsonValue& place, const LessonOpening& opening) {
    place.hasOnly(kOptionKeys, "an answer");
    return {.text = textAt(place["text"], opening), .isRight = place["right"].boolean(false)};
}

void readChoice(const JsonValue& place, const LessonOpening& opening, LessonAsk& ask) {
    const JsonValue options = place["options"];
    options.forEach([&](const JsonValue& option) { ask.options.push_back(optionAt(option, opening)); }, kLongestList);
    const auto right = std::count_if(ask.options.begin(), ask.options.end(),
                                     [](const LessonOption& option) { return option.isRight; });
    if (ask.options.size() < 2 || right != 1) {
        options.failFound("at least two answers, with exactly one that is right");
    }
}

void readGoal(const JsonValue& place, LessonAsk& ask) {
    ask.goal = static_cast<LessonGoal>(nameIndex(place["goal"], kGoalNames));
    if (ask.goal == LessonGoal::Steps) {
        ask.count = static_cast<std::size_t>(place["count"].integer(0, kMostCount));
    }
    if (ask.goal == LessonGoal::Policy) {
        ask.name = place["name"].someText();
        const Result<const Policy*> policy = findPolicy(ask.name);
        keepError(place, policy ? Status(Ok{}) : policy.error());
    }
}

void readPositions(const JsonValue& place, const LessonOpening& opening, LessonAsk& ask) {
    place["positions"].forEach(
        [&](const JsonValue& position) {
            position.hasOnly(kPositionKeys, "a position of the slider");
            ask.positions.push_back({std::string(position["label"].someText()),
                                     optionalTextAt(position["text"], opening), lessonStateIn(position, opening)});
        },
        kLongestList);
    if (ask.positions.size() < 2) {
        place["positions"].failFound("at least two positions");
    }
}

LessonAsk askAt(const JsonValue& place, const LessonOpening& opening) {
    place.hasOnly(kAskKeys, "a question");
    LessonAsk ask;
    ask.kind = static_cast<AskKind>(nameIndex(place["kind"], kKindNames));
    ask.question = optionalTextAt(place["question"], opening);
    ask.why = optionalTextAt(place["why"], opening);
    ask.repeat = optionalText(place["repeat"]);
    ask.a = queryAt(place["a"]);
    ask.b = queryAt(place["b"]);
    ask.nodes = queryAt(place["nodes"]);
    ask.isFirstWrong = place["first-wrong"].boolean(false);
    if (ask.kind == AskKind::Number) {
        ask.figure = figureAt(place["figure"]);
    } else if (ask.kind == AskKind::Choice) {
        readChoice(place, opening, ask);
    } else if (ask.kind == AskKind::Do) {
        readGoal(place, ask);
    } else if (ask.kind == AskKind::Slide) {
        readPositions(place, opening, ask);
    } else if (ask.kind == AskKind::Pair && (ask.a.empty() || ask.b.empty())) {
        (void)place[ask.a.empty() ? "a" : "b"].someText();
    }
    return ask;
}

/// An amount: a number, or the name of a figure.
std::string amountAt(const JsonValue& place) {
    return place.isNumber() ? std::to_string(place.integer(0, kMostCount)) : figureAt(place);
}

double momentAt(const JsonValue& place) {
    checkMoment(place);
    return place.number();
}

LessonBars barsAt(const JsonValue& place, const LessonOpening& opening) {
    place.hasOnly(kBarsKeys, "bars");
    LessonBars bars;
    bars.start = momentAt(place["start"]);
    bars.row = momentAt(place["row"]);
    bars.unit = place["unit"].someText();
    place["runs"].forEach(
        [&](const JsonValue& run) {
            run.hasOnly(kBarKeys, "a bar");
            bars.runs.push_back({optionalTextAt(run["label"], opening), amountAt(run["calls"]), amountAt(run["rows"])});
        },
        kLongestList);
    return bars;
}

LessonBeat beatAt(const JsonValue& place, const LessonOpening& opening) {
    place.hasOnly(kBeatKeys, "a beat");
    LessonBeat beat;
    beat.title = place["title"].someText();
    beat.position = place.position();
    place["text"].forEach([&](const JsonValue& paragraph) { beat.text.push_back(textAt(paragraph, opening)); },
                          kLongestList);
    if (const JsonValue code = place["code"]) {
        code.forEach([&](const JsonValue& line) { beat.code.append(line.text()).append("\n"); }, kLongestList);
    }
    beat.notes = optionalTextAt(place["notes"], opening);
    beat.state = lessonStateIn(place, opening);
    beat.mark = queryAt(place["mark"]);
    beat.isResult = place["result"].boolean(false);
    if (const JsonValue bars = place["bars"]) {
        beat.bars = barsAt(bars, opening);
    }
    if (const JsonValue ask = place["ask"]) {
        beat.ask = askAt(ask, opening);
    }
    return beat;
}

bool opensTrees(const LessonBeat& beat) {
    return std::any_of(beat.state.begin(), beat.state.end(),
                       [](const LessonCommand& command) { return command.id == "open"; });
}

/// Reads figures measured elsewhere, which replace {recorded:NAME} in all texts, with their machine and date.
void readRecorded(const JsonValue& place, LessonOpening& opening) {
    place.hasOnly(kRecordedKeys, "recorded figures");
    const std::string_view machine = place["machine"].someText();
    const std::string_view date = place["date"].someText();
    place["figures"].forEachMember([&](std::string_view name, const JsonValue& figure) {
        std::string text = fmt::format("{} (recorded on {}, {})", figure.someText(), machine, date);
        if (text.find('{') != std::string::npos) {
            figure.fail("found a '{'; expected a text without figures, and a machine and date without");
        }
        opening.recorded.emplace_back(fmt::format("{{recorded:{}}}", name), std::move(text));
    });
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
    const Result<JsonDocument> json = JsonDocument::parse(text, file);
    TRY(json);
    const JsonValue top = json->top();
    top.hasOnly(kLessonKeys, "a lesson");
    Lesson lesson;
    lesson.id = id;
    lesson.folder = folder;
    lesson.title = top["title"].someText();
    lesson.summary = top["summary"].someText();
    lesson.minutes = static_cast<std::size_t>(top["minutes"].integer(1, 60));
    LessonOpening opening{folder, optionalText(top["file"]), optionalText(top["model"]), {}};
    if (top["recorded"]) {
        readRecorded(top["recorded"], opening);
    }
    if (!opening.file.empty()) {
        checkFile(top["file"], opening);
    }
    if (!opening.model.empty()) {
        checkName(top["model"], findChoice("model")->names);
    }
    top["beats"].forEach([&](const JsonValue& beat) { lesson.beats.push_back(beatAt(beat, opening)); }, kLongestList);
    if (lesson.beats.empty()) {
        top["beats"].failFound("at least one beat");
    }
    lesson.onOpenTrees = std::none_of(lesson.beats.begin(), lesson.beats.end(), opensTrees);
    TRY(json->status());
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
