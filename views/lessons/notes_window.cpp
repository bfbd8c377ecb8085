// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/notes_window.h"

#include "core/lessons/lesson_figures.h"
#include "views/lessons/lesson_text.h"
#include "views/lessons/lesson_view.h"
#include "views/session/session.h"
#include "views/theme/theme.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QShowEvent>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <chrono>

namespace batchscope {

namespace {

constexpr double kNotesScale = 1.4; // read from a step away
constexpr double kHeadingScale = 1.5;
constexpr int kSecondsPerMinute = 60;

} // namespace

NotesWindow::NotesWindow(const LessonView& lessons, const Session& session, QWidget* parent)
    : QDialog(parent), m_lessons(lessons), m_session(session), m_place(new QLabel(this)), m_title(new QLabel(this)),
      m_notes(new QTextBrowser(this)), m_next(new QLabel(this)), m_clock(new QLabel(this)) {
    setWindowTitle(tr("Speaker notes"));
    setObjectName(QStringLiteral("notes-window"));
    build();
    m_tick.setInterval(std::chrono::seconds(1));
    connect(&m_tick, &QTimer::timeout, this, &NotesWindow::showClock);
    connect(&lessons, &LessonView::lessonChanged, this, &NotesWindow::follow);
    connect(&lessons, &LessonView::beatChanged, this, &NotesWindow::follow);
    connect(&session, &Session::snapshotChanged, this, &NotesWindow::follow);
    resize(560, 420);
    follow();
}

void NotesWindow::build() {
    const auto enlarge = [](QWidget& widget, double scale, bool isBold) {
        QFont font = widget.font();
        font.setPointSizeF(font.pointSizeF() * scale);
        font.setBold(isBold);
        widget.setFont(font);
    };
    enlarge(*m_title, kHeadingScale, true);
    enlarge(*m_notes, kNotesScale, false);
    enlarge(*m_clock, kHeadingScale, true);
    m_place->setForegroundRole(QPalette::PlaceholderText);
    m_next->setForegroundRole(QPalette::PlaceholderText);
    m_title->setWordWrap(true);
    m_next->setWordWrap(true);
    m_notes->setOpenLinks(false);
    m_notes->setFrameShape(QFrame::NoFrame);
    m_notes->setAccessibleName(tr("Notes of the beat"));
    m_clock->setAccessibleName(tr("Elapsed time"));
    auto* again = new QPushButton(tr("Restart the clock"), this);
    again->setAutoDefault(false);
    connect(again, &QAbstractButton::clicked, this, &NotesWindow::beginClock);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_clock);
    bottom->addWidget(again);
    bottom->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_place);
    layout->addWidget(m_title);
    layout->addWidget(m_notes, 1);
    layout->addWidget(m_next);
    layout->addLayout(bottom);
}

void NotesWindow::follow() {
    const Lesson* const lesson = m_lessons.lesson();
    if (lesson == nullptr) {
        m_place->clear();
        m_title->setText(tr("No lesson is running"));
        m_notes->setPlainText(tr("Begin a lesson in the Help menu; its notes appear here, beat by beat."));
        m_next->clear();
        return;
    }
    const std::size_t beat = m_lessons.beat();
    const LessonBeat& shown = lesson->beats[beat];
    m_place->setText(
        tr("%1: %2 of %3").arg(QString::fromStdString(lesson->title)).arg(beat + 1).arg(lesson->beats.size()));
    m_title->setText(QString::fromStdString(shown.title));
    m_notes->setHtml(shown.notes.empty() ? tr("There are no notes for this beat.")
                                         : lessonHtml({shown.notes}, *m_session.snapshot(), themeOf(*this).text));
    const bool isLast = beat + 1 == lesson->beats.size();
    m_next->setText(isLast ? tr("Next: end of the lesson")
                           : tr("Next: %1").arg(QString::fromStdString(lesson->beats[beat + 1].title)));
}

QString NotesWindow::plainText() const {
    return m_notes->toPlainText();
}

/// A speaker's own screen is the one that does not have the picture.
void NotesWindow::moveToOtherScreen() {
    const QWidget* const picture = parentWidget();
    for (const QScreen* screen : QGuiApplication::screens()) {
        if (screen != picture->screen()) {
            move(screen->availableGeometry().center() - rect().center());
            return;
        }
    }
}

void NotesWindow::beginClock() {
    m_since.start();
    showClock();
}

void NotesWindow::showClock() {
    const auto seconds = static_cast<int>(m_since.elapsed() / 1000);
    m_clock->setText(QStringLiteral("%1:%2")
                         .arg(seconds / kSecondsPerMinute)
                         .arg(seconds % kSecondsPerMinute, 2, 10, QLatin1Char('0')));
}

void NotesWindow::showEvent(QShowEvent* event) {
    if (!event->spontaneous()) { // which is a window that was minimized
        moveToOtherScreen();
        beginClock();
    }
    m_tick.start();
    QDialog::showEvent(event);
}

void NotesWindow::hideEvent(QHideEvent* event) {
    m_tick.stop();
    QDialog::hideEvent(event);
}

} // namespace batchscope
