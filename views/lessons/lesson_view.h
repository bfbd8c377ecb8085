// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of the lessons: the list of lessons, or the current beat of the running lesson. It emits stateAsked to
// request the state of the window that a beat needs; stateReached() reports that the window is in this state. Nodes
// that a question is about are marked through the search for nodes, which every view shows.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/lessons/lesson_check.h"
#endif
#include "views/session/playback.h"

#include <QStringList>
#include <QWidget>

#include <map>
#include <optional>
#include <set>
#include <vector>

class QStackedWidget;

namespace batchscope {

class LessonList;
class LessonPage;

class LessonView final : public QWidget {
    Q_OBJECT

public:
    LessonView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// `done` holds the ids of the lessons that were finished before.
    void setLessons(std::vector<Lesson> lessons, const QStringList& done);
    [[nodiscard]] const std::vector<Lesson>& lessons() const { return m_lessons; }
    /// Adds a lesson, replacing the one with the same id, and begins it.
    void open(Lesson lesson);
    /// The running lesson; null while the list is shown.
    [[nodiscard]] const Lesson* lesson() const { return m_lesson; }
    /// The current beat of lesson(), from 0.
    [[nodiscard]] std::size_t beat() const { return m_beat; }
    /// True if the question of the beat is answered, or there is none.
    [[nodiscard]] bool isAnswered() const { return m_isAnswered; }
    [[nodiscard]] LessonPage& page() const { return *m_page; }

    /// Begins a lesson at a beat; both must exist.
    void begin(std::size_t lesson, std::size_t beat);
    void next();
    void back();
    /// Returns to the list.
    void leave();
    /// Must be called after the commands of stateAsked have run.
    void stateReached();

    /// Judges an answer. Fails like judge(); Config error if no lesson runs.
    Result<LessonVerdict> answer(const LessonAnswer& given);
    /// Moves the slider of the question. Config error if there is no such position.
    Status moveTo(std::size_t position);
    /// A game on the shown trees has ended; the beat may have asked for it.
    void gamePlayed(std::size_t batches);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void stateAsked(const std::vector<batchscope::LessonCommand>& commands);
    /// A lesson began or ended.
    void lessonChanged();
    /// Another beat of the lesson is shown.
    void beatChanged();
    /// The question of the beat was answered.
    void answered();
    /// Reports an answer, for a teacher to read.
    void answerGiven(const batchscope::LessonAnswered& given);
    void finished(const QString& id);
    /// A question about the schedule is open, on this page (`asked`) or on a later one, or no longer open. While
    /// `guessing`, nothing should reveal the figures in question.
    void guessingChanged(bool guessing, bool asked);
    void playAsked();
    void openAsked();
    void exportAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] const LessonBeat& shownBeat() const { return m_lesson->beats[m_beat]; }
    [[nodiscard]] const LessonAsk& ask() const { return shownBeat().ask; }
    void show(std::size_t beat);
    [[nodiscard]] std::size_t nextLesson() const;
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] bool isAskedLater() const;
    void tellGuessing();
    void mark();
    void markNodes(const QString& query);
    void followSnapshot();
    void followSelection();
    void followMoment();
    void setAnswered();
    void note(std::string answer, bool isRight, std::size_t batches = 0);
    [[nodiscard]] LessonMoment moment() const;

    Session& m_session;
    Playback& m_playback;
    std::vector<Lesson> m_lessons;
    QStringList m_done;
    const Lesson* m_lesson = nullptr; // points into m_lessons
    std::size_t m_beat = 0;
    bool m_isAnswered = false;
    bool m_isReached = false;            // the window is in the beat's state
    std::set<std::size_t> m_answered;    // beats answered since the lesson began
    std::map<std::size_t, bool> m_right; // true if the first answer to a beat was right
    std::set<std::size_t> m_positions;   // visited positions of the slider
    std::size_t m_position = 0;
    QString m_marks; // the query that marks the question's nodes
    QStackedWidget* m_stack;
    LessonList* m_list;
    LessonPage* m_page;
};

} // namespace batchscope
