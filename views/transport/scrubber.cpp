// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/transport/scrubber.h"

#include "core/base/counted.h"
#include "core/story/storyboard.h"
#include "views/models/words.h"
#include "views/session/bookmark_list.h"
#include "views/session/breakpoint_list.h"
#include "views/session/node_finder.h"
#include "views/theme/theme.h"

#include <fmt/format.h>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kSide = 7.0;   // room for the position's knob at both ends
constexpr double kTop = 6.0;    // room for the knob above the bars
constexpr double kBottom = 8.0; // room for marks below the bars

QString batchText(const Snapshot& snapshot, BatchId batch) {
    const Op& op = snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]);
    return QString::fromStdString(op.name) + QStringLiteral(" ×") + countText(snapshot.schedule->batchSize(batch));
}

QColor softened(const QColor& color, const QColor& ground) {
    constexpr double kShare = 0.42;
    const auto mix = [](int from, int to) { return static_cast<int>(std::lround(to + (from - to) * kShare)); };
    return {mix(color.red(), ground.red()), mix(color.green(), ground.green()), mix(color.blue(), ground.blue())};
}

/// The steps with a count above 0.
std::vector<BatchId> stepsWith(const std::vector<std::uint32_t>& counts) {
    std::vector<BatchId> steps;
    for (std::size_t step = 0; step < counts.size(); ++step) {
        if (counts[step] > 0) {
            steps.emplace_back(step);
        }
    }
    return steps;
}

constexpr double kRounding = 1e-6; // pixels

/// How much of the bar's batch has been computed if the current moment is at pixel `now`, 0 … 1.
double shareRun(double now, const StepBar& bar) {
    const double share = (now - bar.left) / std::max(bar.right - bar.left, kRounding);
    return static_cast<double>(eased((share - Storyboard::kGathered) / (1.0 - Storyboard::kGathered)));
}

} // namespace

