// SPDX-License-Identifier: GPL-3.0-or-later
//
// Brings the window into the state that a beat of a lesson needs: runs its commands one after another, each when the
// previous one has settled. Leaving the lesson restores what the user had open and chosen before.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 cannot parse <concepts>, which the core's headers include
#include "app/window/settings.h"
#include "core/base/id.h"
#include "core/lessons/lesson.h"
#include "core/lessons/lesson_check.h"
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
    /// Reads the lessons of the folder into the view; an error in a lesson is shown above the canvas.
    LessonRunner(MainWindow& window, LessonView& view, const QString& folder);

    /// Opens a lesson of the user's. Fails like readLessonFile().
    Status open(const QString& path);

    [[nodiscard]] LessonView& view() const { return m_view; }
    /// True while commands run or wait.
    [[nodiscard]] bool isBusy() const { return m_timer.isActive(); }

signals:
    /// The window is in the state of the beat, and the view was notified.
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
