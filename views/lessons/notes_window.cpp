// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/notes_window.h"

#include "core/lessons/lesson_figures.h"
#include "views/lessons/lesson_text.h"
#include "views/lessons/lesson_view.h"
#include "views/session/session.h"
#include "views/theme/theme.h"

#include <QGuiApplication>
#include <QScreen>
#include <QShowEvent>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace batchscope {

NotesWindow::NotesWindow(const LessonView& lessons, const Session& session, QWidget* parent)
    : QDialog(parent), m_lessons(lessons), m_session(session), m_text(new QTextBrowser(this)) {
    setWindowTitle(tr("Speaker notes"));
    setObjectName(QStringLiteral("notes-window"));
    constexpr double kScale = 1.4; // read from a step away
    QFont font = m_text->font();
    font.setPointSizeF(font.pointSizeF() * kScale);
    m_text->setFont(font);
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Notes of the beat"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_text);
    connect(&lessons, &LessonView::lessonChanged, this, &NotesWindow::follow);
    connect(&lessons, &LessonView::beatChanged, this, &NotesWindow::follow);
    connect(&session, &Session::snapshotChanged, this, &NotesWindow::follow);
    resize(560, 420);
    follow();
}

void NotesWindow::follow() {
    const Lesson* const lesson = m_lessons.lesson();
    if (lesson == nullptr) {
        m_text->setPlainText(tr("Begin a lesson in the Help menu; its notes appear here, beat by beat."));
        return;
    }
    const auto escaped = [](const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); };
    const std::size_t beat = m_lessons.beat();
    const LessonBeat& shown = lesson->beats[beat];
    const bool isLast = beat + 1 == lesson->beats.size();
    const QString next = isLast ? tr("end of the lesson") : escaped(lesson->beats[beat + 1].title);
    const QString notes = shown.notes.empty() ? tr("There are no notes for this beat.")
                                              : lessonHtml({shown.notes}, *m_session.snapshot(), themeOf(*this).text);
    m_text->setHtml(tr("<p>%1: %2 of %3</p>")
                        .arg(escaped(lesson->title), QString::number(beat + 1), QString::number(lesson->beats.size())) %
                    u"<h2>" % escaped(shown.title) % u"</h2>" % notes % tr("<p>Next: %1</p>").arg(next));
}

QString NotesWindow::plainText() const {
    return m_text->toPlainText();
}

/// A speaker's own screen is the one that does not have the picture.
void NotesWindow::showEvent(QShowEvent* event) {
    for (const QScreen* screen : QGuiApplication::screens()) {
        if (!event->spontaneous() && screen != parentWidget()->screen()) { // else it was minimized
            move(screen->availableGeometry().center() - rect().center());
            break;
        }
    }
    QDialog::showEvent(event);
}

} // namespace batchscope
