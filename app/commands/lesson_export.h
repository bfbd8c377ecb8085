// SPDX-License-Identifier: GPL-3.0-or-later
//
// Goes through a lesson beat by beat, as a learner does, and writes it on paper: what each beat says, with its picture,
// as one HTML page that needs no network, or as a PDF with a beat a page.
#pragma once

#include "core/base/result.h"
#include "views/export/export_request.h"

#include <QImage>
#include <QObject>
#include <QString>

#include <vector>

namespace batchscope {

class LessonRunner;
class MainWindow;

/// A beat on paper.
struct LessonSheet {
    QString title;
    QString html;          ///< the text, as beatHtml makes it
    QString question;      ///< empty where nothing is asked
    QImage bars;           ///< null where the beat has none
    ExportRequest picture; ///< its path is not used
};

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
