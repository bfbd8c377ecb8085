// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/lesson_view.h"

#include "core/lessons/lesson_figures.h"
#include "core/session/node_search.h"
#include "views/lessons/ask_form.h"
#include "views/lessons/lesson_list.h"
#include "views/lessons/lesson_page.h"
#include "views/session/node_finder.h"

#include <QDateTime>
#include <QEvent>
#include <QFileInfo>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

/// The arguments of the first command with this id; empty if the beat has none.
std::string argumentsOf(const LessonBeat& beat, std::string_view id) {
    const auto found = std::find_if(beat.state.begin(), beat.state.end(),
                                    [id](const LessonCommand& command) { return command.id == id; });
    return found == beat.state.end() ? std::string() : found->arguments;
}

std::string policyOf(const LessonBeat& beat) {
    const std::string chosen = argumentsOf(beat, "policy");
    return chosen.empty() ? R"({"name":"depth"})" : chosen; // the policy that a lesson starts with
}

/// True if the bottom of the window already shows, during beat `shown`, the figure that beat `later` asks for.
bool tells(const LessonBeat& shown, const LessonBeat& later) {
    const std::string policy = policyOf(shown);
    const std::string& figure = later.ask.figure;
    constexpr std::string_view kBatchesOf = "batches:";
    return later.ask.kind == AskKind::Number && argumentsOf(shown, "open") == argumentsOf(later, "open") &&
           (figure == "bound" || (figure == "batches" && policy == policyOf(later)) ||
            (figure.starts_with(kBatchesOf) &&
             policy.find('"' + figure.substr(kBatchesOf.size()) + '"') != std::string::npos));
}

} // namespace

LessonView::LessonView(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback), m_stack(new QStackedWidget(this)),
      m_list(new LessonList(m_stack)), m_page(new LessonPage(m_stack)) {
    m_stack->addWidget(m_list);
    m_stack->addWidget(m_page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_list, &LessonList::chosen, this, [this](std::size_t lesson) { begin(lesson, 0); });
    connect(m_list, &LessonList::playAsked, this, &LessonView::playAsked);
    connect(m_list, &LessonList::openAsked, this, &LessonView::openAsked);
    connect(m_list, &LessonList::exportAsked, this, &LessonView::exportAsked);
    connect(m_page, &LessonPage::backAsked, this, &LessonView::back);
    connect(m_page, &LessonPage::nextAsked, this, &LessonView::next);
    connect(m_page, &LessonPage::leaveAsked, this, &LessonView::leave);
    connect(m_page, &LessonPage::nodesPointedAt, this,
            [this](const QString& query) { markNodes(query.isEmpty() ? m_marks : query); });
    AskForm& form = m_page->form();
    connect(&form, &AskForm::answered, this, [this](const LessonAnswer& given) { (void)answer(given); });
    connect(&form, &AskForm::playAsked, this, &LessonView::playAsked);
    connect(&form, &AskForm::positionChosen, this, [this](int position) {
        if (m_lesson != nullptr) {
            (void)moveTo(static_cast<std::size_t>(position));
        }
    });
    connect(&m_session, &Session::snapshotChanged, this, &LessonView::followSnapshot);
    connect(&m_playback, &Playback::stepChanged, this, &LessonView::followMoment);
    connect(&m_playback, &Playback::selectionChanged, this, &LessonView::followSelection);
}

void LessonView::setLessons(std::vector<Lesson> lessons, const QStringList& done) {
    m_lesson = nullptr;
    m_lessons = std::move(lessons);
    m_done = done;
    m_list->setLessons(m_lessons, m_done);
    m_stack->setCurrentWidget(m_list);
}

void LessonView::open(Lesson lesson) {
    leave();
    const auto same = std::find_if(m_lessons.begin(), m_lessons.end(),
                                   [&lesson](const Lesson& each) { return each.id == lesson.id; });
    const auto place = static_cast<std::size_t>(same - m_lessons.begin());
    if (same == m_lessons.end()) {
        m_lessons.push_back(std::move(lesson));
    } else {
        *same = std::move(lesson);
    }
    m_list->setLessons(m_lessons, m_done);
    begin(place, 0);
}

void LessonView::begin(std::size_t lesson, std::size_t beat) {
    m_lesson = &m_lessons[lesson];
    m_answered.clear();
    m_right.clear();
    m_beat = beat; // receivers of lessonChanged read the beat
    m_stack->setCurrentWidget(m_page);
    emit lessonChanged();
    show(beat);
}

void LessonView::show(std::size_t beat) {
    m_beat = beat;
    m_isReached = false;
    m_positions.clear();
    m_isAnswered = ask().kind == AskKind::None;
    markNodes({});
    m_marks.clear();
    m_page->setBeat(*m_lesson, beat, Snapshot()); // the snapshot may belong to another beat: show no figures of it
    m_page->setReached(false);
    m_page->setLastText(nextLesson() < m_lessons.size() ? tr("Next lesson") : tr("Finish"));
    tellGuessing();
    emit beatChanged();
    emit stateAsked(shownBeat().state);
}

