// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/caption_strip.h"

#include "views/canvas/paint/painters.h"
#include "views/models/glossary_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <utility>

namespace batchscope {

namespace {

constexpr double kPadding = 0.8;        // lines, left and right
constexpr double kAboveAndBelow = 0.75; // lines, above and below together
// Lines of the first layer at most, and where there is room for so many in all.
constexpr std::size_t kMostWhat = 2;
constexpr std::size_t kMuchRoom = 5;
constexpr std::size_t kMostWhatInMuchRoom = 3;

QFont heavier(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

/// How many of the text's characters fit into the width, whole words only; at least one word.
qsizetype fittingWords(const QString& text, const QFontMetricsF& metrics, double width) {
    qsizetype fitting = 0;
    for (qsizetype end = text.indexOf(u' '); end >= 0; end = text.indexOf(u' ', end + 1)) {
        if (fitting > 0 && metrics.horizontalAdvance(text.left(end)) > width) {
            break;
        }
        fitting = end;
    }
    if (fitting == 0 || metrics.horizontalAdvance(text) <= width) {
        return text.size();
    }
    return fitting;
}

/// Numbers stay with their units, and names with their counts.
QString unbroken(QString text) {
    static const QRegularExpression kBreak(QStringLiteral(" (?=(?:µs|ms|s|KiB|MiB|GiB)\\b|×[0-9])"));
    return text.replace(kBreak, QString(QChar::Nbsp));
}

/// At most `most` lines; the last one is cut where more would be needed.
QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width, std::size_t most) {
    QStringList lines;
    QString rest = text;
    while (!rest.isEmpty() && static_cast<std::size_t>(lines.size()) < most) {
        const bool isLast = static_cast<std::size_t>(lines.size()) + 1 == most;
        const qsizetype fitting = isLast ? rest.size() : fittingWords(rest, metrics, width);
        lines.append(metrics.elidedText(rest.left(fitting), Qt::ElideRight, width));
        rest = rest.mid(fitting).trimmed();
    }
    return lines;
}

/// Without its last sentences where they do not fit whole; at least the first one.
QString wholeSentences(QString text, const QFontMetricsF& metrics, double width, std::size_t most) {
    while (wrapped(text, metrics, width, most).join(u' ') != text) {
        const qsizetype end = text.lastIndexOf(QStringLiteral(". "), text.size() - 2);
        if (end < 0) {
            break;
        }
        text.truncate(end + 1);
    }
    return text;
}

/// As wrapped(), with lines of about the same length where nothing is cut: no single word on the last one. Not narrower
/// than `least`.
QStringList balanced(const QString& text, const QFontMetricsF& metrics, double width, double least, std::size_t most) {
    constexpr double kNarrower = 0.96;
    QStringList lines = wrapped(text, metrics, width, most);
    if (lines.join(u' ') != text) {
        return lines;
    }
    for (double tried = width * kNarrower; tried > std::max(least, 1.0); tried *= kNarrower) {
        QStringList narrower = wrapped(text, metrics, tried, most);
        if (narrower.size() > lines.size() || narrower.join(u' ') != text) {
            break;
        }
        lines = std::move(narrower);
    }
    return lines;
}

/// Lines that fit below the picture; at least one.
std::size_t roomFor(const QRectF& canvas, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    const double free =
        canvas.bottom() - pictureArea(canvas, font, 1).bottom() - overlayMargin(font) - kAboveAndBelow * line;
    return std::clamp(static_cast<std::size_t>(std::max(free / line, 1.0)), std::size_t{1}, captionLines(canvas, font));
}

double lineHeight(const QFont& font) {
    return std::max(QFontMetricsF(font).height(), QFontMetricsF(heavier(font)).height());
}

/// The box of a line, as wide as the strip's inside.
QRectF lineBox(const CaptionStrip& strip, const QFont& font, std::size_t line) {
    const double height = lineHeight(font);
    return {strip.box.left() + kPadding * height - 1.0,
            strip.box.top() + (0.5 * kAboveAndBelow + static_cast<double>(line)) * height,
            strip.box.width() - 2.0 * kPadding * height + 2.0, height};
}

/// A dotted line below the letters.
void markTerms(QPainter& painter, const Scene& scene, const CaptionStrip& strip) {
    painter.setPen(QPen(withAlpha(scene.theme.mutedText, 0.9), 1.0, Qt::DotLine));
    for (const CaptionTerm& term : captionTerms(strip, scene.font)) {
        if (term.isFirst) {
            const double y = std::round(term.box.center().y() + 0.42 * term.box.height()) + 0.5;
            painter.drawLine(QPointF(term.box.left(), y), QPointF(term.box.right(), y));
        }
    }
}

} // namespace

CaptionStrip captionStrip(const QRectF& canvas, const QFont& font, const Caption& caption) {
    CaptionStrip strip;
    strip.what = unbroken(QString::fromStdString(caption.what));
    strip.because = unbroken(QString::fromStdString(caption.because));
    if (caption.empty()) {
        return strip;
    }
    const QFontMetricsF heavy(heavier(font));
    const QFontMetricsF plain(font);
    const double line = lineHeight(font);
    const double most = canvas.width() - 2.0 * overlayMargin(font);
    const double inner = most - 2.0 * kPadding * line;
    const std::size_t room = roomFor(canvas, font);
    const std::size_t mostWhat = room < kMuchRoom ? kMostWhat : kMostWhatInMuchRoom;
    const std::size_t whatRoom = strip.because.isEmpty() || room < 2 ? room : room - 1;
    const QStringList what = balanced(strip.what, heavy, inner, 0.0, std::min(whatRoom, mostWhat));
    double widest = 0.0;
    for (const QString& text : what) {
        strip.lines.push_back({text, true});
        widest = std::max(widest, heavy.horizontalAdvance(text));
    }
    const std::size_t rest = room - static_cast<std::size_t>(what.size());
    const QString told = wholeSentences(strip.because, plain, inner, rest);
    const QStringList because = balanced(told, plain, inner, widest, rest);
    strip.cut = what.join(u' ') != strip.what || because.join(u' ') != strip.because;
    for (const QString& text : because) {
        strip.lines.push_back({text, false});
        widest = std::max(widest, plain.horizontalAdvance(text));
    }
    const double width = std::min(most, widest + 2.0 * kPadding * line);
    const double height = line * (static_cast<double>(strip.lines.size()) + kAboveAndBelow);
    strip.box = {canvas.center().x() - width / 2.0, canvas.bottom() - overlayMargin(font) - height, width, height};
    return strip;
}

std::vector<CaptionTerm> captionTerms(const CaptionStrip& strip, const QFont& font) {
    std::vector<CaptionTerm> terms;
    for (std::size_t line = 0; line < strip.lines.size(); ++line) {
        const auto& [text, isWhat] = strip.lines[line];
        const QFontMetricsF metrics(isWhat ? heavier(font) : font);
        const QRectF whole = lineBox(strip, font, line);
        const std::string bytes = text.toStdString();
        const auto widthTo = [&](std::size_t end) {
            return metrics.horizontalAdvance(QString::fromUtf8(bytes.data(), static_cast<qsizetype>(end)));
        };
        for (const FoundTerm& found : termsIn(bytes)) {
            const double left = widthTo(found.begin);
            const double right = widthTo(found.begin + found.length);
            const bool isFirst = std::none_of(terms.begin(), terms.end(), [&found](const CaptionTerm& earlier) {
                return earlier.term == found.term;
            });
            terms.push_back(
                {QRectF(whole.left() + left, whole.top(), right - left, whole.height()), found.term, isFirst});
        }
    }
    return terms;
}

QString captionTip(const CaptionStrip& strip, const QFont& font, QPointF pixel) {
    if (!strip.box.contains(pixel)) {
        return {};
    }
    for (const CaptionTerm& term : captionTerms(strip, font)) {
        if (term.box.contains(pixel)) {
            return glossaryTip(*term.term);
        }
    }
    return strip.cut ? QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                           .arg(strip.what.toHtmlEscaped(), strip.because.toHtmlEscaped())
                     : QString();
}

void paintCaptionStrip(QPainter& painter, const Scene& scene, const CaptionStrip& strip) {
    if (strip.lines.empty()) {
        return;
    }
    paintOverlayGround(painter, scene, strip.box);
    const QFont heavy = heavier(scene.font);
    for (std::size_t line = 0; line < strip.lines.size(); ++line) {
        painter.setPen(scene.theme.text);
        painter.setFont(strip.lines[line].isWhat ? heavy : scene.font);
        painter.drawText(lineBox(strip, scene.font, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         strip.lines[line].text);
    }
    painter.setFont(scene.font);
    if (scene.options.terms == CaptionTerms::Marked) {
        markTerms(painter, scene, strip);
    }
}

} // namespace batchscope
