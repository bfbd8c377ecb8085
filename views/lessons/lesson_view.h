// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of the lessons: the list of them, or the beat of the one that runs. It asks for the state of the window
// that a beat needs (stateAsked), and is told when the window is in it (stateReached). Nodes that a question is about
// are marked by the search for nodes, which every view shows.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/lessons/lesson_answers.h"
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

    /// `done` are the ids of those that were finished before.
    void setLessons(std::vector<Lesson> lessons, const QStringList& done);
    [[nodiscard]] const std::vector<Lesson>& lessons() const { return m_lessons; }
    /// Adds one, in place of the one with its id, and begins it.
    void open(Lesson lesson);
    /// Null on the list.
    [[nodiscard]] const Lesson* lesson() const { return m_lesson; }
    /// From 0; of lesson().
    [[nodiscard]] std::size_t beat() const { return m_beat; }
    /// Whether the question of the beat is answered, or there is none.
    [[nodiscard]] bool isAnswered() const { return m_isAnswered; }
    [[nodiscard]] LessonPage& page() const { return *m_page; }

    /// Both must exist.
    void begin(std::size_t lesson, std::size_t beat);
    void next();
    void back();
    /// To the list.
    void leave();
    /// The commands of stateAsked have run.
    void stateReached();

    /// Errors as judge(); also where no lesson runs.
    Result<LessonVerdict> answer(const LessonAnswer& given);
    /// Of a slider. Config error where there is no such position.
    Status moveTo(std::size_t position);
    /// A game on the trees that are shown is over; it may be the one that the beat asked for.
    void gamePlayed(std::size_t batches);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void stateAsked(const std::vector<batchscope::LessonCommand>& commands);
    /// A lesson began or ended.
    void lessonChanged();
    /// Another beat of the lesson is shown.
    void beatChanged();
    /// The question of the beat.
    void answered();
    /// What was answered, for a teacher to read.
    void answerGiven(const batchscope::LessonAnswered& given);
    void finished(const QString& id);
    /// A question about the schedule is open, on this page (`asked`) or on a later one, or no longer: whatever gives
    /// its figures away should not.
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
    const Lesson* m_lesson = nullptr; // in m_lessons
    std::size_t m_beat = 0;
    bool m_isAnswered = false;
    bool m_isReached = false;            // the window is in the beat's state
    std::set<std::size_t> m_answered;    // beats of the lesson, since it began
    std::map<std::size_t, bool> m_right; // by beat: the first answer was
    std::set<std::size_t> m_positions;   // of the slider that were seen
    std::size_t m_position = 0;
    QString m_marks; // the query that marks the question's nodes
    QStackedWidget* m_stack;
    LessonList* m_list;
    LessonPage* m_page;
};

} // namespace batchscope
