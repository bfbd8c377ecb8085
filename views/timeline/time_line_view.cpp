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
#include <array>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kMargin = 8.0;
constexpr double kRowShare = 0.72; // of a row's height, for its spans
constexpr double kMostRow = 46.0;  // pixels
constexpr double kTickApart = 90.0;
constexpr double kZoomStep = 1.25;
constexpr double kLeastOutlined = 4.0; // pixels; narrower spans have no gap between them

double nanoseconds(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count());
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
    fitAxis();
    describe();
    update();
}

void TimeLineChart::setPresent(BatchId batch) {
    m_present = batch;
    for (const TimeLane& lane : m_lanes) {
        if (lane.run != TimeLane::Run::Folded || !batch.valid() || m_axis.isFitted()) {
            continue;
        }
        const auto span = std::find_if(lane.spans.begin(), lane.spans.end(),
                                       [batch](const TimeSpan& other) { return other.batch == batch; });
        if (span != lane.spans.end()) {
            m_axis.reveal(nanoseconds(span->start), nanoseconds(span->end()));
        }
    }
    update();
}

void TimeLineChart::describe() {
    QStringList titles;
    for (const TimeLane& lane : m_lanes) {
        titles.append(QString::fromStdString(lane.title));
    }
    setAccessibleDescription(titles.join(QStringLiteral(", ")));
}

/// The first run may be a hundred times as long as the others: it is seen by zooming out.
void TimeLineChart::fitAxis() {
    double end = 0.0;
    double home = 0.0;
    for (const TimeLane& lane : m_lanes) {
        end = std::max(end, nanoseconds(lane.end));
        home = std::max(home, lane.run == TimeLane::Run::First ? 0.0 : nanoseconds(lane.end));
    }
    if (m_axis.isFitted() || m_graph != m_snapshot->graph) { // of the same run more becomes known
        m_graph = m_snapshot->graph;
        m_axis.setEnd(end, home);
    } else {
        m_axis.extendTo(end, home);
    }
}

/// A title above the spans of each run.
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
    const double left = m_axis.toPixel(nanoseconds(span.start));
    const double right = m_axis.toPixel(nanoseconds(span.end()));
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
            continue; // of several within one pixel the first is drawn
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
    const double bottom = m_lanes.empty() ? 0.0 : rowOf(m_lanes.size() - 1).bottom();
    for (const TimeTick& tick : m_axis.ticks(kTickApart)) {
        const double x = std::round(m_axis.toPixel(tick.time)) + 0.5;
        painter.setPen(theme.rule);
        painter.drawLine(QPointF(x, 0.0), QPointF(x, bottom + 3.0));
        painter.setPen(theme.mutedText);
        const double wide = fontMetrics().horizontalAdvance(tick.text);
        const double left = std::clamp(x - wide / 2.0, 1.0, width() - wide - 1.0);
        painter.drawText(QPointF(left, bottom + 3.0 + fontMetrics().ascent()), tick.text);
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
        const double time = m_axis.toTime(pixel.x());
        std::optional<Hit> nearest;
        double nearestBy = m_axis.toTime(kNear) - m_axis.toTime(0.0);
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

void TimeLineChart::resizeEvent(QResizeEvent* event) {
    m_axis.setPixels(kMargin, width() - 2.0 * kMargin);
    QWidget::resizeEvent(event);
}

void TimeLineChart::wheelEvent(QWheelEvent* event) {
    constexpr double kNotch = 120.0;
    m_axis.zoomAt(event->position().x(), std::pow(kZoomStep, event->angleDelta().y() / kNotch));
    update();
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
        m_axis.moveBy(event->position().x() - m_moved.x());
        m_moved = event->position();
        update();
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
    m_axis.fit();
    update();
}

void TimeLineChart::keyPressEvent(QKeyEvent* event) {
    const double middle = width() / 2.0;
    switch (event->key()) {
    case Qt::Key_Left: emit stepAsked(-1); return;
    case Qt::Key_Right: emit stepAsked(1); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: m_axis.zoomAt(middle, kZoomStep); break;
    case Qt::Key_Minus: m_axis.zoomAt(middle, 1.0 / kZoomStep); break;
    case Qt::Key_0: m_axis.fit(); break;
    default: QWidget::keyPressEvent(event); return;
    }
    update();
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

namespace {

struct Unit {
    double nanoseconds;
    const char* name;
};

/// The largest in which this time is at least 1.
const Unit& unitFor(double nanoseconds) {
    static constexpr std::array<Unit, 4> kUnits = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}}};
    const auto found = std::find_if(kUnits.begin(), kUnits.end() - 1,
                                    [nanoseconds](const Unit& unit) { return nanoseconds >= unit.nanoseconds; });
    return *found;
}

} // namespace

void TimeAxis::setEnd(double end, double home) {
    m_end = std::max(end, 1.0);
    m_home = std::clamp(home, 1.0, m_end);
    fit();
}

void TimeAxis::extendTo(double end, double home) {
    m_end = std::max(end, 1.0);
    m_home = std::clamp(home, 1.0, m_end);
    show(m_from, m_to);
}

void TimeAxis::setPixels(double left, double width) {
    m_left = left;
    m_width = std::max(width, 1.0);
}

double TimeAxis::toPixel(double time) const {
    return m_left + (time - m_from) / (m_to - m_from) * m_width;
}

double TimeAxis::toTime(double pixel) const {
    return m_from + (pixel - m_left) / m_width * (m_to - m_from);
}

void TimeAxis::fit() {
    m_from = 0.0;
    m_to = m_home;
}

void TimeAxis::show(double from, double to) {
    const double span = std::clamp(to - from, std::min(kLeastSpan, m_end), m_end);
    m_from = std::clamp(from, 0.0, m_end - span);
    m_to = m_from + span;
}

void TimeAxis::zoomAt(double pixel, double factor) {
    const double time = toTime(pixel);
    const double span = std::clamp((m_to - m_from) / factor, std::min(kLeastSpan, m_end), m_end);
    const double share = std::clamp((pixel - m_left) / m_width, 0.0, 1.0);
    show(time - share * span, time + (1.0 - share) * span);
}

void TimeAxis::moveBy(double pixels) {
    const double time = pixels / m_width * (m_to - m_from);
    show(m_from - time, m_to - time);
}

void TimeAxis::reveal(double from, double to) {
    const double span = m_to - m_from;
    if (from < m_from || to > m_to) {
        const double middle = (from + to) / 2.0;
        show(middle - span / 2.0, middle + span / 2.0);
    }
}

std::vector<TimeTick> TimeAxis::ticks(double apart) const {
    const double least = apart / m_width * (m_to - m_from);
    const double decade = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-3))));
    constexpr std::array<double, 4> kRound = {1.0, 2.0, 5.0, 10.0};
    const double step =
        decade * *std::find_if(kRound.begin(), kRound.end() - 1, [&](double round) { return decade * round >= least; });
    const Unit& unit = unitFor(m_to);
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step / unit.nanoseconds) - 1e-9)));
    std::vector<TimeTick> ticks;
    for (double number = std::ceil(m_from / step); number * step <= m_to; number += 1.0) {
        const QString text = QString::number(number * step / unit.nanoseconds, 'f', decimals);
        ticks.push_back(
            {number * step, number <= 0.0 ? QStringLiteral("0") : text % u' ' % QString::fromUtf8(unit.name)});
    }
    return ticks;
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
