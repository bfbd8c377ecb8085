// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/lesson_list.h"

#include <QCommandLinkButton>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

QCommandLinkButton* linkButton(const QString& title, const QString& text, QWidget* parent) {
    auto* button = new QCommandLinkButton(title, text, parent);
    button->setIcon(QIcon());
    button->setAccessibleDescription(text);
    return button;
}

} // namespace

LessonList::LessonList(QWidget* parent) : QWidget(parent) {
    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(10, 10, 10, 10);
    m_column->setSpacing(4);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

void LessonList::setLessons(const std::vector<Lesson>& lessons, const QStringList& done) {
    while (QLayoutItem* item = m_column->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->setObjectName({}); // the replacement takes that name
            widget->deleteLater();     // later: a click on the widget may have led here
        }
        delete item;
    }
    QWidget* content = m_column->parentWidget();
    const auto lectures = static_cast<std::size_t>(std::count_if(lessons.begin(), lessons.end(), isLecture));
    auto* heading = new QLabel(lessons.empty() ? tr("The lessons are not installed.")
                                               : tr("Dynamic batching in %n lessons. Each takes a few minutes.",
                                                    nullptr, static_cast<int>(lessons.size() - lectures)),
                               content);
    heading->setWordWrap(true);
    m_column->addWidget(heading);
    std::size_t number = 0;
    for (std::size_t index = 0; index < lessons.size(); ++index) {
        const Lesson& lesson = lessons[index];
        const bool isDone = done.contains(QString::fromStdString(lesson.id));
        const QString own = QString::fromStdString(lesson.title);
        const QString title = isLecture(lesson) ? own : tr("%1. %2").arg(++number).arg(own);
        auto* button =
            linkButton(isDone ? tr("%1 ✓").arg(title) : title, QString::fromStdString(lesson.summary), content);
        button->setObjectName(QStringLiteral("lesson-%1").arg(index + 1));
        connect(button, &QAbstractButton::clicked, this, [this, index] { emit chosen(index); });
        m_column->addWidget(button);
    }
    const auto add = [this, content](const QString& title, const QString& text, const char* name,
                                     void (LessonList::*asked)()) {
        auto* button = linkButton(title, text, content);
        button->setObjectName(QString::fromLatin1(name));
        connect(button, &QAbstractButton::clicked, this, asked);
        m_column->addWidget(button);
    };
    add(tr("Play the scheduler"), tr("Choose what runs next on the trees that are open, against every policy."),
        "play-scheduler", &LessonList::playAsked);
    add(tr("Export answers…"), tr("Your answers and scores as one file, to hand in."), "export-answers",
        &LessonList::exportAsked);
    add(tr("Open a lesson…"), tr("A lesson that a teacher wrote."), "open-lesson", &LessonList::openAsked);
    m_column->addStretch(1);
}

} // namespace batchscope