Scrubber::Scrubber(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback) {
    setObjectName(QStringLiteral("scrubber"));
    setAccessibleName(tr("Steps"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_differing = differingNodes(*session.snapshot());
    connect(&session, &Session::snapshotChanged, this, [this](Parts parts) {
        m_differing = differingNodes(*m_session.snapshot());
        if (parts.has(Part::Graph) || parts.has(Part::Schedule) || parts.has(Part::Report)) {
            update();
        }
    });
    connect(&playback, &Playback::timeChanged, this, qOverload<>(&QWidget::update));
    connect(&playback, &Playback::endChanged, this, qOverload<>(&QWidget::update));
    connect(&playback, &Playback::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(&playback, &Playback::figuresHiddenChanged, this, [this] {
        describe();
        update();
    });
    connect(&playback, &Playback::stepChanged, this, &Scrubber::describe);
    connect(&session.breakpoints(), &BreakpointList::changed, this, qOverload<>(&QWidget::update));
    connect(&session.bookmarks(), &BookmarkList::changed, this, qOverload<>(&QWidget::update));
    connect(&session.nodeFinder(), &NodeFinder::foundChanged, this, qOverload<>(&QWidget::update));
}

QSize Scrubber::sizeHint() const {
    return {480, fontMetrics().height() * 3};
}

void Scrubber::describe() {
    const Storyboard* story = m_playback.storyboard();
    const BatchId batch = story != nullptr ? batchAt(*story, m_playback.time()) : BatchId();
    setAccessibleDescription(!m_playback.figuresHidden() && batch.valid() && schedule() != nullptr &&
                                     batch.index() < schedule()->batchCount()
                                 ? tr("batch %1 of %2, %3")
                                       .arg(QString::fromStdString(ordinal(batch.index())),
                                            countText(schedule()->batchCount()),
                                            batchText(*m_session.snapshot(), batch))
                                 : QString());
}

StepAxis Scrubber::axis() const {
    return {kSide, std::max(1.0, width() - 2.0 * kSide), std::max(1.0, m_playback.end())};
}

/// Paints the time during which only the picture beside this one continues.
void Scrubber::paintOvertime(QPainter& painter, const QRectF& area) const {
    const double begin = axis().toPixel(m_playback.storyboard()->end());
    if (begin < area.right() - kRounding) {
        constexpr double kHeight = 0.14; // share of the bars' height
        const double height = area.height() * kHeight;
        painter.fillRect(QRectF(begin, area.bottom() - height, area.right() - begin, height), themeOf(*this).rule);
    }
}

void Scrubber::paintBars(QPainter& painter, const QRectF& area) const {
    const Snapshot& snapshot = *m_session.snapshot();
    const Theme& theme = themeOf(*this);
    const double now = axis().toPixel(m_playback.time());
    for (const StepBar& bar : stepBars(*snapshot.schedule, axis())) {
        const OpId op = snapshot.graph->signatures[snapshot.schedule->batchSignatures[bar.batch]].op;
        const double gap = bar.right - bar.left > 4.0 ? 1.0 : 0.0;
        const double height = area.height() * bar.height;
        const QRectF box(bar.left + gap / 2.0, area.bottom() - height, std::max(1.0, bar.right - bar.left - gap),
                         height);
        painter.fillRect(box, softened(theme.op(op), theme.window));
        if (now >= bar.right - kRounding) { // batches that have run are in full color
            painter.fillRect(box, theme.op(op));
        } else if (const double ran = shareRun(now, bar); ran > 0.0) { // a batch that runs comes down from the picture
            painter.fillRect(box.translated(0.0, (area.top() - box.top()) * (1.0 - ran)), theme.op(op));
        }
    }
}

/// Paints dots at the steps, above or below the bars, at most one every few pixels.
void Scrubber::paintDots(QPainter& painter, double y, const QColor& color, const std::vector<BatchId>& steps) const {
    constexpr double kDot = 2.5;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    double last = -kDot;
    for (const BatchId step : steps) {
        if (!step.valid() || step.index() >= schedule()->batchCount()) {
            continue;
        }
        const double x = axis().toPixel(static_cast<double>(m_playback.storyboard()->stopAfter(step)) - 0.5);
        if (std::abs(x - last) >= kDot) {
            painter.drawEllipse(QPointF(x, y), kDot, kDot);
            last = x;
        }
    }
}

void Scrubber::paintMarks(QPainter& painter, const QRectF& area) const {
    const Theme& theme = themeOf(*this);
    paintDots(painter, area.top(), theme.found, stepsWith(m_session.nodeFinder().foundInBatches()));
    paintDots(painter, area.top() - 1.0, theme.warning, m_session.breakpoints().hits().batches);
    paintDots(painter, area.bottom() + 3.0, theme.warning, stepsWith(m_differing.inBatches));
    std::vector<BatchId> bookmarked;
    for (std::size_t index = 0; index < m_session.bookmarks().all().size(); ++index) {
        bookmarked.push_back(m_session.bookmarks().stepOf(index));
    }
    paintDots(painter, area.top() - 2.0, theme.accent, bookmarked);
    paintDots(painter, area.bottom() + kBottom / 2.0, theme.accent, {m_playback.focus().batch});
}

void Scrubber::paintPosition(QPainter& painter, const QRectF& area) const {
    const Theme& theme = themeOf(*this);
    const double x = axis().toPixel(m_playback.time());
    painter.setPen(QPen(theme.accent, 2.0));
    painter.drawLine(QPointF(x, area.top() - 1.0), QPointF(x, area.bottom() + 1.0));
    painter.setPen(QPen(theme.window, 1.5));
    painter.setBrush(theme.accent);
    painter.drawEllipse(QPointF(x, area.top() - 1.0), 5.0, 5.0);
}

void Scrubber::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    const QRectF area = QRectF(rect()).adjusted(kSide, kTop, -kSide, -kBottom);
    painter.setPen(QPen(theme.rule, 1.0));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (schedule() == nullptr || m_playback.storyboard() == nullptr) {
        return;
    }
    if (!m_playback.figuresHidden()) {
        paintBars(painter, area);
        paintMarks(painter, area); // marks would reveal that two nodes are in different batches
    }
    paintOvertime(painter, area);
    paintPosition(painter, area);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

QString Scrubber::tipAt(double pixel) const {
    const Storyboard* story = m_playback.storyboard();
    if (schedule() == nullptr || story == nullptr || m_playback.figuresHidden()) {
        return {};
    }
    const double time = axis().toTime(pixel);
    const BatchId batch = batchUnder(*schedule(), time);
    if (batch.valid()) {
        const QString text =
            tr("batch %1: %2")
                .arg(QString::fromStdString(ordinal(batch.index())), batchText(*m_session.snapshot(), batch));
        const std::uint32_t count =
            batch.index() < m_differing.inBatches.size() ? m_differing.inBatches[batch.index()] : 0;
        return count == 0
                   ? text
                   : text + u'\n' +
                         QString::fromStdString(fmt::format("{} of its nodes {} from regular", withThousands(count),
                                                            count == 1 ? "differs" : "differ"));
    }
    if (time > story->end()) {
        return tr("this picture is done; the other continues");
    }
    return time < 1.0 ? tr("source trees → level lanes") : tr("folded graph");
}

bool Scrubber::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = tipAt(help->pos().x());
        tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), tip, this);
        return true;
    }
    return QWidget::event(event);
}

