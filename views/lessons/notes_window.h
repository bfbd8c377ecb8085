// SPDX-License-Identifier: GPL-3.0-or-later
//
// The speaker's notes of the lesson that runs, in a window of its own: it opens on another screen than the picture
// where there is one. Beside the notes: what comes next, and for how long the speaker has been talking.
#pragma once

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

class QLabel;
class QTextBrowser;

namespace batchscope {

class LessonView;
class Session;

class NotesWindow final : public QDialog {
    Q_OBJECT

public:
    NotesWindow(const LessonView& lessons, const Session& session, QWidget* parent);

    [[nodiscard]] QString plainText() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    void follow();
    void moveToOtherScreen();
    void beginClock();
    void showClock();

    const LessonView& m_lessons;
    const Session& m_session;
    QLabel* m_place;
    QLabel* m_title;
    QTextBrowser* m_notes;
    QLabel* m_next;
    QLabel* m_clock;
    QElapsedTimer m_since;
    QTimer m_tick;
};

} // namespace batchscope
