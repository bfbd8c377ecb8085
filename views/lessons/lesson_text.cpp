// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/lesson_text.h"

#include "core/lessons/lesson_figures.h"
#include "core/session/glossary.h"
#include "views/models/words.h"

#include <QRegularExpression>
#include <QSet>
#include <QUrl>

namespace batchscope {

namespace {

QString linkTo(const char* scheme, const QString& target, const QString& text, const QString& style) {
    const QString address = QString::fromLatin1(scheme) % u':' % QString::fromUtf8(QUrl::toPercentEncoding(target));
    return QStringLiteral("<a href=\"%1\" style=\"%2\">%3</a>").arg(address, style, text);
}

/// Plain text, escaped, with the first occurrence of each new term as a link.
QString withTerms(const std::string& text, const QColor& color, QSet<QString>& explained) {
    const QString style = QStringLiteral("color:%1; text-decoration:underline").arg(color.name());
    QString html;
    std::size_t done = 0;
    for (const FoundTerm& found : termsIn(text)) {
        const QString term = toText(found.term->term);
        if (explained.contains(term)) {
            continue;
        }
        explained.insert(term);
        html += toText(std::string_view(text).substr(done, found.begin - done)).toHtmlEscaped();
        const QString shown = toText(std::string_view(text).substr(found.begin, found.length)).toHtmlEscaped();
        html += linkTo(kTermScheme, term, shown, style);
        done = found.begin + found.length;
    }
    return html + toText(std::string_view(text).substr(done)).toHtmlEscaped();
}

QString paragraphHtml(const QString& text, const QColor& color, QSet<QString>& explained) {
    static const QRegularExpression kMarks(QStringLiteral(R"(\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)]+)\))"));
    QString html;
    qsizetype done = 0;
    for (auto marks = kMarks.globalMatch(text); marks.hasNext();) {
        const QRegularExpressionMatch mark = marks.next();
        html += withTerms(text.mid(done, mark.capturedStart() - done).toStdString(), color, explained);
        const QString bold = mark.captured(1);
        html += bold.isEmpty() ? linkTo(kFindScheme, mark.captured(3), mark.captured(2).toHtmlEscaped(),
                                        QStringLiteral("font-weight:600"))
                               : QStringLiteral("<b>%1</b>").arg(bold.toHtmlEscaped());
        done = mark.capturedEnd();
    }
    return html + withTerms(text.mid(done).toStdString(), color, explained);
}

} // namespace

QString lessonHtml(const std::vector<std::string>& paragraphs, const Snapshot& snapshot, const QColor& termColor) {
    QString html;
    QSet<QString> explained;
    for (const std::string& paragraph : paragraphs) {
        const QString text = QString::fromStdString(filledIn(paragraph, snapshot));
        html += QStringLiteral("<p style=\"margin:0 0 0.7em 0\">%1</p>").arg(paragraphHtml(text, termColor, explained));
    }
    return html;
}

QString beatHtml(const LessonBeat& beat, const Snapshot& snapshot, const QColor& termColor) {
    const QString html = lessonHtml(beat.text, snapshot, termColor);
    return beat.code.empty() ? html
                             : html + QStringLiteral("<pre style=\"white-space:pre-wrap; font-size:small\">%1</pre>")
                                          .arg(QString::fromStdString(beat.code).chopped(1).toHtmlEscaped());
}

} // namespace batchscope
