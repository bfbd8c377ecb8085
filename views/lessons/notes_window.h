// SPDX-License-Identifier: GPL-3.0-or-later
//
// The speaker's notes of the lesson that runs, and what comes next, in a window of its own: it opens on another screen
// than the picture where there is one.
#pragma once

#include <QDialog>

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

private:
    void follow();

    const LessonView& m_lessons;
    const Session& m_session;
    QTextBrowser* m_text;
};

} // namespace batchscope
