// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lesson_export.h"

#include "app/commands/lesson_runner.h"
#include "app/commands/window_idle.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "core/bytes/file_writer.h"
#include "core/lessons/lesson_figures.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/lessons/lesson_bars.h"
#include "views/lessons/lesson_text.h"
#include "views/lessons/lesson_view.h"
#include "views/session/node_finder.h"
#include "views/session/playback.h"

#include <QTimer>

#include <utility>

namespace batchscope {

LessonExport::LessonExport(MainWindow& window, LessonRunner& runner)
    : QObject(&window), m_window(window), m_runner(runner) {
    connect(&m_runner, &LessonRunner::reached, this, &LessonExport::takeSheet);
    connect(&m_runner.view(), &LessonView::lessonChanged, this, [this] {
        if (m_runner.view().lesson() == nullptr) { // who leaves it while it is exported wants no file
            m_path.clear();
            m_sheets.clear();
        }
    });
}

Status LessonExport::start(std::size_t lesson, const QString& path) {
    if (!path.endsWith(QStringLiteral(".html")) && !path.endsWith(QStringLiteral(".pdf"))) {
        return Error{ErrorCode::Config, "a lesson is exported as .html or .pdf", path.toStdString()};
    }
    m_path = path;
    m_sheets.clear();
    m_title = QString::fromStdString(m_runner.view().lessons()[lesson].title);
    m_runner.view().begin(lesson, 0);
    return Ok{};
}

void LessonExport::takeSheet() {
    LessonView& view = m_runner.view();
    if (m_path.isEmpty() || view.lesson() == nullptr) {
        return;
    }
    if (!isIdle(m_window)) { // paper has no figure that comes later
        QTimer::singleShot(kIdleLookMs, this, &LessonExport::takeSheet);
        return;
    }
    const LessonBeat& beat = view.lesson()->beats[view.beat()];
    LessonSheet sheet;
    sheet.title = QString::fromStdString(beat.title);
    sheet.picture.snapshot = *m_window.session().snapshot();
    sheet.picture.look.theme = &lightTheme();
    sheet.picture.look.size = {1000, 700};
    sheet.picture.look.found = m_window.session().nodeFinder().found();
    sheet.picture.look.font = m_window.canvas().font();
    sheet.picture.time = m_window.playback().time();
    sheet.html = beatHtml(beat, sheet.picture.snapshot, lightTheme().text);
    sheet.question = QString::fromStdString(filledIn(beat.ask.question, sheet.picture.snapshot));
    constexpr int kBarsWidth = 340;
    sheet.bars = lessonBarsImage(beat, sheet.picture.snapshot, m_window.font(), kBarsWidth);
    m_sheets.push_back(std::move(sheet));
    if (m_sheets.size() < view.lesson()->beats.size()) {
        view.next();
    } else {
        finish();
    }
}

void LessonExport::finish() {
    const Status written = write();
    m_path.clear();
    m_sheets.clear();
    m_runner.view().leave();
    if (!written) {
        m_window.messages().showError(QString::fromStdString(written.error().text()));
    }
}

Status LessonExport::write() const {
    const Result<QByteArray> document =
        m_path.endsWith(QStringLiteral(".pdf")) ? lessonHandout(m_title, m_sheets) : lessonPage(m_title, m_sheets);
    return document ? writeFile(m_path.toStdString(), document->toStdString()) : Status(document.error());
}

} // namespace batchscope
