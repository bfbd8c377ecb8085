// SPDX-License-Identifier: GPL-3.0-or-later
//
// One beat of a lesson: title, text in large letters, question, and the buttons to go back and forward.
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

class LessonPage final : public QWidget {
    Q_OBJECT

public:
    explicit LessonPage(QWidget* parent);

    [[nodiscard]] AskForm& form() const { return *m_form; }
    /// Sets the minimum size of all text, for an audience; 0: the window's font size.
    void setTextPixels(int pixels);
    /// Shows another beat, counted from 0, without a verdict.
    void setBeat(const Lesson& lesson, std::size_t beat, const Snapshot& snapshot);
    /// Fills in the same beat again; its figures may have changed.
    void fill(const LessonBeat& beat, const Snapshot& snapshot);
    /// Sets whether the window is in the state that the beat needs; until then, the text is hidden.
    void setReached(bool reached);
    /// Sets whether the question is answered; true if there is none.
    void setAnswered(bool answered);
    /// Sets the text of the button that ends the lesson.
    void setLastText(const QString& text);
    /// The text that is shown, without markup.
    [[nodiscard]] QString plainText() const;

signals:
    void backAsked();
    void nextAsked();
    void leaveAsked();
    /// The mouse is over a link to nodes; `query` finds these nodes, and is empty when the mouse leaves the link.
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
    QWidget* m_read; // the scrolled part: title, text, question
    AskForm* m_form;
    QPushButton* m_back;
    QPushButton* m_next;
    QString m_lastText;
    QString m_code;
    QString m_html; // the HTML given to m_text, which returns a different one
    int m_textPixels = 0;
    bool m_isLast = false;
    bool m_isAnswered = false;
};

} // namespace batchscope
