// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "views/commands/command_registry.h"
#include "views/session/playback.h"

#include <array>
#include <functional>

namespace batchscope {

namespace {

Error nothingYet() {
    return Error{ErrorCode::Config, "there is no schedule to step through yet"};
}

Error outOf(const char* what, std::size_t value, std::size_t count) {
    return Error{ErrorCode::Config, "there is no " + std::string(what) + ' ' + std::to_string(value) +
                                        "; expected at least 0 and less than " + std::to_string(count)};
}

/// A command without arguments that moves the cursor.
void addMove(MainWindow& window, const CommandRow& row, std::function<void(Playback&)> move) {
    add(window, row, [&playback = window.playback(), move = std::move(move)](const QJsonObject&) -> Status {
        if (playback.storyboard() == nullptr) {
            return nothingYet();
        }
        move(playback);
        return Ok{};
    });
}

/// A unit of stepping: `NAME-forward` or `NAME-back`.
void addStep(MainWindow& window, const CommandRow& row, StepUnit unit, void (Playback::*step)(StepUnit)) {
    addMove(window, row, [unit, step](Playback& playback) { (playback.*step)(unit); });
}

/// {"time": in stops}, {"stop": N} or {"batch": N}: the moment at which it is complete.
Status seek(Playback& playback, const QJsonObject& arguments) {
    const Storyboard* story = playback.storyboard();
    if (story == nullptr) {
        return nothingYet();
    }
    if (arguments.contains(QStringLiteral("time"))) {
        const Result<double> time = numberArgument(arguments, "time");
        TRY(time);
        playback.seek(*time);
        return Ok{};
    }
    const bool isBatch = arguments.contains(QStringLiteral("batch"));
    const Result<std::size_t> index =
        indexArgument(arguments, isBatch ? QStringLiteral("batch") : QStringLiteral("stop"));
    TRY(index);
    const std::size_t count = isBatch ? story->batchCount() : story->stopCount();
    if (*index >= count) {
        return outOf(isBatch ? "batch" : "stop", *index, count);
    }
    playback.seek(static_cast<double>(isBatch ? story->stopAfter(BatchId(*index)) : *index));
    return Ok{};
}

/// {"second": N}, in addition to a selected node.
Status selectSecond(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::size_t> index = indexArgument(arguments, "second");
    TRY(index);
    if (const std::size_t count = window.session().snapshot()->graph->size(); *index >= count) {
        return outOf("node", *index, count);
    }
    if (!window.playback().focus().node.valid()) {
        return Error{ErrorCode::Config, R"(a "second" node needs a "node")"};
    }
    window.playback().markSecond(NodeId(*index));
    return Ok{};
}

/// {"node": N}, which may have a {"second": N}, {"batch": N} or {"tree": N}.
Status select(MainWindow& window, const QJsonObject& arguments) {
    const Snapshot& snapshot = *window.session().snapshot();
    if (!snapshot.graph || !snapshot.schedule) {
        return nothingYet();
    }
    struct Choosable {
        const char* name;
        std::size_t count;
        void (*choose)(Playback& playback, std::size_t index);
    };
    const std::array<Choosable, 3> kinds = {{
        {"node", snapshot.graph->size(), [](Playback& p, std::size_t index) { p.selectNode(NodeId(index)); }},
        {"batch", snapshot.schedule->batchCount(), [](Playback& p, std::size_t i) { p.selectBatch(BatchId(i)); }},
        {"tree", snapshot.treebank->trees.size(), [](Playback& p, std::size_t i) { p.selectTree(TreeId(i)); }},
    }};
    for (const Choosable& kind : kinds) {
        const QString key = QString::fromLatin1(kind.name);
        if (!arguments.contains(key)) {
            continue;
        }
        const Result<std::size_t> index = indexArgument(arguments, key);
        TRY(index);
        if (*index >= kind.count) {
            return outOf(kind.name, *index, kind.count);
        }
        kind.choose(window.playback(), *index);
        return arguments.contains(QStringLiteral("second")) ? selectSecond(window, arguments) : Status(Ok{});
    }
    return Error{ErrorCode::Config, R"(select needs "node", "batch" or "tree")"};
}

Status setSpeed(Playback& playback, const QJsonObject& arguments) {
    const Result<double> speed = numberArgument(arguments, "value");
    TRY(speed);
    if (*speed < Playback::kSlowest || *speed > Playback::kFastest) {
        return Error{ErrorCode::Config, "the speed must be from 0.1 to 20"};
    }
    playback.setSpeed(*speed);
    return Ok{};
}

/// {"name": "close-up" or "full"}, or the other one.
Status showStepsAs(Playback& playback, const QJsonObject& arguments) {
    const bool isClose = playback.stepView() == StepView::CloseUp;
    const QString asked =
        arguments.value(QStringLiteral("name")).toString(isClose ? QStringLiteral("full") : QStringLiteral("close-up"));
    if (asked != QStringLiteral("full") && asked != QStringLiteral("close-up")) {
        return Error{ErrorCode::Config, "\"name\" must be close-up or full"};
    }
    playback.setStepView(asked == QStringLiteral("full") ? StepView::Full : StepView::CloseUp);
    return Ok{};
}

void addSteps(MainWindow& window) {
    const RowPlace steps = MenuSection::PlaySteps;
    const RowPlace motion = learn(MenuSection::PlayMotion);
    addMove(window, {"first", "&First", "Go to the source trees.", learn(MenuSection::PlayEnds), Qt::Key_Home, "first"},
            &Playback::first);
    addMove(window, {"play", "&Play or pause", "Play the batches one after another.", motion, Qt::Key_Space, "play"},
            &Playback::toggle);
    addMove(window, {"why", "&Why?", "Show the reason below the headline, or hide it.", motion, Qt::Key_W},
            [](Playback& playback) { playback.setReasonsShown(!playback.reasonsShown()); });
    add(window,
        {"step-view", "&Lanes and blocks",
         "While a batch is made, show lanes and blocks instead of its rows close up, or the rows again.", motion,
         Qt::Key_V},
        "name: close-up or full; without, the other one",
        [&playback = window.playback()](const QJsonObject& arguments) { return showStepsAs(playback, arguments); });
    addStep(window,
            {"stage-forward", "Stage f&orward",
             "Go to the end of this stage of the batch: chosen, stacked, gathered or computed.", steps,
             Qt::CTRL | Qt::Key_Period},
            StepUnit::Stage, &Playback::forward);
    addStep(window,
            {"stage-back", "Sta&ge back",
             "Go to the end of the previous stage of a batch: chosen, stacked, gathered or computed.", steps,
             Qt::CTRL | Qt::Key_Comma},
            StepUnit::Stage, &Playback::back);
    addStep(window,
            {"step-forward", "&Step forward", "Go forward one step.", learn(MenuSection::PlaySteps),
             Keys(Qt::Key_Period, Qt::Key_F10), "step-forward"},
            StepUnit::Batch, &Playback::forward);
    addStep(window,
            {"step-back", "Step &back", "Go back one step.", learn(MenuSection::PlaySteps),
             Keys(Qt::Key_Comma, Qt::SHIFT | Qt::Key_F10), "step-back"},
            StepUnit::Batch, &Playback::back);
    addStep(window,
            {"level-forward", "&Level forward", "Go to the first batch of the next level.", steps,
             Qt::CTRL | Qt::Key_Right, "level-forward"},
            StepUnit::Level, &Playback::forward);
    addStep(window,
            {"level-back", "Le&vel back", "Go to the beginning of the previous level.", steps, Qt::CTRL | Qt::Key_Left,
             "level-back"},
            StepUnit::Level, &Playback::back);
    addStep(window,
            {"node-forward", "Nod&e forward", "Go to the row that is computed next and select its node.", steps,
             Qt::ALT | Qt::Key_Period},
            StepUnit::Node, &Playback::forward);
    addStep(window,
            {"node-back", "&Node back", "Go back to the previously computed row and select its node.", steps,
             Qt::ALT | Qt::Key_Comma},
            StepUnit::Node, &Playback::back);
    addMove(window, {"last", "L&ast", "Go to the folded graph.", learn(MenuSection::PlayEnds), Qt::Key_End, "last"},
            &Playback::last);
    addMove(window, {"pause", "Pa&use", "Pause playback here.", MenuSection::PlayMotion, {}, "pause"},
            &Playback::pause);
}

} // namespace

void addPlayCommands(MainWindow& window) {
    addSteps(window);
    Playback& playback = window.playback();
    add(window, {"speed", "Speed", "Set the playback speed."}, "value: how many times faster",
        [&playback](const QJsonObject& arguments) { return setSpeed(playback, arguments); });
    add(window, {"seek", "Go to", "Go to a moment, a stop or a batch."}, "time, stop or batch",
        [&playback](const QJsonObject& arguments) { return seek(playback, arguments); });
    add(window, {"select", "Select", "Select a node, a batch or a tree."},
        "node (and second, another node), batch or tree",
        [&window](const QJsonObject& arguments) { return select(window, arguments); });
    add(window,
        {"clear-selection", "&Clear selection", "Deselect everything.", MenuSection::EditSelection, Qt::Key_Escape},
        [&playback] { playback.clearSelection(); });
}

} // namespace batchscope
