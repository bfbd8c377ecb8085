// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list of all lessons: a button for each, with a check mark if it is done.
#pragma once

#include "core/lessons/lesson.h"

#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace batchscope {

class LessonList final : public QWidget {
    Q_OBJECT

public:
    explicit LessonList(QWidget* parent);

    /// `done` holds the ids of the lessons that are done.
    void setLessons(const std::vector<Lesson>& lessons, const QStringList& done);

signals:
    /// `lesson` is an index into the list.
    void chosen(std::size_t lesson);
    void playAsked();
    void openAsked();
    void exportAsked();

private:
    QVBoxLayout* m_column;
};

} // namespace batchscope
