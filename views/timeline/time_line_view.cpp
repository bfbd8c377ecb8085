// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/time_line_view.h"

#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kMargin = 8.0;
constexpr double kRowShare = 0.72; // share of a row's height for its spans
constexpr double kMostRow = 46.0;  // pixels
constexpr double kTickApart = 90.0;
constexpr double kZoomStep = 1.25;
constexpr double kLeastOutlined = 4.0; // pixels; narrower spans have no gap between them

double nanoseconds(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count());
}

/// The largest unit in which this time is at least 1, in nanoseconds, and its name.
std::pair<double, QString> unitFor(double time) {
    return time >= 1e9   ? std::pair(1e9, QStringLiteral("s"))
           : time >= 1e6 ? std::pair(1e6, QStringLiteral("ms"))
           : time >= 1e3 ? std::pair(1e3, QStringLiteral("µs"))
                         : std::pair(1.0, QStringLiteral("ns"));
}

QColor faded(QColor color, double opacity) {
    color.setAlphaF(static_cast<float>(opacity));
    return color;
}

} // namespace

TimeLineChart::TimeLineChart(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("time-line"));
    setAccessibleName(tr("Timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize TimeLineChart::sizeHint() const {
    return {640, 170};
}

QSize TimeLineChart::minimumSizeHint() const {
    return {240, 3 * fontMetrics().height()};
}

void TimeLineChart::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    m_lanes = timeLanes(*m_snapshot);
    QStringList titles;
    for (const TimeLane& lane : m_lanes) {
        titles.append(QString::fromStdString(lane.title));
    }
    setAccessibleDescription(titles.join(QStringLiteral(", ")));
    fit();
}

void TimeLineChart::setPresent(BatchId batch) {
    m_present = batch;
    for (const TimeLane& lane : m_lanes) {
        for (const TimeSpan& span : lane.spans) {
            const bool isOf = lane.run == TimeLane::Run::Folded && batch.valid() && span.batch == batch;
            if (isOf && (nanoseconds(span.start) < m_from || nanoseconds(span.end()) > m_to)) {
                show(nanoseconds(span.start) - (m_to - m_from) / 2.0, nanoseconds(span.start) + (m_to - m_from) / 2.0);
                return;
            }
        }
    }
    update();
}

double TimeLineChart::endOfRuns(bool withFirst) const {
    double end = 1.0;
    for (const TimeLane& lane : m_lanes) {
        end = lane.run != TimeLane::Run::First || withFirst ? std::max(end, nanoseconds(lane.end)) : end;
    }
    return end;
}

void TimeLineChart::fit() {
    show(0.0, endOfRuns(false));
}

void TimeLineChart::show(double from, double to) {
    constexpr double kLeastSpan = 100.0;
    const double end = endOfRuns(true);
    const double span = std::clamp(to - from, std::min(kLeastSpan, end), end);
    m_from = std::clamp(from, 0.0, end - span);
    m_to = m_from + span;
    update();
}

void TimeLineChart::zoomAt(double pixel, double factor) {
    const double time = toTime(pixel);
    show(time - (time - m_from) / factor, time + (m_to - time) / factor);
}

double TimeLineChart::toPixel(double time) const {
    return kMargin + (time - m_from) / (m_to - m_from) * (width() - 2.0 * kMargin);
}

double TimeLineChart::toTime(double pixel) const {
    return m_from + (pixel - kMargin) / (width() - 2.0 * kMargin) * (m_to - m_from);
}

/// The row of a run, with its title above its spans.
QRectF TimeLineChart::rowOf(std::size_t lane) const {
    const double axis = fontMetrics().height() * 1.4;
    const double room = std::max(0.0, height() - axis - kMargin / 2.0);
    const double row = std::min(room / static_cast<double>(std::max<std::size_t>(m_lanes.size(), 1)),
                                kMostRow + fontMetrics().height());
    return {kMargin, kMargin / 2.0 + static_cast<double>(lane) * row, width() - 2.0 * kMargin, row};
}

QRectF TimeLineChart::bandOf(std::size_t lane) const {
    const QRectF row = rowOf(lane);
    const double title = std::min<double>(fontMetrics().height(), row.height() * (1.0 - kRowShare) + kMargin);
    return {row.left(), row.top() + title, row.width(), std::max(row.height() - title - 4.0, 3.0)};
}

QRectF TimeLineChart::boxIn(const QRectF& band, const TimeSpan& span) const {
    const double left = toPixel(nanoseconds(span.start));
    const double right = toPixel(nanoseconds(span.end()));
    return {left, band.top(), std::max(right - left, 1.0), band.height()};
}

