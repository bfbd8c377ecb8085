// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/lesson_export.h"
#include "app/commands/lesson_runner.h"
#include "app/window/main_window.h"
#include "app/window/samples.h"
#include "app/window/status_line.h"
#include "app/window/window_pages.h"
#include "core/bytes/file_writer.h"
#include "views/lessons/lesson_view.h"
#include "views/lessons/notes_window.h"
#include "views/play/play_dialog.h"
#include "views/session/choice_history.h"
#include "views/session/playback.h"

#include <QInputDialog>

#include <algorithm>
#include <functional>
#include <utility>

namespace batchscope {

namespace {

Error lessonError(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

/// The first one that was not finished; after all, the first.
std::size_t nextLesson(const MainWindow& window, const LessonView& view) {
    const QStringList done = window.settings().lessonsDone();
    const auto& lessons = view.lessons();
    const auto open = std::find_if(lessons.begin(), lessons.end(), [&done](const Lesson& lesson) {
        return !isLecture(lesson) && !done.contains(QString::fromStdString(lesson.id));
    });
    return open == lessons.end() ? 0 : static_cast<std::size_t>(open - lessons.begin());
}

/// {"lesson": from 0, "beat": from 0}; without a lesson, the next one.
Status beginLesson(MainWindow& window, const QJsonObject& arguments) {
    LessonView& view = panelView<LessonView>(window, "lessons");
    if (view.lessons().empty()) {
        return lessonError(MainWindow::tr("the lessons are not installed"));
    }
    std::size_t lesson = nextLesson(window, view);
    std::size_t beat = 0;
    for (const auto& [key, value] : {std::pair("lesson", &lesson), std::pair("beat", &beat)}) {
        if (!arguments.contains(QString::fromLatin1(key))) {
            continue;
        }
        const Result<std::size_t> index = indexArgument(arguments, QString::fromLatin1(key));
        TRY(index);
        *value = *index;
    }
    if (lesson >= view.lessons().size() || beat >= view.lessons()[lesson].beats.size()) {
        return lessonError(MainWindow::tr("there is no such lesson or beat"));
    }
    view.begin(lesson, beat);
    return Ok{};
}

/// {"number"}, {"yes"}, {"option"}, {"node"} or {"position"}, as the question needs it.
Status answerLesson(MainWindow& window, const QJsonObject& arguments) {
    LessonView& view = panelView<LessonView>(window, "lessons");
    if (arguments.contains(QStringLiteral("position"))) {
        const Result<std::size_t> position = indexArgument(arguments, "position");
        return position ? view.moveTo(*position) : position.error();
    }
    LessonAnswer answer;
    answer.yes = arguments.value(QStringLiteral("yes")).toBool();
    for (const char* key : {"number", "option", "node"}) {
        if (!arguments.contains(QString::fromLatin1(key))) {
            continue;
        }
        const Result<std::size_t> value = indexArgument(arguments, QString::fromLatin1(key));
        TRY(value);
        answer.number = answer.option = *value;
        answer.node = NodeId(static_cast<std::uint32_t>(std::min<std::size_t>(*value, NodeId().value)));
    }
    const Result<LessonVerdict> verdict = view.answer(answer);
    return verdict ? Status(Ok{}) : verdict.error();
}

/// {"lesson": from 0, "path"}; without a path, a dialog.
Status exportLesson(MainWindow& window, LessonExport& exporter, const QJsonObject& arguments) {
    const LessonView& view = panelView<LessonView>(window, "lessons");
    std::size_t lesson = view.lesson() == nullptr ? nextLesson(window, view)
                                                  : static_cast<std::size_t>(view.lesson() - view.lessons().data());
    if (arguments.contains(QStringLiteral("lesson"))) {
        const Result<std::size_t> index = indexArgument(arguments, "lesson");
        TRY(index);
        lesson = *index;
    }
    if (lesson >= view.lessons().size()) {
        return lessonError(MainWindow::tr("there is no such lesson"));
    }
    return withPath(window, arguments,
                    {MainWindow::tr("Export the lesson"), MainWindow::tr("Web page (*.html)"), "html"},
                    [&exporter, lesson](const QString& path) { return exporter.start(lesson, path); });
}

/// {"path", "name"}; without a path, a dialog for each.
Status exportAnswers(MainWindow& window, const QJsonObject& arguments) {
    const auto write = [&window, arguments](const QString& name) {
        window.settings().setLearnerName(name);
        return withPath(window, arguments, {MainWindow::tr("Export answers"), MainWindow::tr("Table (*.csv)"), "csv"},
                        [&window](const QString& path) {
                            const LessonAnswers answers =
                                readSavedAnswers(window.settings().lessonAnswers().toStdString());
                            return writeFile(path.toStdString(),
                                             answersCsv(window.settings().learnerName().toStdString(), answers));
                        });
    };
    const QString known = window.settings().learnerName();
    if (arguments.contains(QStringLiteral("path")) || window.mode() == MainWindow::Mode::Scripted) {
        return write(arguments.value(QStringLiteral("name")).toString(known));
    }
    auto* asking = new QInputDialog(&window);
    asking->setAttribute(Qt::WA_DeleteOnClose);
    asking->setWindowTitle(MainWindow::tr("Export answers"));
    asking->setLabelText(MainWindow::tr("Your name, as it will be in each row:"));
    asking->setTextValue(known);
    QObject::connect(asking, &QInputDialog::textValueSelected, &window,
                     [&window, write](const QString& name) { showFault(window, write(name)); });
    asking->open();
    return Ok{};
}

void showLessons(MainWindow& window) {
    panelView<LessonView>(window, "lessons").leave();
    window.pages().leaveWelcome();
    window.raisePanel(QStringLiteral("lessons"));
}

Status playScheduler(MainWindow& window) {
    const std::shared_ptr<const Snapshot>& snapshot = window.session().snapshot();
    if (snapshot->metrics == nullptr) {
        return lessonError(MainWindow::tr("open trees first"));
    }
    if (snapshot->graph->size() > kMostPlayNodes) {
        return lessonError(MainWindow::tr("these trees have %1 nodes, and the game takes up to %2; choose fewer trees")
                               .arg(snapshot->graph->size())
                               .arg(kMostPlayNodes));
    }
    LessonView& lessons = panelView<LessonView>(window, "lessons");
    auto* dialog = new PlayDialog(snapshot, &window);
    QObject::connect(dialog, &PlayDialog::gameOver, &lessons, &LessonView::gamePlayed);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return Ok{};
}

/// The keys of clickers: through the beats of a lesson, and in a presentation through the stops of the story. Otherwise
/// they belong to tables and lists.
void addTurning(MainWindow& window, LessonView& view) {
    Playback& playback = window.playback();
    const RowPlace place = in(MenuSection::HelpLearn, "&This lesson");
    QAction* const next =
        add(window,
            {"lesson-next", "&Next beat", "Go on with the lesson, or in a presentation to the next stop.", place,
             Qt::Key_PageDown},
            [&view, &playback] { view.lesson() == nullptr ? playback.forward(StepUnit::Batch) : view.next(); });
    QAction* const back =
        add(window,
            {"lesson-back", "&Previous beat", "Go back in the lesson, or in a presentation to the previous stop.",
             place, Qt::Key_PageUp},
            [&view, &playback] { view.lesson() == nullptr ? playback.back(StepUnit::Batch) : view.back(); });
    QAction* const leave = add(window, {"lesson-leave", "&Leave the lesson", "Go back to the list of lessons.", place},
                               [&view] { view.leave(); });
    const auto update = [&window, &view, next, back, leave] {
        const bool isLesson = view.lesson() != nullptr;
        const bool isPresented = window.pages().presentation().isOn() && window.pages().isWorkspaceShown();
        next->setEnabled(isLesson || isPresented);
        back->setEnabled(isLesson || isPresented);
        leave->setEnabled(isLesson);
    };
    QObject::connect(&view, &LessonView::lessonChanged, next, update);
    QObject::connect(&window.pages(), &WindowPages::presentationChanged, next, update);
    update();
}

} // namespace

void addLessonCommands(MainWindow& window) {
    LessonView& view = panelView<LessonView>(window, "lessons");
    QObject::connect(&view, &LessonView::guessingChanged, &window, [&window](bool guessing, bool asked) {
        if (auto* const figures = window.findChild<StatusLine*>()) { // made after the commands
            figures->setVeiled(guessing, asked);
        }
        window.playback().setFiguresHidden(guessing);
    });
    if (auto* const history = window.findChild<ChoiceHistory*>()) { // a lesson's choices are not the user's
        QObject::connect(&view, &LessonView::lessonChanged, history,
                         [&view, history] { history->setPaused(view.lesson() != nullptr); });
    }
    auto* runner = new LessonRunner(window, view, lessonFolder());
    auto* exporter = new LessonExport(window, *runner);
    add(window, {"lessons", "&Lessons", "Show the list of lessons about dynamic batching.", MenuSection::HelpLearn},
        [&window] { showLessons(window); });
    add(window,
        {"lesson", "&Next lesson", "Begin the first lesson that was not finished.", learn(MenuSection::HelpLearn)},
        "lesson, beat: counted from 0",
        [&window](const QJsonObject& arguments) { return beginLesson(window, arguments); });
    add(window,
        {"export-lesson", "E&xport the lesson…", "Write the lesson as one web page, which prints as a handout.",
         MenuSection::HelpLearn},
        "lesson: counted from 0; path (.html)",
        [&window, exporter](const QJsonObject& arguments) { return exportLesson(window, *exporter, arguments); });
    add(window,
        {"export-answers", "Export &answers…", "Write your answers and scores as one table, to hand in.",
         in(MenuSection::HelpLearn, "&This lesson")},
        "path (.csv), name", [&window](const QJsonObject& arguments) { return exportAnswers(window, arguments); });
    add(window,
        {"open-lesson", "&Open a lesson…", "Open a lesson that somebody wrote, with its trees beside it.",
         in(MenuSection::HelpLearn, "&This lesson")},
        "path (.json)", [&window, runner](const QJsonObject& arguments) {
            return withPath(window, arguments, {MainWindow::tr("Open a lesson"), MainWindow::tr("Lessons (*.json)")},
                            [runner](const QString& path) { return runner->open(path); });
        });
    addTurning(window, view);
    auto* notes = new NotesWindow(view, window.session(), &window);
    add(window,
        {"speaker-notes", "Speaker n&otes", "Show the notes of the lesson, on a second screen if there is one.",
         in(MenuSection::HelpLearn, "&This lesson")},
        [notes] {
            notes->show();
            notes->raise();
        });
    add(window, {"lesson-answer", "Answer the lesson's question", "Answer the question of the lesson."},
        "number, yes, option, node or position, as the question needs",
        [&window](const QJsonObject& arguments) { return answerLesson(window, arguments); });
    add(window,
        {"play-scheduler", "&Play the scheduler…", "Choose yourself what runs next, and compare with every policy.",
         learn(MenuSection::ModelRun)},
        [&window](const QJsonObject&) { return playScheduler(window); });
    QObject::connect(&view, &LessonView::openAsked, window.commands().action(QStringLiteral("open-lesson")),
                     &QAction::trigger);
    QObject::connect(&view, &LessonView::exportAsked, window.commands().action(QStringLiteral("export-answers")),
                     &QAction::trigger);
    QObject::connect(&view, &LessonView::playAsked, window.commands().action(QStringLiteral("play-scheduler")),
                     &QAction::trigger);
}

} // namespace batchscope
