// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lesson_runner.h"

#include "app/commands/commands.h"
#include "app/window/choices.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/commands/command_registry.h"
#include "views/lessons/lesson_view.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QEvent>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

QString fileKey() {
    return QStringLiteral("file");
}

/// True if the command only changes the configuration and does not depend on what is shown. A change of the net does:
/// whether a net fits the trees is decided when they are read.
bool isChoice(const LessonCommand& command) {
    const auto all = sessionChoices();
    return command.id == "open" || command.id == "dim" || command.id == "trees" ||
           std::any_of(all.begin(), all.end(), [&command](const SessionChoice& choice) {
               return command.id != "model" && choice.id == command.id;
           });
}

/// True once the requested picture is complete and at rest. Its speed-up may still be being measured; readers need not
/// wait for it.
bool isReadable(const MainWindow& window) {
    const Session& session = window.session();
    const Snapshot& snapshot = *session.snapshot();
    const bool isCompared = snapshot.report && snapshot.report->equality && snapshot.config == session.config();
    return isCompared && !window.playback().moving() && !session.indexing();
}

} // namespace

LessonRunner::LessonRunner(MainWindow& window, LessonView& view, const QString& folder)
    : QObject(&window), m_window(window), m_view(view) {
    m_timer.setInterval(kIdleLookMs);
    connect(&m_timer, &QTimer::timeout, this, &LessonRunner::look);
    connect(&m_view, &LessonView::lessonChanged, this, &LessonRunner::followLesson);
    connect(&m_view, &LessonView::stateAsked, this, &LessonRunner::ask);
    connect(&m_view, &LessonView::answered, &window,
            [&window] { window.canvas().setFocus(Qt::OtherFocusReason); }); // so that Space plays and a full stop steps
    connect(&m_view, &LessonView::finished, this,
            [&window](const QString& id) { window.settings().addLessonDone(id); });
    connect(&m_view, &LessonView::answerGiven, this, &LessonRunner::keepAnswer);
    window.installEventFilter(this);
    Result<std::vector<Lesson>> lessons = readLessons(folder.toStdString());
    if (!lessons) {
        window.messages().showError(QString::fromStdString(lessons.error().text()));
        return;
    }
    m_view.setLessons(*std::move(lessons), window.settings().lessonsDone());
}

Status LessonRunner::open(const QString& path) {
    Result<Lesson> lesson = readLessonFile(path.toStdString());
    TRY(lesson);
    lesson->id = QFileInfo(path).absoluteFilePath().toStdString(); // unique among lessons
    m_view.open(*std::move(lesson));
    return Ok{};
}

void LessonRunner::keepAnswer(const LessonAnswered& given) {
    Settings& settings = m_window.settings();
    LessonAnswers answers = readSavedAnswers(settings.lessonAnswers().toStdString());
    noteAnswer(answers, given);
    settings.setLessonAnswers(QString::fromStdString(savedAnswers(answers)));
}

void LessonRunner::followLesson() {
    if (m_view.lesson() == nullptr) {
        restore();
        return;
    }
    if (!m_before) {
        m_before = Before{m_window.ownChoice().config(), m_window.pages().arrangements().current(),
                          m_window.playback().speed(), m_window.playback().stepView()};
    }
    m_window.playback().setSpeed(1.0);
    m_window.pages().arrange(Arrangement::Lesson);
    m_window.pages().resetPanels();                   // closes what the previous lesson opened
    m_window.canvas().setFocus(Qt::OtherFocusReason); // Space plays; the button in the list is gone
}

/// Files that the user opened during the lesson stay open.
void LessonRunner::restore() {
    m_waiting.clear();
    m_timer.stop();
    const std::optional<Before> before = std::exchange(m_before, std::nullopt);
    if (!before) {
        return;
    }
    SessionConfig config = before->config;
    const SessionConfig& present = m_window.session().config();
    const bool isOfLesson = !present.files.empty() && present.files.front() == m_opened;
    const bool areSame = present.files == config.files;
    if (config.files.empty() || (!isOfLesson && !areSame)) { // the present trees stay, with the options that they need
        config.files = present.files;
        config.read = present.read;
        config.graph = present.graph;
    }
    m_window.playback().setSpeed(before->speed);
    m_window.playback().setStepView(before->stepView);
    m_window.session().setConfig(config);
}

