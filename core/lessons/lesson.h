// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson as data: a list of beats, each a text, the state of the window that goes with it, and what the learner is
// asked. Lessons are files (resources/lessons/NN-name/lesson.json, or a teacher's own); every number about trees in
// their texts is filled in from the trees that are shown (lesson_figures.h). The page "Writing lessons" of the manual
// tells the format.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A command of the window's registry, as in a script; only those of knownCommands() in lesson.cpp.
struct LessonCommand {
    std::string id;
    std::string arguments; ///< a JSON object
};

/// What the learner does before going on.
enum class AskKind {
    None,   ///< reads
    Number, ///< predicts a figure
    Pair,   ///< says whether two nodes may run together
    Choice, ///< chooses an answer
    Select, ///< selects a node on the canvas
    Do,     ///< does something until a condition holds
    Play,   ///< plays the scheduler
    Slide,  ///< moves a slider over prepared states
};

struct LessonOption {
    std::string text;
    bool isRight = false; ///< of one option
};

/// One position of a slider.
struct LessonPosition {
    std::string label;
    std::string text; ///< shown there, with figures
    std::vector<LessonCommand> state;
};

/// Conditions of AskKind::Do, on what the window shows.
enum class LessonGoal {
    Steps,  ///< at least `count` batches are done
    End,    ///< the folded graph is shown
    Policy, ///< the policy called `name` is chosen
};

struct LessonAsk {
    AskKind kind = AskKind::None;
    std::string question;
    std::string why;    ///< said with the verdict, with figures
    std::string repeat; ///< what to go through again after a wrong answer; may be empty
    std::string figure; ///< Number
    std::string a;      ///< Pair: queries of node_search.h, each for a node; Select: the node that is marked, or empty
    std::string b;
    std::string nodes;                     ///< Select: what is right, a query; empty: what may run together with `a`
    bool isFirstWrong = false;             ///< Select: right is the first node whose value is wrong
    std::vector<LessonOption> options;     ///< Choice
    LessonGoal goal = LessonGoal::End;     ///< Do
    std::size_t count = 0;                 ///< Steps
    std::string name;                      ///< Policy
    std::vector<LessonPosition> positions; ///< Slide
};

/// Runs drawn as bars on one axis: each call is a start and its share of the rows. It shows what a text says of such a
/// cost, not a measurement.
struct LessonBars {
    struct Run {
        std::string label;
        std::string calls; ///< digits, or a figure
        std::string rows;  ///< of all calls together
    };
    double start = 0.0; ///< of each call
    double row = 0.0;   ///< of each row
    std::string unit;   ///< of both
    std::vector<Run> runs;
};

struct LessonBeat {
    std::string title;
    SourcePosition position;       ///< in the file
    std::vector<std::string> text; ///< paragraphs; **bold**, and [words](QUERY) that light up nodes of node_search.h
    std::string code;              ///< a listing below the text; may be empty
    std::string notes;             ///< for who presents it; may be empty
    std::vector<LessonCommand> state;
    std::string mark; ///< a query: nodes that are marked in the picture; empty: those of the question
    std::optional<LessonBars> bars;
    bool isResult = false; ///< says below its text how the questions were answered
    LessonAsk ask;
};

/// Trees that a lesson opens, at most: whatever a session begins with.
inline constexpr std::size_t kLessonTrees = 8;

struct Lesson {
    std::string id;           ///< the folder's name: "01-one-tree"
    std::string folder;       ///< where its trees are
    bool onOpenTrees = false; ///< it runs on the trees that are open: a lecture
    std::string title;
    std::string summary; ///< one sentence
    std::size_t minutes = 0;
    std::vector<LessonBeat> beats;
};

/// It asks nothing, and runs on the trees that are open: slides for a talk.
[[nodiscard]] bool isLecture(const Lesson& lesson);

/// Of the file's text. Parse errors with line and column: no JSON, keys that are missing or unknown, figures, queries
/// and commands that there are not, trees that are not in the folder. `file` names the lesson's file, for messages;
/// `id` is the lesson's. Without a folder, files of trees are not looked for.
[[nodiscard]] Result<Lesson> readLesson(std::string_view text, const std::string& file, const std::string& id,
                                        const std::string& folder = {});

/// Of a file on disk, whose folder holds its trees. Io errors where it cannot be read, else as readLesson.
[[nodiscard]] Result<Lesson> readLessonFile(const std::string& path);

/// Of all folders in this folder that have a lesson.json, by name. Errors as readLessonFile; none where there is no
/// such folder.
[[nodiscard]] Result<std::vector<Lesson>> readLessons(const std::string& folder);

} // namespace batchscope
