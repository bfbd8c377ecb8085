// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/values/row_strips.h"

#include "views/theme/value_color.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kMargin = 8.0;
constexpr std::size_t kMostStrips = 3;
constexpr double kLeastCell = 4.0; // pixels; narrower cells have no gap between them

double largestOf(const std::vector<double>& numbers) {
    double largest = 0.0;
    for (const double number : numbers) {
        largest = std::isfinite(number) ? std::max(largest, std::abs(number)) : largest;
    }
    return largest;
}

} // namespace

RowStrips::RowStrips(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("The row as colors"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RowStrips::sizeHint() const {
    const int line = fontMetrics().height();
    return {320, static_cast<int>(kMostStrips) * (line + 6) + 4};
}

void RowStrips::setValues(std::shared_ptr<const NodeValues> values) {
    m_values = std::move(values);
    m_strips.clear();
    if (m_values && !m_values->folded.empty()) {
        const bool both = !m_values->regular.empty();
        const double largest = std::max(largestOf(m_values->folded), largestOf(m_values->regular));
        m_strips.push_back({tr("folded"), m_values->folded, largest});
        if (both) {
            m_strips.push_back({tr("regular"), m_values->regular, largest});
            std::vector<double> differences;
            for (std::size_t index = 0; index < m_values->folded.size(); ++index) {
                differences.push_back(differenceAt(*m_values, index));
            }
            const double most = largestOf(differences);
            m_strips.push_back({tr("difference"), std::move(differences), most});
        }
    }
    update();
}

QRectF RowStrips::cellsOf(std::size_t strip) const {
    const double line = fontMetrics().height();
    const double left = kMargin + fontMetrics().horizontalAdvance(tr("difference")) + 8.0;
    const double right = width() - kMargin;
    return {left, kMargin / 2.0 + static_cast<double>(strip) * (line + 6.0), std::max(right - left, 20.0), line};
}

std::size_t RowStrips::indexAt(double x) const {
    const QRectF cells = cellsOf(0);
    const std::size_t count = m_values ? m_values->folded.size() : 0;
    const double share = std::clamp((x - cells.left()) / cells.width(), 0.0, 1.0);
    return std::min(static_cast<std::size_t>(share * static_cast<double>(count)), count == 0 ? 0 : count - 1);
}

void RowStrips::paintStrip(QPainter& painter, std::size_t index) const {
    const Theme& theme = themeOf(*this);
    const Strip& strip = m_strips[index];
    const QRectF area = cellsOf(index);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(kMargin, area.top(), area.left() - kMargin, area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, strip.title);
    const std::size_t cells = std::min(strip.numbers.size(), static_cast<std::size_t>(area.width()));
    const double width = area.width() / static_cast<double>(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::size_t first = cell * strip.numbers.size() / cells;
        const std::size_t last = std::max(first + 1, (cell + 1) * strip.numbers.size() / cells);
        double shown = strip.numbers[first];
        for (std::size_t number = first; number < last; ++number) {
            const double other = strip.numbers[number];
            shown = !std::isfinite(other) || std::abs(other) > std::abs(shown) ? other : shown;
        }
        const double left = area.left() + static_cast<double>(cell) * width;
        const double gap = width > kLeastCell ? 1.0 : 0.0;
        painter.fillRect(QRectF(left, area.top(), width - gap, area.height()), valueColor(theme, shown, strip.largest));
    }
}

void RowStrips::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (m_strips.empty()) {
        return;
    }
    for (std::size_t strip = 0; strip < m_strips.size(); ++strip) {
        paintStrip(painter, strip);
    }
}

bool RowStrips::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_strips.empty()) {
        return QWidget::event(event);
    }
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const std::size_t index = indexAt(help.pos().x());
    QStringList lines = {tr("number %1").arg(index)};
    for (const Strip& strip : m_strips) {
        lines.append(QStringLiteral("%1 %2").arg(strip.title, QString::number(strip.numbers[index], 'g', 8)));
    }
    QToolTip::showText(help.globalPos(), lines.join(u'\n'), this);
    return true;
}

void RowStrips::mousePressEvent(QMouseEvent* event) {
    if (!m_strips.empty() && cellsOf(0).left() <= event->position().x() &&
        event->position().x() <= cellsOf(0).right()) {
        emit numberChosen(indexAt(event->position().x()));
    }
}

} // namespace batchscope
