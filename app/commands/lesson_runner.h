// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes the window into the state that a beat of a lesson asks for: its commands, one after the other, each when the
// one before has settled. What the user had open and chosen before the lesson comes back when it is left.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "app/window/settings.h"
#include "core/base/id.h"
#include "core/lessons/lesson.h"
#include "core/lessons/lesson_answers.h"
#include "core/session/session_config.h"
#include "core/story/storyboard.h"
#endif

#include <QObject>
#include <QTimer>

#include <deque>
#include <optional>

namespace batchscope {

class LessonView;
class MainWindow;

class LessonRunner final : public QObject {
    Q_OBJECT

public:
    /// Reads the lessons of the folder into the view; what is wrong with one is shown above the canvas.
    LessonRunner(MainWindow& window, LessonView& view, const QString& folder);

    /// A lesson of the user's. Errors as readLessonFile().
    Status open(const QString& path);

    [[nodiscard]] LessonView& view() const { return m_view; }
    /// Commands are running or wait.
    [[nodiscard]] bool isBusy() const { return m_timer.isActive(); }

signals:
    /// The window is in the state of the beat, and the view was told.
    void reached();

protected:
    /// Closing the window leaves the lesson first, so that its choices are not remembered as the user's.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Before {
        SessionConfig config;
        Arrangement arrangement;
        double speed;
        StepView stepView;
    };

    void followLesson();
    void restore();
    void ask(const std::vector<LessonCommand>& commands);
    void look();
    void openOwn(const QJsonObject& arguments);
    void prepare(const std::vector<LessonCommand>& commands);
    void run(const LessonCommand& command);
    [[nodiscard]] QString lessonFile(const QString& name) const;
    void keepAnswer(const LessonAnswered& given);

    MainWindow& m_window;
    LessonView& m_view;
    std::string m_opened; // the last file that a lesson opened
    std::deque<LessonCommand> m_waiting;
    QTimer m_timer;
    int m_quietLooks = 0;
    std::optional<Before> m_before; // while a lesson runs
};

} // namespace batchscope
