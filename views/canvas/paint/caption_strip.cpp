// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/caption_strip.h"

#include "views/canvas/paint/painters.h"
#include "views/models/glossary_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <iterator>
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

/// Numbers stay with their units, and names with their counts.
QString unbroken(QString text) {
    static const QRegularExpression kBreak(QStringLiteral(" (?=(?:µs|ms|s|KiB|MiB|GiB)\\b|×[0-9])"));
    return text.replace(kBreak, QString(QChar::Nbsp));
}

/// A text whose words are measured once, so that it can be broken at many widths.
class MeasuredText {
public:
    MeasuredText(const QString& text, const QFontMetricsF& metrics)
        : m_metrics(metrics), m_words(text.split(u' ', Qt::SkipEmptyParts)), m_space(metrics.horizontalAdvance(u' ')) {
        std::transform(m_words.begin(), m_words.end(), std::back_inserter(m_widths),
                       [&metrics](const QString& word) { return metrics.horizontalAdvance(word); });
    }

    /// The number of the word after each line. No line is wider than `width`, unless it is one word.
    [[nodiscard]] std::vector<qsizetype> breaks(double width) const {
        std::vector<qsizetype> ends;
        double taken = 0.0;
        for (std::size_t word = 0; word < m_widths.size(); ++word) {
            const double wider = taken + m_space + m_widths[word];
            if (word > 0 && wider > width) {
                ends.push_back(static_cast<qsizetype>(word));
            }
            taken = word == 0 || wider > width ? m_widths[word] : wider;
        }
        if (!m_words.isEmpty()) {
            ends.push_back(m_words.size());
        }
        return ends;
    }

    /// At most `most` lines; the last one is cut where more would be needed.
    [[nodiscard]] QStringList lines(double width, std::size_t most) const {
        return linesOf(breaks(width), width, most);
    }

    /// As lines(), with lines of about the same length where nothing is cut: no single word on the last one. Not
    /// narrower than `least`.
    [[nodiscard]] QStringList balanced(double width, double least, std::size_t most) const {
        constexpr double kNarrower = 0.96;
        std::vector<qsizetype> ends = breaks(width);
        double used = width;
        if (ends.size() <= most) {
            for (double tried = width * kNarrower; tried > std::max({least, widestWord(), 1.0}); tried *= kNarrower) {
                std::vector<qsizetype> narrower = breaks(tried);
                if (narrower.size() > ends.size()) {
                    break;
                }
                ends = std::move(narrower);
                used = tried;
            }
        }
        return linesOf(ends, used, most);
    }

private:
    [[nodiscard]] double widestWord() const {
        return m_widths.empty() ? 0.0 : *std::max_element(m_widths.begin(), m_widths.end());
    }

    [[nodiscard]] QStringList linesOf(const std::vector<qsizetype>& ends, double width, std::size_t most) const {
        QStringList lines;
        qsizetype begin = 0;
        for (std::size_t line = 0; line < std::min(ends.size(), most); ++line) {
            const bool isCut = line + 1 == most && ends.size() > most;
            const qsizetype count = (isCut ? m_words.size() : ends[line]) - begin;
            const QString whole = m_words.mid(begin, count).join(u' ');
            // What fits by the sum of its words stays whole, whatever the rounding.
            lines.append(isCut || count == 1 ? m_metrics.elidedText(whole, Qt::ElideRight, width) : whole);
            begin += count;
        }
        return lines;
    }

    QFontMetricsF m_metrics;
    QStringList m_words;
    std::vector<double> m_widths;
    double m_space;
};

/// Without its last sentences where they do not fit whole; at least the first one.
QString wholeSentences(QString text, const QFontMetricsF& metrics, double width, std::size_t most) {
    while (MeasuredText(text, metrics).lines(width, most).join(u' ') != text) {
        const qsizetype end = text.lastIndexOf(QStringLiteral(". "), text.size() - 2);
        if (end < 0) {
            break;
        }
        text.truncate(end + 1);
    }
    return text;
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
    const QStringList what = MeasuredText(strip.what, heavy).balanced(inner, 0.0, std::min(whatRoom, mostWhat));
    double widest = 0.0;
    for (const QString& text : what) {
        strip.lines.push_back({text, true});
        widest = std::max(widest, heavy.horizontalAdvance(text));
    }
    const std::size_t rest = room - static_cast<std::size_t>(what.size());
    const QString told = wholeSentences(strip.because, plain, inner, rest);
    const QStringList because = MeasuredText(told, plain).balanced(inner, widest, rest);
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