QPointF TimeLineChart::placeOf(std::size_t lane, const TimeSpan& span) const {
    return boxIn(bandOf(lane), span).center();
}

QColor TimeLineChart::colorOf(const TimeLane& lane, const TimeSpan& span) const {
    const Theme& theme = themeOf(*this);
    if (!span.batch.valid()) {
        return faded(theme.mutedText, span.kind == SpanKind::Schedule ? 0.35 : 0.5);
    }
    const QColor op = theme.op(m_snapshot->graph->signatures[lane.schedule->batchSignatures[span.batch]].op);
    switch (span.kind) {
    case SpanKind::Gather: return faded(op, 0.45);
    case SpanKind::Scatter: return faded(op, 0.25);
    case SpanKind::Backward: return faded(op, 0.7);
    default: return op;
    }
}

QString TimeLineChart::labelOf(const TimeLane& lane, const TimeSpan& span) const {
    if (!span.batch.valid()) {
        return QString::fromLatin1(spanName(span.kind));
    }
    if (span.kind != SpanKind::Compute && span.kind != SpanKind::Backward) {
        return {};
    }
    return toText(m_snapshot->graph->opOf(lane.schedule->batchSignatures[span.batch]).name) + QStringLiteral(" ×") +
           countText(lane.schedule->batchSize(span.batch));
}

void TimeLineChart::paintLane(QPainter& painter, std::size_t index) const {
    const TimeLane& lane = m_lanes[index];
    const Theme& theme = themeOf(*this);
    const QRectF band = bandOf(index);
    const QFontMetrics metrics = fontMetrics();
    painter.setPen(theme.text);
    painter.drawText(rowOf(index), Qt::AlignLeft | Qt::AlignTop, QString::fromStdString(lane.title));
    double drawnTo = -1.0;
    for (const TimeSpan& span : lane.spans) {
        QRectF box = boxIn(band, span);
        const bool isPresent = span.batch.valid() && span.batch == m_present && lane.run != TimeLane::Run::Regular;
        if (box.right() < 0.0 || box.left() > width() || (box.right() <= drawnTo && !isPresent)) {
            continue; // only the first of several spans within a pixel is drawn
        }
        drawnTo = std::ceil(box.right());
        const QColor color = colorOf(lane, span);
        if (box.width() > kLeastOutlined) {
            box.adjust(0.0, 0.0, -1.0, 0.0);
        }
        painter.fillRect(box, color);
        if (isPresent) {
            painter.setPen(QPen(theme.accent, 2.0));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(-1.0, -1.0, 1.0, 1.0));
        }
        const QString label = labelOf(lane, span);
        if (!label.isEmpty() && metrics.horizontalAdvance(label) + 6 < box.width() &&
            metrics.height() <= box.height()) {
            painter.setPen(color.alpha() < 255 ? theme.text : Theme::onFill(color));
            painter.drawText(box, Qt::AlignCenter, label);
        }
    }
}

void TimeLineChart::paintAxis(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const double bottom = rowOf(m_lanes.size() - 1).bottom();
    const double least = toTime(kTickApart) - toTime(0.0);
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    const double step = decade * (least <= 2.0 * decade ? 2.0 : least <= 5.0 * decade ? 5.0 : 10.0);
    const auto [unit, unitName] = unitFor(m_to);
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)));
    for (double number = std::ceil(m_from / step); number * step <= m_to; number += 1.0) {
        const QString text = number <= 0.0 ? QStringLiteral("0")
                                           : QString::number(number * step / unit, 'f', decimals) + u' ' + unitName;
        const double x = std::round(toPixel(number * step)) + 0.5;
        painter.setPen(theme.rule);
        painter.drawLine(QPointF(x, 0.0), QPointF(x, bottom + 3.0));
        painter.setPen(theme.mutedText);
        const double wide = fontMetrics().horizontalAdvance(text);
        const double left = std::clamp(x - wide / 2.0, 1.0, width() - wide - 1.0);
        painter.drawText(QPointF(left, bottom + 3.0 + fontMetrics().ascent()), text);
    }
}

void TimeLineChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).panel);
    if (m_lanes.empty()) {
        painter.setPen(themeOf(*this).mutedText);
        painter.drawText(rect(), Qt::AlignCenter, tr("Nothing has run yet."));
        return;
    }
    paintAxis(painter);
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        paintLane(painter, lane);
    }
}

