// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson as data: a list of beats, each with a text, the state of the window, and a question for the learner. Lessons
// are files (resources/lessons/NN-name/lesson.json, or a teacher's own); every number about trees in their texts is
// computed from the trees that are shown (lesson_figures.h). The manual page "Writing lessons" describes the format.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A command of the window's registry, as in a script. Only the commands of knownCommands() in lesson.cpp are allowed.
struct LessonCommand {
    std::string id;
    std::string arguments; ///< a JSON object
};

/// The action of the learner before the next beat.
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
    bool isRight = false; ///< true for exactly one option
};

/// One position of a slider.
struct LessonPosition {
    std::string label;
    std::string text; ///< shown at this position, with figures
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
    std::string why;    ///< explanation given with the verdict, with figures
    std::string repeat; ///< what to repeat after a wrong answer; may be empty
    std::string figure; ///< Number
    std::string a;      ///< Pair: a query for a node (node_search.h); Select: the marked node, or empty
    std::string b;
    /// Select: a query for the right nodes; if empty, those that may run with `a`
    std::string nodes;
    bool isFirstWrong = false;             ///< Select: the right node is the first with a wrong value
    std::vector<LessonOption> options;     ///< Choice
    LessonGoal goal = LessonGoal::End;     ///< Do
    std::size_t count = 0;                 ///< Steps
    std::string name;                      ///< Policy
    std::vector<LessonPosition> positions; ///< Slide
};

/// Runs drawn as bars on one axis: each call has a fixed start cost and its share of the rows. It illustrates a cost
/// given in a text, not a measurement.
struct LessonBars {
    struct Run {
        std::string label;
        std::string calls; ///< digits, or a figure
        std::string rows;  ///< total rows of all calls
    };
    double start = 0.0; ///< cost of each call
    double row = 0.0;   ///< cost of each row
    std::string unit;   ///< unit of `start` and `row`
    std::vector<Run> runs;
};

struct LessonBeat {
    std::string title;
    SourcePosition position; ///< position in the file
    /// Paragraphs; **bold**, and [words](QUERY), which highlight the nodes that the query finds
    std::vector<std::string> text;
    std::string code;  ///< a listing below the text; may be empty
    std::string notes; ///< for the presenter; may be empty
    std::vector<LessonCommand> state;
    std::string mark; ///< query for the nodes to mark in the picture; empty: those of the question
    std::optional<LessonBars> bars;
    bool isResult = false; ///< shows the learner's results below its text
    LessonAsk ask;
};

/// The maximum number of trees that a lesson opens, independent of the session's default.
inline constexpr std::size_t kLessonTrees = 8;

struct Lesson {
    std::string id;           ///< the folder's name: "01-one-tree"
    std::string folder;       ///< folder with its trees
    bool onOpenTrees = false; ///< it uses the trees that are already open, like a lecture
    std::string title;
    std::string summary; ///< one sentence
    std::size_t minutes = 0;
    std::vector<LessonBeat> beats;
};

/// True if the lesson asks nothing and uses the trees that are already open: slides for a talk.
[[nodiscard]] bool isLecture(const Lesson& lesson);

/// Reads a lesson from the text of its file. Parse errors with line and column: invalid JSON, missing or unknown keys,
/// unknown figures and commands, invalid queries, tree files missing from the folder. `file` names the lesson's file in
/// messages; `id` becomes the lesson's id. Without a folder, tree files are not checked.
[[nodiscard]] Result<Lesson> readLesson(std::string_view text, const std::string& file, const std::string& id,
                                        const std::string& folder = {});

/// Reads a lesson file, whose folder holds its trees. Io error if it cannot be read; otherwise fails like readLesson.
[[nodiscard]] Result<Lesson> readLessonFile(const std::string& path);

/// Reads the lessons of all subfolders that have a lesson.json, by name. Fails like readLessonFile; empty if `folder`
/// does not exist.
[[nodiscard]] Result<std::vector<Lesson>> readLessons(const std::string& folder);

} // namespace batchscope
