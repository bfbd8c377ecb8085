// SPDX-License-Identifier: GPL-3.0-or-later
//
// All lessons, a button each, with a check mark on those that were done.
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

    /// `done` are ids.
    void setLessons(const std::vector<Lesson>& lessons, const QStringList& done);

signals:
    /// By place in the list.
    void chosen(std::size_t lesson);
    void playAsked();
    void openAsked();
    void exportAsked();

private:
    QVBoxLayout* m_column;
};

} // namespace batchscope