QString LessonRunner::lessonFile(const QString& name) const {
    return QString::fromStdString(m_view.lesson()->folder) % u'/' % name;
}

/// Clears what the previous beat left: a selection would distract, and the end of a run would give away the answer.
void LessonRunner::prepare(const std::vector<LessonCommand>& commands) {
    m_window.playback().clearSelection();
    m_window.playback().setReasonsShown(false);
    m_window.playback().setStepView(StepView::CloseUp);
    if (std::any_of(commands.begin(), commands.end(), [](const LessonCommand& c) { return c.id == "first"; })) {
        m_window.playback().first();
    }
}

void LessonRunner::ask(const std::vector<LessonCommand>& commands) {
    if (m_view.lesson()->onOpenTrees && !m_window.session().snapshot()->treebank) {
        m_window.messages().showError(tr("This lesson runs on the trees that are open. Open a treebank first."));
        QMetaObject::invokeMethod(&m_view, &LessonView::leave, Qt::QueuedConnection);
        return;
    }
    prepare(commands);
    m_waiting.assign(commands.begin(), commands.end());
    m_quietLooks = kIdleLooks - 1; // the first command needs only one check
    m_timer.start();
}

void LessonRunner::look() {
    m_quietLooks = isIdle(m_window) || isReadable(m_window) ? m_quietLooks + 1 : 0;
    if (m_quietLooks < kIdleLooks) {
        return;
    }
    m_quietLooks = 0;
    if (m_waiting.empty()) {
        m_timer.stop();
        m_view.stateReached();
        if (!m_timer.isActive()) { // otherwise the view has more commands
            emit reached();
        }
        return;
    }
    bool mayGoOn = true; // consecutive choices are applied together
    while (mayGoOn && !m_waiting.empty()) {
        const LessonCommand command = m_waiting.front();
        m_waiting.pop_front();
        run(command);
        mayGoOn = isChoice(command) && !m_waiting.empty() && isChoice(m_waiting.front());
    }
}

/// Opens the lesson's file with the default choices, whatever the learner changed, and without measuring unless the
/// lesson asks for it. Has no effect if this is already shown.
void LessonRunner::openOwn(const QJsonObject& arguments) {
    SessionConfig config = windowDefaults();
    m_opened = lessonFile(arguments.value(fileKey()).toString()).toStdString();
    config.files = {m_opened};
    config.graph.trees = {0, kLessonTrees};
    if (const QString net = arguments.value(QStringLiteral("model")).toString(); !net.isEmpty()) {
        config.graph.model = net.toStdString();
    }
    config.run.timing = Timing::Off;
    config.aspect = m_window.pages().canvasAspect();
    m_window.messages().dismissOfTrees();
    m_window.pages().expectTrees();
    m_window.session().setConfig(config);
}

void LessonRunner::run(const LessonCommand& command) {
    const QString id = QString::fromStdString(command.id);
    const QJsonObject arguments = QJsonDocument::fromJson(QByteArray::fromStdString(command.arguments)).object();
    if (id == u"open" && arguments.contains(fileKey())) {
        const bool keepsOpen =
            arguments.value(QStringLiteral("keep")).toBool() && m_window.session().snapshot()->treebank;
        if (!keepsOpen) {
            openOwn(arguments);
        }
        return;
    }
    if (const Status status = m_window.commands().run(id, arguments); !status) {
        m_window.messages().showError(QString::fromStdString(status.error().text()));
    }
}

bool LessonRunner::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Close && watched == &m_window) {
        const std::optional<Arrangement> arrangement = m_before ? std::optional(m_before->arrangement) : std::nullopt;
        m_view.leave();
        if (arrangement) {
            m_window.pages().arrange(*arrangement);
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace batchscope