void LessonView::next() {
    if (m_lesson == nullptr) {
        return;
    }
    if (m_beat + 1 < m_lesson->beats.size()) {
        show(m_beat + 1);
        return;
    }
    const QString id = QString::fromStdString(m_lesson->id);
    if (isDone()) {
        if (!m_done.contains(id)) {
            m_done.append(id);
            m_list->setLessons(m_lessons, m_done);
        }
        emit finished(id);
    }
    if (const std::size_t following = nextLesson(); following < m_lessons.size()) {
        begin(following, 0);
    } else {
        leave();
    }
}

/// The index of the next lesson; the number of lessons if there is none, or if a lecture follows.
std::size_t LessonView::nextLesson() const {
    const std::size_t following = static_cast<std::size_t>(m_lesson - m_lessons.data()) + 1;
    return following < m_lessons.size() && isLecture(m_lessons[following]) ? m_lessons.size() : following;
}

bool LessonView::isDone() const {
    for (std::size_t beat = 0; beat < m_lesson->beats.size(); ++beat) {
        if (m_lesson->beats[beat].ask.kind != AskKind::None && !m_answered.contains(beat)) {
            return false;
        }
    }
    return true;
}

/// True if a later beat asks for a figure that is shown now, or the next page is a game on these trees.
bool LessonView::isAskedLater() const {
    const auto& beats = m_lesson->beats;
    const bool isGameNext = ask().kind == AskKind::None && m_beat + 1 < beats.size() &&
                            beats[m_beat + 1].ask.kind == AskKind::Play &&
                            argumentsOf(shownBeat(), "open") == argumentsOf(beats[m_beat + 1], "open");
    for (std::size_t beat = m_beat + 1; beat < beats.size(); ++beat) {
        if (!m_answered.contains(beat) && tells(shownBeat(), beats[beat])) {
            return true;
        }
    }
    return isGameNext;
}

void LessonView::tellGuessing() {
    const auto isAboutBatches = [](const LessonAsk& ask) {
        return ask.kind == AskKind::Number || ask.kind == AskKind::Play || ask.kind == AskKind::Pair ||
               (ask.kind == AskKind::Select && !ask.a.empty());
    };
    const bool isAsked = m_lesson != nullptr && !m_isAnswered && isAboutBatches(ask());
    emit guessingChanged(isAsked || (m_lesson != nullptr && isAskedLater()), isAsked);
}

void LessonView::back() {
    if (m_lesson != nullptr && m_beat > 0) {
        show(m_beat - 1);
    }
}

void LessonView::leave() {
    if (m_lesson == nullptr) {
        return;
    }
    m_lesson = nullptr;
    m_marks.clear();
    markNodes({});
    m_stack->setCurrentWidget(m_list);
    tellGuessing();
    emit lessonChanged();
}

void LessonView::stateReached() {
    if (m_lesson == nullptr) {
        return;
    }
    m_isReached = true;
    m_page->setReached(true);
    if (ask().kind == AskKind::Slide && m_positions.empty()) {
        (void)moveTo(0);
        return; // moveTo requests a state, too
    }
    followSnapshot();
    mark();
    followMoment();
}

/// Marks the nodes that the question is about; they stay marked while it is open.
void LessonView::mark() {
    const Snapshot& snapshot = *m_session.snapshot();
    if (snapshot.metrics == nullptr) {
        return;
    }
    if (!shownBeat().mark.empty()) {
        m_marks = QString::fromStdString(shownBeat().mark);
        markNodes(m_marks);
        return;
    }
    const Result<NodeId> a = markedNode(snapshot, ask());
    const Result<NodeId> b = otherNode(snapshot, ask());
    if (!a || !b) {
        m_page->form().showHint(QString::fromStdString((a ? b : a).error().message));
        return;
    }
    std::vector<NodeId> marked = {*a, *b};
    std::erase_if(marked, [](NodeId node) { return !node.valid(); });
    m_marks = QString::fromStdString(queryFor(marked));
    markNodes(m_marks);
}

void LessonView::markNodes(const QString& query) {
    if (m_session.nodeFinder().text() != query) {
        m_session.nodeFinder().setText(query);
    }
}

void LessonView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        followSnapshot(); // the text contains the theme's colors
    }
    QWidget::changeEvent(event);
}

