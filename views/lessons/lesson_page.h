// SPDX-License-Identifier: GPL-3.0-or-later
//
// One beat of a lesson: its title, its text in large letters, its question, and the way back and on.
#pragma once

#include "core/lessons/lesson.h"
#include "core/session/snapshot.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTextBrowser;
class QUrl;

namespace batchscope {

class AskForm;
class LessonBarsView;

class LessonPage final : public QWidget {
    Q_OBJECT

public:
    explicit LessonPage(QWidget* parent);

    [[nodiscard]] AskForm& form() const { return *m_form; }
    /// The least size of all text, for an audience; 0: by the font of the window.
    void setTextPixels(int pixels);
    /// Another beat, counted from 0, without verdict.
    void setBeat(const Lesson& lesson, std::size_t beat, const Snapshot& snapshot);
    /// The same beat; its figures may have changed.
    void fill(const LessonBeat& beat, const Snapshot& snapshot);
    /// Whether the window is in the state that the beat is about: before, its text is not shown.
    void setReached(bool reached);
    /// Whether the question is answered, or there is none.
    void setAnswered(bool answered);
    /// Of the button that ends the lesson.
    void setLastText(const QString& text);
    /// What is shown, without marks.
    [[nodiscard]] QString plainText() const;

signals:
    void backAsked();
    void nextAsked();
    void leaveAsked();
    /// A link to nodes is under the mouse: a query; empty when it is left.
    void nodesPointedAt(const QString& query);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildBars();
    void followLink(const QUrl& link);
    void enlarge();
    void fitText();

    QLabel* m_place;
    QLabel* m_title;
    QTextBrowser* m_text;
    QPushButton* m_copy;
    LessonBarsView* m_bars;
    QWidget* m_read; // what scrolls: title, text, code, bars, question
    AskForm* m_form;
    QPushButton* m_back;
    QPushButton* m_next;
    QString m_lastText;
    QString m_code;
    QString m_html; // of m_text, which makes another one of it
    int m_textPixels = 0;
    bool m_isLast = false;
    bool m_isAnswered = false;
};

} // namespace batchscope
