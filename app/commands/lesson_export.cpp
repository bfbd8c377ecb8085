// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lesson_export.h"

#include "app/commands/commands.h"
#include "app/commands/lesson_runner.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "core/bytes/file_writer.h"
#include "core/lessons/lesson_figures.h"
#include "core/session/glossary.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/export/picture_writers.h"
#include "views/lessons/lesson_text.h"
#include "views/lessons/lesson_view.h"
#include "views/models/words.h"
#include "views/session/node_finder.h"
#include "views/session/playback.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTimer>
#include <QUrl>

#include <utility>

namespace batchscope {

namespace {

constexpr const char* kStyle = R"(
body { margin: 0; font: 18px/1.5 system-ui, sans-serif; color: #1c1b22; background: #fbfbfd }
section { display: none; grid-template-columns: minmax(18em, 1fr) 2fr; gap: 2em; padding: 2em; box-sizing: border-box;
          min-height: calc(100vh - 4em) }
section.shown { display: grid }
img { width: 100%; background: #fff; border: 1px solid #dcdce4; border-radius: 8px }
h2 { margin-top: 0 }
.question { border-left: 3px solid #5b4bc4; padding-left: .8em; font-weight: 600 }
abbr { text-decoration: underline dotted }
nav { position: fixed; bottom: 0; width: 100%; background: #f1f1f6; padding: .6em 2em; box-sizing: border-box }
nav button { font: inherit; margin-right: 1em }
@media (max-width: 60em) { section { grid-template-columns: 1fr } }
@media print { section { display: grid; break-after: page } nav { display: none } }
)";

constexpr const char* kScript = R"(
const sheets = document.querySelectorAll('section');
let shown = 0;
function turn(by) {
  sheets[shown].classList.remove('shown');
  shown = Math.min(Math.max(shown + by, 0), sheets.length - 1);
  sheets[shown].classList.add('shown');
  document.getElementById('place').textContent = (shown + 1) + ' / ' + sheets.length;
}
document.addEventListener('keydown', event => {
  if (['ArrowRight', 'PageDown', ' '].includes(event.key)) { turn(1); event.preventDefault(); }
  if (['ArrowLeft', 'PageUp'].includes(event.key)) { turn(-1); event.preventDefault(); }
});
turn(0);
)";

QString sheetsTr(const char* text) {
    return QCoreApplication::translate("lesson-sheets", text);
}

/// Turns links to nodes into bold text, and terms into text with an explanation as tooltip.
QString withoutLinks(const QString& html) {
    static const QRegularExpression kLink(QStringLiteral("<a href=\"(\\w+):([^\"]*)\"[^>]*>(.*?)</a>"));
    QString result;
    qsizetype done = 0;
    for (auto links = kLink.globalMatch(html); links.hasNext();) {
        const QRegularExpressionMatch link = links.next();
        result += html.mid(done, link.capturedStart() - done);
        const QString target = QUrl::fromPercentEncoding(link.captured(2).toUtf8());
        const GlossaryTerm* const term =
            link.captured(1) == QString::fromLatin1(kTermScheme) ? findTerm(target.toStdString()) : nullptr;
        result += term == nullptr ? QStringLiteral("<b>%1</b>").arg(link.captured(3))
                                  : QStringLiteral("<abbr title=\"%1\">%2</abbr>")
                                        .arg(toText(term->text).toHtmlEscaped(), link.captured(3));
        done = link.capturedEnd();
    }
    return result + html.mid(done);
}

QString questionHtml(const LessonSheet& sheet) {
    return sheet.question.isEmpty()
               ? QString()
               : QStringLiteral("<p class=\"question\">%1</p>").arg(sheet.question.toHtmlEscaped());
}

/// Buttons, arrow keys and page keys turn the sheets; when printed, each sheet is a page.
Result<QByteArray> lessonPage(const QString& title, const std::vector<LessonSheet>& sheets) {
    QString body;
    for (const LessonSheet& sheet : sheets) {
        const Result<QByteArray> svg = drawnSvg(sheet.picture, {});
        TRY(svg);
        body += QStringLiteral("<section><div><h2>%1</h2>%2%3</div><div><img alt=\"%1\" "
                               "src=\"data:image/svg+xml;base64,%4\"></div></section>\n")
                    .arg(sheet.title.toHtmlEscaped(), withoutLinks(sheet.html), questionHtml(sheet),
                         QString::fromLatin1(svg->toBase64()));
    }
    return QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%1</title>"
                          "<style>%2</style></head>\n<body>\n%3<nav><button onclick=\"turn(-1)\">%4</button>"
                          "<button onclick=\"turn(1)\">%5</button><span id=\"place\"></span> · %1</nav>\n"
                          "<script>%6</script></body></html>\n")
        .arg(title.toHtmlEscaped(), QString::fromLatin1(kStyle), body, sheetsTr("Back"), sheetsTr("Next"),
             QString::fromLatin1(kScript))
        .toUtf8();
}

} // namespace

LessonExport::LessonExport(MainWindow& window, LessonRunner& runner)
    : QObject(&window), m_window(window), m_runner(runner) {
    connect(&m_runner, &LessonRunner::reached, this, &LessonExport::takeSheet);
    connect(&m_runner.view(), &LessonView::lessonChanged, this, [this] {
        if (m_runner.view().lesson() == nullptr) { // leaving the lesson cancels its export
            m_path.clear();
            m_sheets.clear();
        }
    });
}

Status LessonExport::start(std::size_t lesson, const QString& path) {
    if (!path.endsWith(QStringLiteral(".html"))) {
        return Error{ErrorCode::Config, "a lesson is exported as .html", path.toStdString()};
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
    if (!isIdle(m_window)) { // figures cannot be added later
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
    sheet.html = beatHtml(beat, sheet.picture.snapshot, lightTheme());
    sheet.question = QString::fromStdString(filledIn(beat.ask.question, sheet.picture.snapshot));
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
    const Result<QByteArray> document = lessonPage(m_title, m_sheets);
    return document ? writeFile(m_path.toStdString(), document->toStdString()) : Status(document.error());
}

} // namespace batchscope