std::optional<TimeLineChart::Hit> TimeLineChart::hitAt(QPointF pixel) const {
    constexpr double kNear = 2.0; // pixels
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        if (!rowOf(lane).contains(pixel)) {
            continue;
        }
        const auto& spans = m_lanes[lane].spans;
        const double time = toTime(pixel.x());
        std::optional<Hit> nearest;
        double nearestBy = toTime(kNear) - toTime(0.0);
        for (std::size_t span = 0; span < spans.size(); ++span) {
            const double start = nanoseconds(spans[span].start);
            const double end = nanoseconds(spans[span].end());
            const double by = std::max({start - time, time - end, 0.0});
            if (by < nearestBy || (by <= nearestBy && !nearest)) {
                nearestBy = by;
                nearest = Hit{lane, span};
            }
        }
        return nearest;
    }
    return std::nullopt;
}

bool TimeLineChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto& help = static_cast<const QHelpEvent&>(*event);
        const std::optional<Hit> hit = hitAt(help.pos());
        if (hit) {
            const TimeLane& lane = m_lanes[hit->lane];
            QToolTip::showText(help.globalPos(),
                               QString::fromStdString(spanText(*m_snapshot, lane, lane.spans[hit->span])), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

void TimeLineChart::wheelEvent(QWheelEvent* event) {
    constexpr double kNotch = 120.0;
    zoomAt(event->position().x(), std::pow(kZoomStep, event->angleDelta().y() / kNotch));
    event->accept();
}

void TimeLineChart::mousePressEvent(QMouseEvent* event) {
    m_isDown = event->button() == Qt::LeftButton;
    m_isDragging = false;
    m_pressed = m_moved = event->position();
}

void TimeLineChart::mouseMoveEvent(QMouseEvent* event) {
    m_isDragging =
        m_isDragging || (event->position() - m_pressed).manhattanLength() > QApplication::startDragDistance();
    if (m_isDown && m_isDragging) {
        const double moved = toTime(m_moved.x()) - toTime(event->position().x());
        show(m_from + moved, m_to + moved);
        m_moved = event->position();
    }
}

void TimeLineChart::mouseReleaseEvent(QMouseEvent* event) {
    const std::optional<Hit> hit = hitAt(event->position());
    if (m_isDown && !m_isDragging && hit) {
        choose(*hit);
    }
    m_isDown = false;
}

void TimeLineChart::mouseDoubleClickEvent(QMouseEvent* /*event*/) {
    fit();
}

void TimeLineChart::keyPressEvent(QKeyEvent* event) {
    const double middle = width() / 2.0;
    switch (event->key()) {
    case Qt::Key_Left: emit stepAsked(-1); return;
    case Qt::Key_Right: emit stepAsked(1); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAt(middle, kZoomStep); return;
    case Qt::Key_Minus: zoomAt(middle, 1.0 / kZoomStep); return;
    case Qt::Key_0: fit(); return;
    default: QWidget::keyPressEvent(event);
    }
}

void TimeLineChart::choose(const Hit& hit) {
    const TimeLane& lane = m_lanes[hit.lane];
    const BatchId batch = lane.spans[hit.span].batch;
    if (!batch.valid()) {
        return;
    }
    if (lane.run == TimeLane::Run::Regular) {
        emit nodeChosen(lane.schedule->batch(batch).front());
    } else {
        emit batchChosen(batch);
    }
}

TimeLineView::TimeLineView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_chart(new TimeLineChart(this)), m_legend(new QLabel(this)),
      m_note(new QLabel(this)) {
    m_legend->setText(tr("Colors are ops: full for compute, paler for gather and backward, palest for scatter. Gray: "
                         "stages of the whole run. Scroll "
                         "to zoom, double-click to fit."));
    for (QLabel* label : {m_legend, m_note}) {
        label->setWordWrap(true);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setContentsMargins(8, 0, 8, 0);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(2);
    column->addWidget(m_chart, 1);
    column->addWidget(m_legend);
    column->addWidget(m_note);
    connect(m_chart, &TimeLineChart::batchChosen, this, &TimeLineView::goToBatch);
    connect(m_chart, &TimeLineChart::nodeChosen, &playback, &Playback::selectNode);
    connect(m_chart, &TimeLineChart::stepAsked, this, [this](int direction) {
        direction < 0 ? this->playback().back(StepUnit::Batch) : this->playback().forward(StepUnit::Batch);
    });
    setFocusProxy(m_chart);
}

void TimeLineView::catchUp(const Changes& changes) {
    const Parts& parts = changes.parts;
    if (parts.has(Part::Graph) || parts.has(Part::Schedule) || parts.has(Part::Trace) || parts.has(Part::Report)) {
        m_chart->setSnapshot(session().snapshot());
        m_note->setText(toText(timeLanesNote(snapshot())));
        m_note->setVisible(!m_note->text().isEmpty());
        m_legend->setVisible(!m_chart->lanes().empty());
    }
    m_chart->setPresent(presentBatch());
}

} // namespace batchscope
