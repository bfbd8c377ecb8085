// SPDX-License-Identifier: GPL-3.0-or-later
//
// A separate window with the speaker's notes of the running lesson, and what comes next. If there are several screens,
// it opens on one that does not show the picture.
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
