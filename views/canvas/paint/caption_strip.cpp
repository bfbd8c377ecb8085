// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/caption_strip.h"

#include "views/canvas/paint/painters.h"
#include "views/canvas/scene/canvas_text.h"
#include "views/models/words.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kPadding = 0.8;    // lines, left and right
constexpr double kRound = 0.3;      // lines, above and below
constexpr double kButtonLine = 1.4; // lines

/// Keeps numbers together with their units, and names with their counts.
QString unbroken(QString text) {
    static const QRegularExpression kBreak(QStringLiteral(" (?=(?:µs|ms|s|KiB|MiB|GiB)\\b|×[0-9])"));
    return text.replace(kBreak, QString(QChar::Nbsp));
}

/// Breaks the text into lines that are no wider than `width`, except for single words.
QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width) {
    QStringList lines;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : QString(lines.back() % u' ' % word);
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width) {
            lines.back() = longer;
        } else {
            lines << word;
        }
    }
    return lines;
}

/// The largest headline font with which the headline takes at most `mostLines` lines; never smaller than the text.
QFont headlineFont(const QFont& font, const QString& headline, double width, std::size_t mostLines) {
    constexpr double kSmaller = 0.05;
    QFont result = font;
    result.setWeight(QFont::DemiBold);
    for (double growth = headlineGrowth(font); growth > 1.0; growth -= kSmaller) {
        result = atSize(result, pixelSize(font) * growth);
        if (wrapped(headline, QFontMetricsF(result), width).size() <= static_cast<qsizetype>(mostLines)) {
            return result;
        }
    }
    return atSize(result, pixelSize(font));
}

/// Adds the text's lines, centered, below the content of the strip.
void addLines(CaptionStrip& strip, const QString& text, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    for (const QString& line : wrapped(text, metrics, width)) {
        const double wide = metrics.horizontalAdvance(line);
        strip.lines.push_back(
            {line, font, QRectF(strip.box.center().x() - wide / 2.0, strip.box.bottom(), wide, metrics.height())});
        strip.box.setBottom(strip.box.bottom() + metrics.height());
    }
}

QString buttonText() {
    return translated("Why?  (W)");
}

void addButton(CaptionStrip& strip, const QFont& font) {
    const QFontMetricsF metrics(font);
    const QSizeF size(metrics.horizontalAdvance(buttonText()) + 2.0 * kPadding * metrics.height(),
                      kButtonLine * metrics.height());
    strip.button = QRectF(QPointF(strip.box.center().x() - size.width() / 2.0, strip.box.bottom()), size);
    strip.box.setBottom(strip.button.bottom());
}

/// Fits the box to the content of the strip.
void tighten(CaptionStrip& strip, double line) {
    double half = strip.button.width() / 2.0;
    for (const CaptionLine& each : strip.lines) {
        half = std::max(half, each.box.width() / 2.0);
    }
    const double middle = strip.box.center().x();
    strip.box.setLeft(middle - half - kPadding * line);
    strip.box.setRight(middle + half + kPadding * line);
    strip.box.setBottom(strip.box.bottom() + kRound * line);
}

/// Underlines the first occurrence of each glossary term with a dotted line.
void markTerms(QPainter& painter, const Scene& scene, const CaptionStrip& strip) {
    painter.setPen(QPen(withAlpha(scene.theme.mutedText, 0.9), 1.0, Qt::DotLine));
    for (const CaptionTerm& term : captionTerms(strip)) {
        if (term.isFirst) {
            const double y = std::round(term.box.center().y() + 0.42 * term.box.height()) + 0.5;
            painter.drawLine(QPointF(term.box.left(), y), QPointF(term.box.right(), y));
        }
    }
}

} // namespace

CaptionStrip captionStrip(const QRectF& canvas, const QFont& font, const Caption& caption, ReasonLayer layer) {
    CaptionStrip strip;
    if (caption.empty()) {
        return strip;
    }
    const double line = QFontMetricsF(font).height();
    const double margin = overlayMargin(font);
    const double width = canvas.width() - 2.0 * (margin + kPadding * line);
    strip.box =
        QRectF(canvas.left() + margin, canvas.top() + margin / 2.0, canvas.width() - 2.0 * margin, kRound * line);
    const QString headline = unbroken(QString::fromStdString(caption.what));
    addLines(strip, headline, headlineFont(font, headline, width, headlineLines(canvas, font)), width);
    if (!caption.because.empty() && layer == ReasonLayer::Open) {
        constexpr double kReadable = 46.0; // line heights; longer lines are hard to follow
        addLines(strip, unbroken(QString::fromStdString(caption.because)), font, std::min(width, kReadable * line));
    } else if (!caption.because.empty() && layer == ReasonLayer::Button) {
        addButton(strip, font);
    }
    tighten(strip, line);
    return strip;
}

std::vector<CaptionTerm> captionTerms(const CaptionStrip& strip) {
    std::vector<CaptionTerm> terms;
    for (const CaptionLine& line : strip.lines) {
        const QFontMetricsF metrics(line.font);
        const std::string bytes = line.text.toStdString();
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
                {QRectF(line.box.left() + left, line.box.top(), right - left, line.box.height()), found.term, isFirst});
        }
    }
    return terms;
}

QString captionTip(const CaptionStrip& strip, QPointF pixel) {
    for (const CaptionTerm& term : captionTerms(strip)) {
        if (term.box.contains(pixel)) {
            return glossaryTip(*term.term);
        }
    }
    return {};
}

void paintCaptionStrip(QPainter& painter, const Scene& scene, const CaptionStrip& strip) {
    if (strip.lines.empty()) {
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(withAlpha(scene.theme.canvas, 0.88));
    painter.drawPath(overlayGround(strip.box));
    painter.setPen(scene.theme.text);
    for (const CaptionLine& line : strip.lines) {
        painter.setFont(line.font);
        painter.drawText(line.box, Qt::AlignCenter | Qt::TextDontClip, line.text);
    }
    painter.setFont(scene.font);
    if (!strip.button.isNull()) {
        const double radius = strip.button.height() / 2.0;
        painter.setPen(QPen(scene.theme.rule, 1.0));
        painter.setBrush(scene.theme.panel);
        painter.drawRoundedRect(strip.button.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        painter.setPen(scene.theme.accent);
        painter.drawText(strip.button, Qt::AlignCenter, buttonText());
    }
    if (scene.options.reason != ReasonLayer::None) {
        markTerms(painter, scene, strip);
    }
}

} // namespace batchscope