void LessonView::followSnapshot() {
    if (m_lesson == nullptr || !m_isReached) {
        return;
    }
    LessonBeat told = shownBeat();
    if (told.isResult) {
        const std::vector<std::string> result = resultOf(*m_lesson, m_right);
        told.text.insert(told.text.end(), result.begin(), result.end());
    }
    m_page->fill(told, *m_session.snapshot());
    if (ask().kind == AskKind::Slide && !m_positions.empty()) {
        m_page->form().showPosition(
            static_cast<int>(m_position),
            QString::fromStdString(filledIn(ask().positions[m_position].text, *m_session.snapshot())));
    }
    followMoment();
}

void LessonView::followSelection() {
    const NodeId node = m_playback.focus().node;
    if (m_lesson != nullptr && m_isReached && ask().kind == AskKind::Select && node.valid()) {
        LessonAnswer given;
        given.node = node;
        (void)answer(given);
    }
}

LessonMoment LessonView::moment() const {
    LessonMoment moment;
    const Storyboard* const story = m_playback.storyboard();
    if (story != nullptr) {
        const std::size_t stop = stopBefore(m_playback.time());
        moment.batchesDone = stop < Storyboard::kFirstBatchStop ? 0 : stop - Storyboard::kFirstBatchStop;
        moment.isAtEnd = m_playback.time() >= story->end();
    }
    return moment;
}

void LessonView::followMoment() {
    if (m_lesson == nullptr || !m_isReached || m_isAnswered || ask().kind != AskKind::Do) {
        return;
    }
    const Snapshot& snapshot = *m_session.snapshot();
    if (isReached(snapshot, ask(), moment())) {
        m_page->form().showVerdict({true, "Done. " + filledIn(ask().why, snapshot)});
        note("done", true);
        setAnswered();
    }
}

Result<LessonVerdict> LessonView::answer(const LessonAnswer& given) {
    if (m_lesson == nullptr) {
        return Error{ErrorCode::Config, "no lesson is open; begin one first"};
    }
    Result<LessonVerdict> verdict = judge(*m_session.snapshot(), ask(), given);
    if (!verdict) {
        m_page->form().showHint(QString::fromStdString(verdict.error().message));
        return verdict;
    }
    m_page->form().showVerdict(*verdict);
    note(answerText(*m_session.snapshot(), ask(), given), verdict->isRight);
    if (verdict->isRight || ask().kind != AskKind::Select) { // a node can be tried again
        setAnswered();
    }
    return verdict;
}

Status LessonView::moveTo(std::size_t position) {
    if (m_lesson == nullptr || position >= ask().positions.size()) {
        return Error{ErrorCode::Config, "this question has no slider with that position"};
    }
    const bool isNew = m_positions.insert(position).second;
    if (!isNew && m_position == position) {
        return Ok{};
    }
    m_position = position;
    m_page->form().showPosition(static_cast<int>(position), {});
    emit stateAsked(ask().positions[position].state);
    if (isNew && m_positions.size() == ask().positions.size()) {
        note("all positions", true);
        setAnswered();
    }
    return Ok{};
}

/// Reports an answer in the form in which it is handed in; outside of lessons, only games are reported.
void LessonView::note(std::string answer, bool isRight, std::size_t batches) {
    const Snapshot& snapshot = *m_session.snapshot();
    const std::string file =
        snapshot.config.files.empty()
            ? std::string()
            : QFileInfo(QString::fromStdString(snapshot.config.files.front())).fileName().toStdString();
    LessonAnswered given;
    given.date = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd hh:mm")).toStdString();
    given.answer = std::move(answer);
    given.isRight = isRight;
    given.batches = batches;
    given.bound = batches == 0 ? 0 : snapshot.metrics->lowerBound;
    if (m_lesson != nullptr) {
        m_right.emplace(m_beat, isRight); // the first answer counts
        given.lesson = m_lesson->title;
        given.page = m_beat + 1;
        given.title = shownBeat().title;
        given.question = filledIn(ask().question, snapshot);
        if (ask().kind == AskKind::Play) { // a game on the learner's own trees is a different game
            given.question += " (" + file + ')';
        }
    } else {
        given.lesson = "Play the scheduler";
        given.title = file;
        given.question = filledIn("{trees} trees, {nodes} nodes", snapshot);
    }
    emit answerGiven(given);
}

void LessonView::gamePlayed(std::size_t batches) {
    if (m_lesson == nullptr || ask().kind == AskKind::Play) {
        note(std::to_string(batches), batches == m_session.snapshot()->metrics->lowerBound, batches);
    }
    if (m_lesson != nullptr && ask().kind == AskKind::Play) {
        m_page->form().showVerdict({true, filledIn(ask().why, *m_session.snapshot())});
        setAnswered();
    }
}

void LessonView::setAnswered() {
    m_isAnswered = true;
    m_answered.insert(m_beat);
    emit answered();
    m_page->setAnswered(true);
    tellGuessing();
}

QSize LessonView::sizeHint() const {
    return {400, 600};
}

} // namespace batchscope
