// SPDX-License-Identifier: GPL-3.0-or-later
//
// Goes through a lesson beat by beat, as a learner does, and writes what it sees: see lesson_sheets.h.
#pragma once

#include "app/commands/lesson_sheets.h"

#include <QObject>

namespace batchscope {

class LessonRunner;
class MainWindow;

class LessonExport final : public QObject {
    Q_OBJECT

public:
    LessonExport(MainWindow& window, LessonRunner& runner);

    /// `path` ends in .html or .pdf; else a Config error. What cannot be written is shown above the canvas.
    Status start(std::size_t lesson, const QString& path);

private:
    void takeSheet();
    void finish();
    [[nodiscard]] Status write() const;

    MainWindow& m_window;
    LessonRunner& m_runner;
    QString m_path; // empty: nothing is exported
    QString m_title;
    std::vector<LessonSheet> m_sheets;
};

} // namespace batchscope
