// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "core/base/counted.h"
#include "core/formats/read_treebank.h"
#include "core/lessons/lesson_check.h"
#include "core/lessons/lesson_figures.h"
#include "core/session/pipeline.h"
#include "core/session/session_choice.h"
#include "core/session/suggestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace batchscope {

namespace {

const SessionChoice* lessonChoice(std::string_view id) {
    const auto all = sessionChoices();
    const auto found = std::find_if(all.begin(), all.end(), [id](const SessionChoice& row) { return row.id == id; });
    return found == all.end() ? nullptr : &*found;
}

/// The choices that a lesson starts with in the window, but without measuring.
SessionConfig lessonConfig() {
    SessionConfig config;
    config.graph.trees = {0, kLessonTrees};
    (void)lessonChoice("passes")->apply(config, "off");
    (void)lessonChoice("measure-speed-up")->apply(config, "off");
    return config;
}

/// Checks that the node, batch, tree or stop named by `seek` or `select` exists.
Status checkPlace(const Snapshot& shown, const LessonCommand& command) {
    if ((command.id != "seek" && command.id != "select") || !shown.schedule || !shown.storyboard) {
        return Ok{};
    }
    const Json arguments = Json::parse(command.arguments);
    const std::array<std::pair<const char*, std::size_t>, 5> kinds = {{{"node", shown.graph->size()},
                                                                       {"second", shown.graph->size()},
                                                                       {"batch", shown.schedule->batchCount()},
                                                                       {"tree", shown.treebank->trees.size()},
                                                                       {"stop", shown.storyboard->stopCount()}}};
    for (const auto& [kind, count] : kinds) {
        if (arguments.contains(kind) && arguments.at(kind).get<std::size_t>() >= count) {
            return Error{ErrorCode::Config, fmt::format("{}: there is no {} {}; expected less than {}", command.id,
                                                        kind, arguments.at(kind).get<std::size_t>(), count)};
        }
    }
    return Ok{};
}

/// Replays the states of a lesson one after another, like the window.
class Replay {
public:
    Replay(const Lesson& lesson, RunControl control) : m_lesson(lesson), m_control(std::move(control)) {}

    Result<std::shared_ptr<const Snapshot>> reach(const std::vector<LessonCommand>& state) {
        for (const LessonCommand& command : state) {
            const Json arguments = Json::parse(command.arguments);
            if (command.id == "open") {
                TRY(open(arguments));
            } else if (command.id == "trees") {
                m_config.graph.trees = {arguments.at("begin"), arguments.at("end")};
            } else if (command.id == "dim") {
                m_config.graph.dim = arguments.at("value");
            } else if (const SessionChoice* const choice = lessonChoice(command.id);
                       choice != nullptr && command.id != "measure-speed-up") {
                TRY(choice->apply(m_config, arguments.at("name").get<std::string>()));
            }
        }
        Status ran = runPipeline(*m_snapshot, m_config, Reread::No, m_control,
                                 [this](std::shared_ptr<const Snapshot> next) { m_snapshot = std::move(next); });
        for (const LessonCommand& command : state) {
            ran = ran ? checkPlace(*m_snapshot, command) : ran;
        }
        return ran ? Result<std::shared_ptr<const Snapshot>>(m_snapshot) : ran.error();
    }

private:
    Status open(const Json& arguments) {
        if (arguments.value("keep", false) && !m_config.files.empty()) {
            return Ok{};
        }
        m_config = lessonConfig();
        m_config.files = {(std::filesystem::path(m_lesson.folder) / arguments.at("file").get<std::string>()).string()};
        m_config.graph.model = arguments.value("model", m_config.graph.model);
        const Result<Treebank> bank = readTreebank(m_config.files, m_control, {.options = m_config.read});
        TRY(bank);
        m_config.graph = suggestedOptions(*bank, m_config.graph);
        return Ok{};
    }

    const Lesson& m_lesson;
    RunControl m_control;
    SessionConfig m_config = lessonConfig();
    std::shared_ptr<const Snapshot> m_snapshot = std::make_shared<const Snapshot>();
};

/// Fails if a text cannot be filled in or the question has no answer.
Status checkAsk(const Snapshot& snapshot, const LessonAsk& ask) {
    for (const std::string* text : {&ask.question, &ask.why}) {
        TRY(checkTextOn(snapshot, *text));
    }
    TRY(markedNode(snapshot, ask));
    const Result<LessonAnswer> answer = rightAnswer(snapshot, ask);
    return answer ? Status(Ok{}) : answer.error();
}

Status checkBeat(const LessonBeat& beat, Replay& replay) {
    const auto shown = replay.reach(beat.state);
    TRY(shown);
    std::vector<std::string> texts = beat.text;
    texts.push_back(beat.notes);
    if (!beat.mark.empty()) {
        texts.push_back("[](" + beat.mark + ')');
    }
    for (const std::string& text : texts) {
        TRY(checkTextOn(**shown, text));
    }
    if (beat.bars) {
        for (const LessonBars::Run& run : beat.bars->runs) {
            for (const std::string* amount : {&run.calls, &run.rows}) {
                TRY(lessonAmount(**shown, *amount));
            }
        }
    }
    for (const LessonPosition& position : beat.ask.positions) {
        const auto there = replay.reach(position.state);
        TRY(there);
        TRY(checkTextOn(**there, position.text));
    }
    return beat.ask.kind == AskKind::Slide ? Status(Ok{}) : checkAsk(**shown, beat.ask);
}

} // namespace

Result<ExitCode> runCheckLesson(const CliOptions& options, const RunControl& control) {
    const std::string& file = options.lessonFile;
    const Result<Lesson> lesson = readLessonFile(file);
    TRY(lesson);
    Replay replay(*lesson, control);
    if (!lesson->onOpenTrees) { // otherwise its trees are unknown here
        for (const LessonBeat& beat : lesson->beats) {
            if (const Status checked = checkBeat(beat, replay); !checked) {
                return Error{ErrorCode::Parse, fmt::format("page \"{}\": {}", beat.title, checked.error().message),
                             file, beat.position};
            }
        }
    }
    const auto asked =
        static_cast<std::size_t>(std::count_if(lesson->beats.begin(), lesson->beats.end(),
                                               [](const LessonBeat& beat) { return beat.ask.kind != AskKind::None; }));
    fmt::print("{}: {}, {}\n", lesson->title, counted(lesson->beats.size(), {"page", "pages"}),
               counted(asked, {"question", "questions"}));
    return ExitCode::Done;
}

} // namespace batchscope
