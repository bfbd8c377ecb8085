// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/lesson_bars.h"

#include "core/lessons/lesson_figures.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::size_t kMostCalls = 24; // drawn one by one
constexpr float kLight = 0.45F;        // opacity of the starts

QString barsTr(const char* text) {
    return QCoreApplication::translate("lesson-bars", text);
}

std::vector<LessonBar> filledBars(const LessonBeat& beat, const Snapshot& snapshot) {
    std::vector<LessonBar> filled;
    if (!beat.bars) {
        return filled;
    }
    for (const LessonBars::Run& run : beat.bars->runs) {
        const Result<std::size_t> calls = lessonAmount(snapshot, run.calls);
        const Result<std::size_t> rows = lessonAmount(snapshot, run.rows);
        if (!calls || !rows) {
            return {};
        }
        filled.push_back({QString::fromStdString(filledIn(run.label, snapshot)), *calls, *rows});
    }
    return filled;
}

/// The length of a bar in the unit of the bars.
double lengthOf(const LessonBars& bars, const LessonBar& bar) {
    return bars.start * static_cast<double>(bar.calls) + bars.row * static_cast<double>(bar.rows);
}

class BarPainter {
public:
    BarPainter(const LessonBars& bars, const std::vector<LessonBar>& filled, const QFont& font)
        : m_bars(bars), m_filled(filled), m_font(font), m_metrics(font) {}

    [[nodiscard]] double height() const { return static_cast<double>(m_filled.size()) * slot() + line(); }

    void paint(QPainter& painter, double width, const Theme& theme) const {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(m_font);
        double longest = 0.0;
        double widestText = 0.0;
        for (const LessonBar& bar : m_filled) {
            longest = std::max(longest, lengthOf(m_bars, bar));
            widestText = std::max(widestText, m_metrics.horizontalAdvance(lengthText(bar)));
        }
        const double scale = longest > 0.0 ? std::max(width - widestText - kGap, 0.0) / longest : 0.0;
        for (std::size_t index = 0; index < m_filled.size(); ++index) {
            painter.setPen(theme.text);
            painter.drawText(QPointF(0.0, static_cast<double>(index) * slot() + m_metrics.ascent()),
                             m_metrics.elidedText(m_filled[index].label, Qt::ElideRight, width));
            paintBar(painter, m_filled[index], static_cast<double>(index) * slot(), scale, theme);
        }
        paintLegend(painter, static_cast<double>(m_filled.size()) * slot(), theme);
    }

private:
    static constexpr double kGap = 6.0;

    [[nodiscard]] double line() const { return m_metrics.lineSpacing(); }
    [[nodiscard]] double slot() const { return 2.4 * line() + kGap; }
    [[nodiscard]] QString lengthText(const LessonBar& bar) const {
        return QStringLiteral("%1 %2").arg(lengthOf(m_bars, bar)).arg(QString::fromStdString(m_bars.unit));
    }

    static QColor light(const Theme& theme) {
        QColor color = theme.accent;
        color.setAlphaF(kLight);
        return color;
    }

    void paintBar(QPainter& painter, const LessonBar& bar, double top, double scale, const Theme& theme) const {
        const std::size_t parts = bar.calls > kMostCalls ? 1 : std::max<std::size_t>(bar.calls, 1);
        const double start = m_bars.start * static_cast<double>(bar.calls) * scale / static_cast<double>(parts);
        const double rows = m_bars.row * static_cast<double>(bar.rows) * scale / static_cast<double>(parts);
        const QRectF ground(0.0, top + line() + 2.0, 0.0, line() * 1.1);
        const double seam = parts > 1 ? 1.0 : 0.0; // between calls
        double left = 0.0;
        for (std::size_t part = 0; part < parts; ++part) {
            painter.fillRect(QRectF(left, ground.top(), start, ground.height()), light(theme));
            painter.fillRect(QRectF(left + start, ground.top(), std::max(rows - seam, 0.0), ground.height()),
                             theme.accent);
            left += start + rows;
        }
        painter.drawText(QPointF(left + kGap, ground.top() + m_metrics.ascent()), lengthText(bar));
    }

    void paintLegend(QPainter& painter, double top, const Theme& theme) const {
        const double side = m_metrics.ascent() * 0.8;
        double left = 0.0;
        for (const auto& [color, text] :
             {std::pair(light(theme), barsTr("starting a call")), std::pair(theme.accent, barsTr("rows"))}) {
            painter.fillRect(QRectF(left, top + m_metrics.ascent() - side, side, side), color);
            left += side + kGap;
            painter.setPen(theme.mutedText);
            painter.drawText(QPointF(left, top + m_metrics.ascent()), text);
            left += m_metrics.horizontalAdvance(text) + 3.0 * kGap;
        }
    }

    const LessonBars& m_bars;
    const std::vector<LessonBar>& m_filled;
    QFont m_font;
    QFontMetricsF m_metrics;
};

} // namespace

LessonBarsView::LessonBarsView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("lesson-bars"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void LessonBarsView::setBars(const LessonBeat& beat, const Snapshot& snapshot) {
    m_filled = filledBars(beat, snapshot);
    if (!m_filled.empty()) {
        m_bars = *beat.bars;
    }
    QStringList told;
    for (const LessonBar& bar : m_filled) {
        told.append(QStringLiteral("%1: %2 %3")
                        .arg(bar.label)
                        .arg(lengthOf(m_bars, bar))
                        .arg(QString::fromStdString(m_bars.unit)));
    }
    setAccessibleName(told.join(QStringLiteral("; ")));
    setVisible(!m_filled.empty());
    updateGeometry();
    update();
}

QSize LessonBarsView::sizeHint() const {
    return {200, static_cast<int>(BarPainter(m_bars, m_filled, font()).height()) + 4};
}

void LessonBarsView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    BarPainter(m_bars, m_filled, font()).paint(painter, width(), themeOf(*this));
}

void LessonBarsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

QImage lessonBarsImage(const LessonBeat& beat, const Snapshot& snapshot, const QFont& font, int width) {
    constexpr double kSharpness = 2.0; // pixels of the image per pixel of the page
    const std::vector<LessonBar> filled = filledBars(beat, snapshot);
    if (filled.empty()) {
        return {};
    }
    const BarPainter bars(*beat.bars, filled, font);
    QImage image(QSize(width, static_cast<int>(bars.height()) + 4) * kSharpness, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kSharpness);
    image.fill(Qt::white);
    QPainter painter(&image);
    bars.paint(painter, width, lightTheme());
    return image;
}

} // namespace batchscope