void Scrubber::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_down = true;
    m_dragging = false;
    m_pressed = event->position().x();
}

void Scrubber::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    if (m_down) {
        m_dragging = m_dragging || std::abs(x - m_pressed) >= QApplication::startDragDistance();
        if (m_dragging) {
            m_playback.seek(axis().toTime(x));
            QToolTip::showText(event->globalPosition().toPoint(), tipAt(x), this);
        }
    }
}

void Scrubber::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_down) {
        QWidget::mouseReleaseEvent(event);
        return;
    }
    m_down = false;
    if (!m_dragging && m_playback.storyboard() != nullptr) { // a click shows the clicked step complete
        m_playback.glideTo(std::ceil(axis().toTime(event->position().x())));
    }
    m_dragging = false;
}

void Scrubber::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left: m_playback.back(StepUnit::Batch); return;
    case Qt::Key_Right: m_playback.forward(StepUnit::Batch); return;
    case Qt::Key_PageDown: m_playback.back(StepUnit::Level); return;
    case Qt::Key_PageUp: m_playback.forward(StepUnit::Level); return;
    case Qt::Key_Home: m_playback.first(); return;
    case Qt::Key_End: m_playback.last(); return;
    default: QWidget::keyPressEvent(event);
    }
}

double StepAxis::toTime(double pixel) const {
    return std::clamp((pixel - left) / std::max(width, 1.0) * end, 0.0, end);
}

std::vector<StepBar> stepBars(const Schedule& schedule, const StepAxis& axis) {
    std::size_t largest = 1;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        largest = std::max(largest, schedule.batchSize(BatchId(step)));
    }
    constexpr double kLeastHeight = 0.06; // so that a batch of one node is visible
    std::vector<StepBar> bars;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const auto begin = static_cast<double>(step + Storyboard::kFirstBatchStop);
        const double share = static_cast<double>(schedule.batchSize(BatchId(step))) / static_cast<double>(largest);
        const StepBar bar{axis.toPixel(begin), axis.toPixel(begin + 1.0), std::max(share, kLeastHeight), BatchId(step)};
        const bool shares = !bars.empty() && std::floor(bars.back().left) == std::floor(bar.left);
        if (!shares) {
            bars.push_back(bar);
            continue;
        }
        StepBar& last = bars.back();
        last.right = bar.right;
        if (bar.height > last.height) {
            last.height = bar.height;
            last.batch = bar.batch;
        }
    }
    return bars;
}

BatchId batchUnder(const Schedule& schedule, double time) {
    constexpr auto kFirst = static_cast<double>(Storyboard::kFirstBatchStop);
    if (time < kFirst || time >= kFirst + static_cast<double>(schedule.batchCount())) {
        return {};
    }
    return BatchId(static_cast<std::size_t>(time - kFirst));
}

} // namespace batchscope
