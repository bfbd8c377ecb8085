// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps through a lesson beat by beat, like a learner, and writes what each beat says, with its picture, as one HTML
// page that needs no network.
#pragma once

#include "core/base/result.h"
#include "views/export/export_request.h"

#include <QObject>
#include <QString>

#include <vector>

namespace batchscope {

class LessonRunner;
class MainWindow;

/// One beat of the exported lesson.
struct LessonSheet {
    QString title;
    QString html;          ///< the text, made by beatHtml()
    QString question;      ///< empty if nothing is asked
    ExportRequest picture; ///< its path is not used
};

class LessonExport final : public QObject {
    Q_OBJECT

public:
    LessonExport(MainWindow& window, LessonRunner& runner);

    /// Config error unless `path` ends in .html. Write errors are shown above the canvas.
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
