// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/lesson_text.h"

#include "core/lessons/lesson_figures.h"
#include "core/session/glossary.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>

#include <algorithm>

namespace batchscope {

namespace {

QString barsTr(const char* text) {
    return QCoreApplication::translate("lesson-bars", text);
}

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

/// The starts and rows that the text mentions as bars to scale. A bar of a few calls shows each call; a bar of many
/// calls shows all starts, then all rows. Empty for a beat without bars, and while its figures are unknown.
QString barsHtml(const LessonBeat& beat, const Snapshot& snapshot, const Theme& theme) {
    constexpr std::size_t kMostCalls = 24; // drawn one by one
    constexpr double kWidest = 95.0;       // percent of the page
    constexpr int kLight = 45;             // percent of the color of the rows
    struct Bar {
        QString label;
        std::size_t calls;
        double starts;
        double rows;
    };
    std::vector<Bar> bars;
    double longest = 0.0;
    for (const LessonBars::Run& run : beat.bars ? beat.bars->runs : std::vector<LessonBars::Run>()) {
        const Result<std::size_t> calls = lessonAmount(snapshot, run.calls);
        const Result<std::size_t> rows = lessonAmount(snapshot, run.rows);
        if (!calls || !rows) {
            return {};
        }
        bars.push_back({QString::fromStdString(filledIn(run.label, snapshot)), *calls,
                        beat.bars->start * static_cast<double>(*calls), beat.bars->row * static_cast<double>(*rows)});
        longest = std::max(longest, bars.back().starts + bars.back().rows);
    }
    if (longest <= 0.0) {
        return {};
    }
    const auto mixed = [&](int (QColor::*part)() const) {
        return ((theme.accent.*part)() * kLight + (theme.window.*part)() * (100 - kLight)) / 100;
    };
    const QString dark = theme.accent.name();
    const QString light = QColor(mixed(&QColor::red), mixed(&QColor::green), mixed(&QColor::blue)).name();
    const auto cell = [](const QString& color, double share) {
        return QStringLiteral("<td style=\"height:1.2em\" bgcolor=\"%1\" width=\"%2%\"></td>").arg(color).arg(share);
    };
    QString html;
    for (const Bar& bar : bars) {
        const double length = bar.starts + bar.rows;
        const std::size_t parts = bar.calls > kMostCalls ? 1 : std::max<std::size_t>(bar.calls, 1);
        const double part = 100.0 / std::max(length, 1e-9) / static_cast<double>(parts);
        QString cells;
        for (std::size_t call = 0; call < parts; ++call) {
            cells += cell(light, bar.starts * part) + cell(dark, bar.rows * part);
        }
        html +=
            QStringLiteral("<p style=\"margin:0.3em 0 0 0\">%1: %2 %3</p><table cellspacing=\"0\" cellpadding=\"0\" "
                           "width=\"%4%\"><tr>%5</tr></table>")
                .arg(bar.label.toHtmlEscaped())
                .arg(length)
                .arg(QString::fromStdString(beat.bars->unit).toHtmlEscaped())
                .arg(length / longest * kWidest)
                .arg(cells);
    }
    const QString sign = QStringLiteral("<span style=\"background-color:%1\">&nbsp;&nbsp;&nbsp;</span> %2 &nbsp; ");
    return html % u"<p>" % sign.arg(light, barsTr("starting a call")) % sign.arg(dark, barsTr("rows")) % u"</p>";
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

QString beatHtml(const LessonBeat& beat, const Snapshot& snapshot, const Theme& theme) {
    const QString html = lessonHtml(beat.text, snapshot, theme.text) % barsHtml(beat, snapshot, theme);
    return beat.code.empty() ? html
                             : html + QStringLiteral("<pre style=\"white-space:pre-wrap; font-size:small\">%1</pre>")
                                          .arg(QString::fromStdString(beat.code).chopped(1).toHtmlEscaped());
}

} // namespace batchscope
