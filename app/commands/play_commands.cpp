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
void addMove(MainWindow& window, const CommandSpec& spec, std::function<void(Playback&)> move) {
    Playback& playback = window.playback();
    window.commands().add(spec, [&playback, move = std::move(move)](const QJsonObject&) -> Status {
        if (playback.storyboard() == nullptr) {
            return nothingYet();
        }
        move(playback);
        return Ok{};
    });
}

/// {"time": in stops}, {"stop": N} or {"batch": N}: the moment at which it is complete.
Status seek(Playback& playback, const QJsonObject& arguments) {
    const Storyboard* story = playback.storyboard();
    if (story == nullptr) {
        return nothingYet();
    }
    if (arguments.contains(QStringLiteral("time"))) {
        const Result<double> time = numberArgument(arguments, QStringLiteral("time"));
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
    const Result<std::size_t> index = indexArgument(arguments, QStringLiteral("second"));
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
    struct Kind {
        const char* name;
        std::size_t count;
        void (*choose)(Playback& playback, std::size_t index);
    };
    const std::array<Kind, 3> kinds = {{
        {"node", snapshot.graph->size(), [](Playback& p, std::size_t index) { p.selectNode(NodeId(index)); }},
        {"batch", snapshot.schedule->batchCount(), [](Playback& p, std::size_t i) { p.selectBatch(BatchId(i)); }},
        {"tree", snapshot.treebank->trees.size(), [](Playback& p, std::size_t i) { p.selectTree(TreeId(i)); }},
    }};
    for (const Kind& kind : kinds) {
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
    const Result<double> speed = numberArgument(arguments, QStringLiteral("value"));
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

/// A unit of stepping with its two commands, `NAME-back` and `NAME-forward`.
struct Step {
    StepUnit unit;
    const char* name;
    const char* icon; ///< null: none
    QString backText;
    QString backTip;
    QList<QKeySequence> backKeys;
    QString forwardText;
    QString forwardTip;
    QList<QKeySequence> forwardKeys;
    Interface from = Interface::Expert;
};

std::array<Step, 4> steps() {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    return {{{StepUnit::Stage,
              "stage",
              nullptr,
              tr("Sta&ge back"),
              tr("Go to the end of the previous stage of a batch: chosen, stacked, gathered or computed."),
              {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
              tr("Stage f&orward"),
              tr("Go to the end of this stage of the batch: chosen, stacked, gathered or computed."),
              {QKeySequence(Qt::CTRL | Qt::Key_Period)}},
             {StepUnit::Batch,
              "step",
              "step",
              tr("Step &back"),
              tr("Go back one step."),
              {Qt::Key_Comma, QKeySequence(Qt::SHIFT | Qt::Key_F10)},
              tr("&Step forward"),
              tr("Go forward one step."),
              {Qt::Key_Period, QKeySequence(Qt::Key_F10)},
              Interface::Learn},
             {StepUnit::Level,
              "level",
              "level",
              tr("Le&vel back"),
              tr("Go to the beginning of the previous level."),
              {QKeySequence(Qt::CTRL | Qt::Key_Left)},
              tr("&Level forward"),
              tr("Go to the first batch of the next level."),
              {QKeySequence(Qt::CTRL | Qt::Key_Right)}},
             {StepUnit::Node,
              "node",
              nullptr,
              tr("&Node back"),
              tr("Go back to the previously computed row and select its node."),
              {QKeySequence(Qt::ALT | Qt::Key_Comma)},
              tr("Nod&e forward"),
              tr("Go to the row that is computed next and select its node."),
              {QKeySequence(Qt::ALT | Qt::Key_Period)}}}};
}

void addSteps(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    addMove(window,
            {QStringLiteral("first"),
             tr("&First"),
             tr("Go to the source trees."),
             {MenuSection::PlayEnds, Interface::Learn},
             {Qt::Key_Home},
             iconPath("first")},
            &Playback::first);
    addMove(window,
            {QStringLiteral("play"),
             tr("&Play or pause"),
             tr("Play the batches one after another."),
             {MenuSection::PlayMotion, Interface::Learn},
             {Qt::Key_Space},
             iconPath("play")},
            &Playback::toggle);
    addMove(window,
            {QStringLiteral("play-backward"),
             tr("Play back&ward"),
             tr("Play backward from here to the source trees."),
             MenuSection::PlayMotion,
             {QKeySequence(Qt::SHIFT | Qt::Key_Space)}},
            &Playback::playBackward);
    addMove(window,
            {QStringLiteral("why"),
             tr("&Why?"),
             tr("Show the reason below the headline, or hide it."),
             {MenuSection::PlayMotion, Interface::Learn},
             {Qt::Key_W}},
            [](Playback& playback) { playback.setReasonsShown(!playback.reasonsShown()); });
    window.commands().add(
        {.id = QStringLiteral("step-view"),
         .text = tr("&Lanes and blocks"),
         .tip = tr("While a batch is made, show lanes and blocks instead of its rows close up, or the rows again."),
         .menu = {MenuSection::PlayMotion, Interface::Learn},
         .shortcuts = {Qt::Key_V},
         .arguments = QStringLiteral("name: close-up or full; without, the other one")},
        [&playback = window.playback()](const QJsonObject& arguments) { return showStepsAs(playback, arguments); });
    for (const Step& step : steps()) {
        addMove(window,
                {QString::fromLatin1(step.name) + QStringLiteral("-forward"),
                 step.forwardText,
                 step.forwardTip,
                 {MenuSection::PlaySteps, step.from},
                 step.forwardKeys,
                 step.icon == nullptr ? QString() : iconPath((std::string(step.icon) + "-forward").c_str())},
                [unit = step.unit](Playback& playback) { playback.forward(unit); });
        addMove(window,
                {QString::fromLatin1(step.name) + QStringLiteral("-back"),
                 step.backText,
                 step.backTip,
                 {MenuSection::PlaySteps, step.from},
                 step.backKeys,
                 step.icon == nullptr ? QString() : iconPath((std::string(step.icon) + "-back").c_str())},
                [unit = step.unit](Playback& playback) { playback.back(unit); });
    }
    addMove(window,
            {QStringLiteral("last"),
             tr("L&ast"),
             tr("Go to the folded graph."),
             {MenuSection::PlayEnds, Interface::Learn},
             {Qt::Key_End},
             iconPath("last")},
            &Playback::last);
    addMove(window,
            {QStringLiteral("pause"),
             tr("Pa&use"),
             tr("Pause playback here."),
             MenuSection::PlayMotion,
             {},
             iconPath("pause")},
            &Playback::pause);
}

} // namespace

void addPlayCommands(MainWindow& window) {
    addSteps(window);
    Playback& playback = window.playback();
    CommandRegistry& commands = window.commands();
    commands.add({.id = QStringLiteral("speed"),
                  .text = MainWindow::tr("Speed"),
                  .tip = MainWindow::tr("Set the playback speed."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("value: how many times faster")},
                 [&playback](const QJsonObject& arguments) { return setSpeed(playback, arguments); });
    commands.add({.id = QStringLiteral("seek"),
                  .text = MainWindow::tr("Go to"),
                  .tip = MainWindow::tr("Go to a moment, a stop or a batch."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("time, stop or batch")},
                 [&playback](const QJsonObject& arguments) { return seek(playback, arguments); });
    commands.add({.id = QStringLiteral("select"),
                  .text = MainWindow::tr("Select"),
                  .tip = MainWindow::tr("Select a node, a batch or a tree."),
                  .needsArguments = true,
                  .arguments = QStringLiteral("node (and second, another node), batch or tree")},
                 [&window](const QJsonObject& arguments) { return select(window, arguments); });
    commands.add({QStringLiteral("clear-selection"),
                  MainWindow::tr("&Clear selection"),
                  MainWindow::tr("Deselect everything."),
                  MenuSection::EditSelection,
                  {Qt::Key_Escape}},
                 [&playback](const QJsonObject&) -> Status {
                     playback.clearSelection();
                     return Ok{};
                 });
}

} // namespace batchscope
