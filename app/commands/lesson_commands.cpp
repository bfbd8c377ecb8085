// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/lesson_export.h"
#include "app/commands/lesson_runner.h"
#include "app/window/main_window.h"
#include "app/window/presentation.h"
#include "app/window/samples.h"
#include "app/window/status_line.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/base/check.h"
#include "core/bytes/file_writer.h"
#include "views/commands/command_registry.h"
#include "views/lessons/lesson_view.h"
#include "views/lessons/notes_window.h"
#include "views/play/play_dialog.h"
#include "views/session/choice_history.h"
#include "views/session/playback.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QInputDialog>

#include <algorithm>
#include <functional>
#include <utility>

namespace batchscope {

namespace {

LessonView& lessonsOf(const MainWindow& window) {
    auto* const view = qobject_cast<LessonView*>(window.panel(QStringLiteral("lessons"))->widget());
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

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
    LessonView& view = lessonsOf(window);
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
    LessonView& view = lessonsOf(window);
    if (arguments.contains(QStringLiteral("position"))) {
        const Result<std::size_t> position = indexArgument(arguments, QStringLiteral("position"));
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
    const LessonView& view = lessonsOf(window);
    std::size_t lesson = view.lesson() == nullptr ? nextLesson(window, view)
                                                  : static_cast<std::size_t>(view.lesson() - view.lessons().data());
    if (arguments.contains(QStringLiteral("lesson"))) {
        const Result<std::size_t> index = indexArgument(arguments, QStringLiteral("lesson"));
        TRY(index);
        lesson = *index;
    }
    if (lesson >= view.lessons().size()) {
        return lessonError(MainWindow::tr("there is no such lesson"));
    }
    if (arguments.contains(QStringLiteral("path")) || window.mode() == MainWindow::Mode::Scripted) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        return path ? exporter.start(lesson, *path) : path.error();
    }
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Export the lesson"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({MainWindow::tr("Web page (*.html)"), MainWindow::tr("Handout (*.pdf)")});
    dialog->setDefaultSuffix(QStringLiteral("html"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [&window, &exporter, lesson](const QString& path) {
        if (const Status started = exporter.start(lesson, path); !started) {
            window.messages().showError(QString::fromStdString(started.error().text()));
        }
    });
    dialog->open();
    return Ok{};
}

/// {"path", "name"}; without a path, a dialog for each.
Status exportAnswers(MainWindow& window, const QJsonObject& arguments) {
    const auto write = [&window](const QString& path) {
        const LessonAnswers answers = readSavedAnswers(window.settings().lessonAnswers().toStdString());
        return writeFile(path.toStdString(), answersCsv(window.settings().learnerName().toStdString(), answers));
    };
    if (arguments.contains(QStringLiteral("path")) || window.mode() == MainWindow::Mode::Scripted) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        window.settings().setLearnerName(
            arguments.value(QStringLiteral("name")).toString(window.settings().learnerName()));
        return path ? write(*path) : path.error();
    }
    auto* asking = new QInputDialog(&window);
    asking->setAttribute(Qt::WA_DeleteOnClose);
    asking->setWindowTitle(MainWindow::tr("Export answers"));
    asking->setLabelText(MainWindow::tr("Your name, as it will be in each row:"));
    asking->setTextValue(window.settings().learnerName());
    QObject::connect(asking, &QInputDialog::textValueSelected, &window, [&window, write](const QString& name) {
        window.settings().setLearnerName(name);
        auto* dialog = new QFileDialog(&window, MainWindow::tr("Export answers"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setNameFilters({MainWindow::tr("Table (*.csv)")});
        dialog->setDefaultSuffix(QStringLiteral("csv"));
        QObject::connect(dialog, &QFileDialog::fileSelected, &window, [&window, write](const QString& path) {
            if (const Status written = write(path); !written) {
                window.messages().showError(QString::fromStdString(written.error().text()));
            }
        });
        dialog->open();
    });
    asking->open();
    return Ok{};
}

/// {"path"}; without one, a dialog.
Status openLesson(MainWindow& window, LessonRunner& runner, const QJsonObject& arguments) {
    if (arguments.contains(QStringLiteral("path")) || window.mode() == MainWindow::Mode::Scripted) {
        const Result<QString> path = textArgument(arguments, QStringLiteral("path"));
        return path ? runner.open(*path) : path.error();
    }
    auto* dialog = new QFileDialog(&window, MainWindow::tr("Open a lesson"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({MainWindow::tr("Lessons (*.json)")});
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [&window, &runner](const QString& path) {
        if (const Status opened = runner.open(path); !opened) {
            window.messages().showError(QString::fromStdString(opened.error().text()));
        }
    });
    dialog->open();
    return Ok{};
}

void showLessons(MainWindow& window) {
    lessonsOf(window).leave();
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
    LessonView& lessons = lessonsOf(window);
    auto* dialog = new PlayDialog(snapshot, &window);
    QObject::connect(dialog, &PlayDialog::gameOver, &lessons, &LessonView::gamePlayed);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return Ok{};
}

/// The keys of clickers: through the beats of a lesson, and in a presentation through the stops of the story. Otherwise
/// they belong to tables and lists.
void addTurning(MainWindow& window, LessonView& view) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    Playback& playback = window.playback();
    const auto add = [&](const char* id, const QString& text, const QString& tip, QList<QKeySequence> keys,
                         std::function<void()> handler) {
        return addPlain(window,
                        {.id = QString::fromLatin1(id),
                         .text = text,
                         .tip = tip,
                         .menu = MenuSection::HelpLearn,
                         .shortcuts = std::move(keys),
                         .submenu = tr("&This lesson")},
                        std::move(handler));
    };
    QAction* next =
        add("lesson-next", tr("&Next beat"), tr("Go on with the lesson, or in a presentation to the next stop."),
            {Qt::Key_PageDown},
            [&view, &playback] { view.lesson() == nullptr ? playback.forward(StepUnit::Batch) : view.next(); });
    QAction* back =
        add("lesson-back", tr("&Previous beat"),
            tr("Go back in the lesson, or in a presentation to the previous stop."), {Qt::Key_PageUp},
            [&view, &playback] { view.lesson() == nullptr ? playback.back(StepUnit::Batch) : view.back(); });
    QAction* leave = add("lesson-leave", tr("&Leave the lesson"), tr("Go back to the list of lessons."), {},
                         [&view] { view.leave(); });
    const auto follow = [&window, &view, next, back, leave] {
        const bool isLesson = view.lesson() != nullptr;
        const bool isPresented = window.pages().presentation().isOn() && window.pages().isWorkspaceShown();
        next->setEnabled(isLesson || isPresented);
        back->setEnabled(isLesson || isPresented);
        leave->setEnabled(isLesson);
    };
    QObject::connect(&view, &LessonView::lessonChanged, next, follow);
    QObject::connect(&window.pages(), &WindowPages::presentationChanged, next, follow);
    follow();
}

} // namespace

void addLessonCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    LessonView& view = lessonsOf(window);
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
    addPlain(window,
             {QStringLiteral("lessons"), tr("&Lessons"), tr("Show the list of lessons about dynamic batching."),
              MenuSection::HelpLearn},
             [&window] { showLessons(window); });
    window.commands().add({.id = QStringLiteral("lesson"),
                           .text = tr("&Next lesson"),
                           .tip = tr("Begin the first lesson that was not finished."),
                           .menu = {MenuSection::HelpLearn, Interface::Learn},
                           .arguments = QStringLiteral("lesson, beat: counted from 0")},
                          [&window](const QJsonObject& arguments) { return beginLesson(window, arguments); });
    window.commands().add(
        {.id = QStringLiteral("export-lesson"),
         .text = tr("E&xport the lesson…"),
         .tip = tr("Write the lesson as one web page or as a handout."),
         .menu = MenuSection::HelpLearn,
         .arguments = QStringLiteral("lesson: counted from 0; path (.html or .pdf)")},
        [&window, exporter](const QJsonObject& arguments) { return exportLesson(window, *exporter, arguments); });
    window.commands().add({.id = QStringLiteral("export-answers"),
                           .text = tr("Export &answers…"),
                           .tip = tr("Write your answers and scores as one table, to hand in."),
                           .menu = MenuSection::HelpLearn,
                           .arguments = QStringLiteral("path (.csv), name"),
                           .submenu = tr("&This lesson")},
                          [&window](const QJsonObject& arguments) { return exportAnswers(window, arguments); });
    window.commands().add(
        {.id = QStringLiteral("open-lesson"),
         .text = tr("&Open a lesson…"),
         .tip = tr("Open a lesson that somebody wrote, with its trees beside it."),
         .menu = MenuSection::HelpLearn,
         .arguments = QStringLiteral("path (.json)"),
         .submenu = tr("&This lesson")},
        [&window, runner](const QJsonObject& arguments) { return openLesson(window, *runner, arguments); });
    addTurning(window, view);
    auto* notes = new NotesWindow(view, window.session(), &window);
    addPlain(window,
             {.id = QStringLiteral("speaker-notes"),
              .text = tr("Speaker n&otes"),
              .tip = tr("Show the notes of the lesson, on a second screen if there is one."),
              .menu = MenuSection::HelpLearn,
              .submenu = tr("&This lesson")},
             [notes] {
                 notes->show();
                 notes->raise();
             });
    window.commands().add({.id = QStringLiteral("lesson-answer"),
                           .text = tr("Answer the lesson's question"),
                           .tip = tr("Answer the question of the lesson."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("number, yes, option, node or position, as the question needs")},
                          [&window](const QJsonObject& arguments) { return answerLesson(window, arguments); });
    window.commands().add({.id = QStringLiteral("play-scheduler"),
                           .text = tr("&Play the scheduler…"),
                           .tip = tr("Choose yourself what runs next, and compare with every policy."),
                           .menu = {MenuSection::ModelRun, Interface::Learn}},
                          [&window](const QJsonObject&) { return playScheduler(window); });
    QObject::connect(&view, &LessonView::openAsked, window.commands().action(QStringLiteral("open-lesson")),
                     &QAction::trigger);
    QObject::connect(&view, &LessonView::exportAsked, window.commands().action(QStringLiteral("export-answers")),
                     &QAction::trigger);
    QObject::connect(&view, &LessonView::playAsked, window.commands().action(QStringLiteral("play-scheduler")),
                     &QAction::trigger);
}

} // namespace batchscope
