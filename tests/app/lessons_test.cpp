// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every shipped lesson, beat by beat, as a learner goes through it: the state of the window is reached without an
// error, every figure can be told, right answers are right, wrong ones are not, and what the learner is asked to do can
// be done.
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"
#include "tests/support/waiting.h"

#include "app/commands/lesson_runner.h"
#include "app/window/samples.h"
#include "app/window/status_line.h"
#include "core/lessons/lesson_figures.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/lessons/ask_form.h"
#include "views/lessons/lesson_page.h"
#include "views/lessons/lesson_view.h"
#include "views/lessons/notes_window.h"
#include "views/play/play_dialog.h"
#include "views/session/node_finder.h"

#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

namespace batchscope::lessons_test {

using batchscope::test::Application;

namespace {

struct Learner {
    Application app;
    LessonRunner& runner = *app.window.findChild<LessonRunner*>();
    LessonView& view = runner.view();

    Learner() { app.window.setReducedMotion(true); }
    [[nodiscard]] bool settle() {
        return QTest::qWaitFor([this] { return !runner.isBusy(); }, testing::kPatienceMs) && app.waitIdle();
    }
    [[nodiscard]] bool begin(std::size_t lesson, std::size_t beat) {
        const QJsonObject place = {{QStringLiteral("lesson"), static_cast<int>(lesson)},
                                   {QStringLiteral("beat"), static_cast<int>(beat)}};
        return app.ask("lesson", place).isEmpty() && settle();
    }
    [[nodiscard]] const LessonAsk& question() const { return view.lesson()->beats[view.beat()].ask; }
    [[nodiscard]] QString verdict() const {
        const auto* label = view.page().form().findChild<QLabel*>(QStringLiteral("lesson-verdict"));
        return label->isHidden() ? QString() : label->text();
    }
    [[nodiscard]] QPushButton* button(const char* name) const {
        return view.findChild<QPushButton*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QString error() const { return app.window.messages().text(); }
};

/// An answer that cannot be right.
LessonAnswer wrongAnswer(const Snapshot& snapshot, const LessonAsk& ask, LessonAnswer right) {
    right.number += 1;
    right.yes = !right.yes;
    if (ask.kind == AskKind::Choice) {
        for (std::size_t option = 0; option < ask.options.size(); ++option) {
            LessonAnswer other;
            other.option = option;
            if (!judge(snapshot, ask, other)->isRight) {
                return other;
            }
        }
    }
    return right;
}

/// As a learner who plays, chooses a policy or waits would.
void doAsAsked(Learner& learner) {
    const LessonAsk& ask = learner.question();
    if (ask.goal == LessonGoal::End) {
        learner.app.playback.last();
    } else if (ask.goal == LessonGoal::Steps) {
        learner.app.playback.seek(static_cast<double>(Storyboard::kFirstBatchStop + ask.count));
    } else if (ask.goal == LessonGoal::Policy) {
        QCOMPARE(learner.app.ask("policy", {{QStringLiteral("name"), QString::fromStdString(ask.name)}}), QString());
    } else {
        QFAIL("no shipped lesson asks for this");
    }
    QVERIFY(learner.settle());
}

void answerRightly(Learner& learner) {
    const LessonAsk& ask = learner.question();
    const Snapshot& snapshot = learner.app.snapshot();
    const Result<LessonAnswer> right = rightAnswer(snapshot, ask);
    QVERIFY2(right.hasValue(), right ? "" : right.error().message.c_str());
    if (ask.kind != AskKind::Select) {
        const Result<LessonVerdict> wrong = learner.view.answer(wrongAnswer(snapshot, ask, *right));
        QVERIFY(wrong.hasValue() && !wrong->isRight);
    }
    const Result<LessonVerdict> verdict = learner.view.answer(*right);
    QVERIFY2(verdict.hasValue() && verdict->isRight, verdict ? verdict->text.c_str() : "error");
    QVERIFY(!learner.verdict().contains(u'…') && !learner.verdict().contains(u'{'));
}

void play(Learner& learner) {
    learner.button("lesson-play")->click();
    auto* dialog = learner.app.window.findChild<PlayDialog*>();
    QVERIFY(dialog != nullptr);
    while (!dialog->hand().isDone()) {
        dialog->run(dialog->hand().hint()->signature.value);
    }
    dialog->close();
}

void slide(Learner& learner) {
    for (std::size_t position = 0; position < learner.question().positions.size(); ++position) {
        QCOMPARE(learner.app.ask("lesson-answer", {{QStringLiteral("position"), static_cast<int>(position)}}),
                 QString());
        QVERIFY(learner.settle());
        QVERIFY2(!learner.verdict().isEmpty(), qPrintable(QString::number(position)));
    }
}

/// What is shown before the learner does anything.
void readBeat(Learner& learner) {
    QCOMPARE(learner.error(), QString());
    QVERIFY(learner.app.snapshot().metrics != nullptr);
    const QString text = learner.view.page().plainText();
    QVERIFY2(!text.contains(u'…') && !text.contains(u'{') && !text.contains(u'*'), qPrintable(text));
    const QString notes = learner.app.window.findChild<NotesWindow*>()->plainText();
    QVERIFY2(!notes.contains(u'…') && !notes.contains(u'{') && !notes.contains(u'*'), qPrintable(notes));
    QVERIFY(!learner.view.lesson()->beats[learner.view.beat()].notes.empty());
    const auto& report = learner.app.snapshot().report;
    const bool isWrong = report && report->equality && report->equality->firstDivergence;
    if (const NodeId node = learner.app.playback.focus().node; isWrong && node.valid()) { // "The first wrong node …"
        QCOMPARE(node.index(), report->equality->firstDivergence->node.index());
    }
    if (learner.question().kind != AskKind::Slide && learner.question().kind != AskKind::Do) {
        QCOMPARE(learner.verdict(), QString()); // nor is anything missing that a question is about
    }
}

void doBeat(Learner& learner) {
    switch (learner.question().kind) {
    case AskKind::None: break;
    case AskKind::Number:
    case AskKind::Pair:
    case AskKind::Choice:
    case AskKind::Select: answerRightly(learner); break;
    case AskKind::Do:
        QVERIFY(!learner.view.isAnswered());
        doAsAsked(learner);
        break;
    case AskKind::Play: play(learner); break;
    case AskKind::Slide: slide(learner); break;
    }
    QVERIFY(learner.view.isAnswered());
}

} // namespace

class LessonsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLesson_data();
    void everyLesson();
    void buttonsLeadThroughALesson();
    void theUsersOwnStateComesBack();
    void figuresAreHiddenWhileTheyAreAnswers();
    void aTestEndsWithItsResult();
    void aNodeIsTriedAgain();
    void theGame();
    void isExported();
    void answersAreHandedIn();
    void aTeachersOwnLesson();
    void aLectureNeedsTrees();
};

void LessonsTest::everyLesson_data() {
    QTest::addColumn<std::size_t>("lesson");
    const Result<std::vector<Lesson>> lessons =
        readLessons(QStringLiteral(BATCHSCOPE_SOURCE_DIR "/resources/lessons").toStdString());
    QVERIFY2(lessons.hasValue(), lessons ? "" : lessons.error().text().c_str());
    const QDir folders(QStringLiteral(BATCHSCOPE_SOURCE_DIR "/resources/lessons"));
    QCOMPARE(static_cast<qsizetype>(lessons->size()),
             folders.entryList(QDir::Dirs | QDir::NoDotAndDotDot).size()); // none is left out
    for (std::size_t lesson = 0; lesson < lessons->size(); ++lesson) {
        QTest::addRow("%s", (*lessons)[lesson].id.c_str()) << lesson;
    }
}

/// Forward, doing what is asked, and back, where each beat must bring its own state again.
void LessonsTest::everyLesson() {
    QFETCH(std::size_t, lesson);
    Learner learner;
    if (isLecture(learner.view.lessons()[lesson])) {
        QVERIFY(learner.app.openSample("sentences.ptb"));
    }
    QVERIFY(learner.begin(lesson, 0));
    const std::size_t beats = learner.view.lesson()->beats.size();
    for (std::size_t beat = 0; beat < beats; ++beat) {
        readBeat(learner);
        doBeat(learner);
        if (QTest::currentTestFailed()) {
            QFAIL(qPrintable(QStringLiteral("at beat %1").arg(beat)));
        }
        if (beat + 1 < beats) {
            QCOMPARE(learner.app.ask("lesson-next"), QString());
            QVERIFY(learner.settle());
        }
    }
    for (std::size_t beat = beats - 1; beat > 0; --beat) {
        QCOMPARE(learner.app.ask("lesson-back"), QString());
        QVERIFY(learner.settle());
        readBeat(learner);
    }
}

void LessonsTest::buttonsLeadThroughALesson() {
    Learner learner;
    learner.button("lesson-1")->click();
    QVERIFY(learner.settle());
    QVERIFY(learner.view.lesson() != nullptr);
    const std::size_t beats = learner.view.lesson()->beats.size();
    QVERIFY(!learner.button("lesson-back")->isEnabled());
    for (std::size_t beat = 1; beat < beats; ++beat) {
        learner.button("lesson-next")->click();
        QVERIFY(learner.settle());
        QCOMPARE(learner.view.beat(), beat);
    }
    learner.button("lesson-back")->click();
    QCOMPARE(learner.view.beat(), beats - 2);
    learner.button("lesson-next")->click();
    QVERIFY(learner.settle());
    QCOMPARE(learner.button("lesson-next")->text(), QStringLiteral("Next lesson"));
    learner.button("lesson-next")->click(); // the end
    QVERIFY(learner.settle());
    QCOMPARE(learner.view.lesson()->id, std::string("02-same-operation"));
    learner.button("lesson-leave")->click();
    QVERIFY(learner.view.lesson() == nullptr);
    QVERIFY(learner.app.settings.lessonsDone().isEmpty()); // its questions were skipped
    QVERIFY(!learner.button("lesson-1")->text().contains(u'✓'));

    QVERIFY(learner.begin(0, 0));
    for (std::size_t beat = 0; beat < beats; ++beat) {
        doBeat(learner);
        learner.button("lesson-next")->click();
        QVERIFY(learner.settle());
    }
    learner.button("lesson-leave")->click();
    QCOMPARE(learner.app.settings.lessonsDone(), QStringList({QStringLiteral("01-one-tree")}));
    QVERIFY(learner.button("lesson-1")->text().contains(u'✓'));
    QVERIFY(!learner.button("lesson-2")->text().contains(u'✓'));
    QCOMPARE(learner.app.ask("lesson"), QString()); // the next one
    QCOMPARE(learner.view.lesson()->id, std::string("02-same-operation"));
}

void LessonsTest::theUsersOwnStateComesBack() {
    Learner learner;
    QVERIFY(learner.app.openSample("sentences.ptb"));
    QCOMPARE(learner.app.ask("policy-agenda"), QString());
    QVERIFY(learner.settle());
    const SessionConfig before = learner.app.session.config();
    QVERIFY(learner.begin(3, 0));
    QVERIFY(learner.app.session.config().files != before.files);
    QCOMPARE(learner.app.session.config().policy, std::string("depth"));
    QCOMPARE(learner.app.window.pages().arrangements().current(), Arrangement::Lesson);
    QCOMPARE(learner.app.ask("lesson-leave"), QString());
    QVERIFY(learner.settle());
    QVERIFY(learner.app.session.config() == before);
    // Closing in the middle of a lesson remembers the user's choices, not the lesson's.
    QVERIFY(learner.begin(3, 2));
    learner.app.window.close();
    QCOMPARE(learner.app.settings.choices().value(QStringLiteral("policy")).toString(), QStringLiteral("agenda"));
    QVERIFY(learner.app.settings.arrangement() != Arrangement::Lesson);
}

/// Of a question on this page, and of one on a later page about the same run.
void LessonsTest::figuresAreHiddenWhileTheyAreAnswers() {
    Learner learner;
    QVERIFY(learner.begin(2, 2));
    const auto* const figures = learner.app.window.findChild<StatusLine*>();
    QVERIFY(learner.app.playback.figuresHidden());
    QVERIFY(!figures->text().isEmpty()); // says why
    answerRightly(learner);
    QVERIFY(learner.app.playback.figuresHidden());
    QVERIFY(figures->text().isEmpty()); // nothing is asked here
    learner.app.playback.setReasonsShown(true);
    QCOMPARE(learner.app.ask("lesson-next"), QString());
    QVERIFY(learner.settle());
    QVERIFY(!learner.app.playback.reasonsShown()); // they might be an answer, too
    answerRightly(learner);
    QVERIFY(!learner.app.playback.figuresHidden());
    QVERIFY(!figures->text().isEmpty());
}

void LessonsTest::aTestEndsWithItsResult() {
    Learner learner;
    QVERIFY(learner.begin(13, 7));
    const std::size_t last = learner.view.lesson()->beats.size() - 1;
    (void)learner.view.answer(wrongAnswer(learner.app.snapshot(), learner.question(), {}));
    answerRightly(learner); // too late
    QCOMPARE(learner.app.ask("lesson-next"), QString());
    QVERIFY(learner.settle());
    QVERIFY(learner.view.answer(*rightAnswer(learner.app.snapshot(), learner.question()))->isRight);
    while (learner.view.beat() < last) {
        QCOMPARE(learner.app.ask("lesson-next"), QString());
        QVERIFY(learner.settle());
    }
    QVERIFY(learner.view.page().plainText().contains(QStringLiteral("1 of %1").arg(last)));
}

void LessonsTest::aNodeIsTriedAgain() {
    Learner learner;
    QVERIFY(learner.begin(1, 6));
    QCOMPARE(learner.question().kind, AskKind::Select);
    const NodeId marked = *markedNode(learner.app.snapshot(), learner.question());
    learner.app.playback.selectNode(marked); // itself
    QVERIFY(!learner.view.isAnswered());
    QVERIFY(!learner.verdict().isEmpty());
    learner.app.playback.selectNode(rightAnswer(learner.app.snapshot(), learner.question())->node);
    QVERIFY(learner.view.isAnswered());
}

void LessonsTest::theGame() {
    Learner learner;
    QVERIFY(!learner.app.ask("play-scheduler").isEmpty()); // nothing is open
    QVERIFY(learner.app.openSample("sentences.ptb"));
    QCOMPARE(learner.app.ask("play-scheduler"), QString());
    auto* dialog = learner.app.window.findChild<PlayDialog*>();
    QVERIFY(dialog != nullptr);
    const auto press = [dialog](const QString& name) { dialog->findChild<QPushButton*>(name)->click(); };
    press(QStringLiteral("play-run-0"));
    QCOMPARE(dialog->hand().batchCount(), 1U);
    press(QStringLiteral("play-undo"));
    QCOMPARE(dialog->hand().batchCount(), 0U);
    press(QStringLiteral("play-hint"));
    QVERIFY(!dialog->told().isEmpty());
    QSignalSpy over(dialog, &PlayDialog::gameOver);
    while (!dialog->hand().isDone()) {
        press(QStringLiteral("play-run-%1").arg(dialog->hand().ready().front().signature.value));
    }
    QCOMPARE(over.size(), 1);
    QVERIFY(dialog->told().contains(QString::number(dialog->hand().batchCount())));
    const auto* list = dialog->findChild<QListWidget*>(QStringLiteral("play-list"));
    QVERIFY(list->count() > 3);
    press(QStringLiteral("play-again"));
    QCOMPARE(dialog->hand().batchCount(), 0U);
}

void LessonsTest::isExported() {
    Learner learner;
    const QTemporaryDir folder;
    const std::size_t beats = learner.view.lessons()[1].beats.size();
    const auto exported = [&](const QString& name) {
        const QString path = folder.filePath(name);
        const QString fault =
            learner.app.ask("export-lesson", {{QStringLiteral("lesson"), 1}, {QStringLiteral("path"), path}});
        QFile file(path);
        return fault.isEmpty() && learner.settle() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray page = exported(QStringLiteral("lesson.html"));
    QCOMPARE(page.count("<section>"), static_cast<qsizetype>(beats));
    QCOMPARE(page.count("data:image/svg+xml;base64,"), static_cast<qsizetype>(beats));
    QVERIFY(!page.contains("http")); // no network
    QVERIFY(!page.contains("href") && !page.contains("{nodes}"));
    QVERIFY(page.contains("May these two marked nodes run in one batch?"));
    QVERIFY(learner.view.lesson() == nullptr);
    QVERIFY(!learner.app.ask("export-lesson", {{QStringLiteral("path"), folder.filePath(QStringLiteral("x.doc"))}})
                 .isEmpty());
    // A folder that is not there: told above the canvas.
    QCOMPARE(learner.app.ask("export-lesson", {{QStringLiteral("path"), folder.filePath(QStringLiteral("no/x.html"))}}),
             QString());
    QVERIFY(learner.settle());
    QVERIFY(!learner.error().isEmpty());
}

void LessonsTest::answersAreHandedIn() {
    Learner learner;
    const QTemporaryDir folder;
    QVERIFY(learner.begin(0, 4));
    const std::size_t batches = learner.app.snapshot().metrics->batches;
    for (const std::size_t number : {batches + 1, batches}) {
        QCOMPARE(learner.app.ask("lesson-answer", {{QStringLiteral("number"), static_cast<int>(number)}}), QString());
    }
    QVERIFY(learner.begin(2, 5));
    play(learner);
    const QString path = folder.filePath(QStringLiteral("ada.csv"));
    QCOMPARE(learner.app.ask("export-answers",
                             {{QStringLiteral("path"), path}, {QStringLiteral("name"), QStringLiteral("Ada")}}),
             QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 3); // the head, the question, the game
    QVERIFY(lines[1].startsWith("Ada,") && lines[1].contains(QByteArray::number(qulonglong(batches + 1))));
    QVERIFY(lines[1].endsWith(",no,2,yes,,"));
    const std::size_t bound = learner.app.snapshot().metrics->lowerBound;
    QVERIFY(lines[2].split(',').last() == QByteArray::number(qulonglong(bound)));
}

void LessonsTest::aTeachersOwnLesson() {
    Learner learner;
    const QTemporaryDir folder;
    const auto write = [&folder](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    };
    const QString path = folder.filePath(QStringLiteral("lesson.json"));
    const QJsonObject arguments = {{QStringLiteral("path"), path}};
    write("lesson.json", R"({"title": "Mine", "summary": "S", "minutes": 1, "file": "own.ptb",
                             "beats": [{"title": "B", "text": ["{trees} trees, {nodes} nodes."]}]})");
    QVERIFY(learner.app.ask("open-lesson", arguments).contains(QStringLiteral("own.ptb"))); // not there yet
    write("own.ptb", "(S (A one) (B two))\n");
    const std::size_t before = learner.view.lessons().size();
    for (int opening = 0; opening < 2; ++opening) { // the second takes the place of the first
        QCOMPARE(learner.app.ask("open-lesson", arguments), QString());
        QVERIFY(learner.settle());
        QCOMPARE(learner.view.lessons().size(), before + 1);
        QCOMPARE(learner.view.lesson()->title, std::string("Mine"));
        QVERIFY(learner.view.page().plainText().contains(QStringLiteral("1 trees, 4 nodes")));
    }
}

void LessonsTest::aLectureNeedsTrees() {
    Learner learner;
    const auto& lessons = learner.view.lessons();
    const auto lecture = std::find_if(lessons.begin(), lessons.end(), isLecture);
    QVERIFY(lecture != lessons.end());
    const auto place = static_cast<std::size_t>(lecture - lessons.begin());
    QVERIFY(learner.begin(place, 0));
    QVERIFY(learner.view.lesson() == nullptr && !learner.error().isEmpty());
    QVERIFY(learner.app.openSample("sentences.ptb"));
    const std::vector<std::string> files = learner.app.session.config().files;
    QVERIFY(learner.begin(place, 4));
    QCOMPARE(learner.app.session.config().files, files);
    QVERIFY(learner.app.playback.time() >= learner.app.playback.storyboard()->end());
    // What was shown before comes back.
    QCOMPARE(learner.app.ask("lesson-leave"), QString());
    QCOMPARE(learner.app.ask("trees", {{QStringLiteral("begin"), 2}, {QStringLiteral("end"), 4}}), QString());
    QVERIFY(learner.settle());
    const SessionConfig before = learner.app.session.config();
    QVERIFY(learner.begin(place, 0));
    QVERIFY(learner.app.session.config().graph.trees != before.graph.trees);
    QCOMPARE(learner.app.ask("lesson-leave"), QString());
    QVERIFY(learner.app.session.config() == before);
}

BATCHSCOPE_NAMED_TEST("lessons", QTEST_MAIN(LessonsTest))

} // namespace batchscope::lessons_test

#include "lessons_test.moc"
