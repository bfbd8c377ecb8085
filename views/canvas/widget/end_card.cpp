// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/end_card.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/nets/build_graph.h"
#include "core/trace/speed_text.h"
#include "views/canvas/scene/scene.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace batchscope {

namespace {

constexpr std::size_t kMostTrees = 128;
constexpr int kAskMs = 250;
constexpr int kLookMs = 1500;
constexpr double kMostWhisker = 1.4;  // times the longest bar; a longer whisker would leave no room for the bars
constexpr double kStartsShade = 0.45; // share of a bar's color over the background

bool isFolded(const TimeBar& bar) {
    return bar.arm == TimedArm::Folded || bar.arm == TimedArm::FoldedOff;
}

constexpr int kWhyLayout = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;

QFont whyFont(const QFont& font) {
    return atSize(font, 1.15 * pixelSize(font));
}

QFont bold(QFont font, double growth) {
    font = atSize(font, pixelSize(font) * growth);
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

EndCard::EndCard(Session& session, Playback& playback, QWidget* canvas)
    : QWidget(canvas), m_session(session), m_playback(playback), m_trees(new QSlider(Qt::Horizontal, this)),
      m_toggle(new QToolButton(this)) {
    setObjectName(QStringLiteral("end-card"));
    setCursor(Qt::ArrowCursor);
    setAttribute(Qt::WA_NoMousePropagation); // the picture below is covered
    hide();
    m_trees->setAccessibleName(tr("How many trees?"));
    m_trees->setPageStep(1);
    connect(m_trees, &QSlider::valueChanged, &m_asking, qOverload<>(&QTimer::start));
    m_asking.setSingleShot(true);
    m_asking.setInterval(kAskMs);
    connect(&m_asking, &QTimer::timeout, this, &EndCard::askTrees);
    m_waiting.setSingleShot(true);
    m_waiting.setInterval(kLookMs);
    connect(&m_waiting, &QTimer::timeout, this, &EndCard::refresh);
    m_toggle->setAutoRaise(true);
    m_toggle->setFocusPolicy(Qt::NoFocus);
    connect(m_toggle, &QToolButton::clicked, this, &EndCard::toggle);
    canvas->installEventFilter(this);
    connect(&session, &Session::snapshotChanged, this, &EndCard::adoptSnapshot);
    connect(&session, &Session::busyChanged, this, &EndCard::refresh);
    connect(&playback, &Playback::timeChanged, this, &EndCard::refresh);
    connect(&playback, &Playback::figuresHiddenChanged, this, &EndCard::refresh);
    adoptSnapshot();
}

void EndCard::toggle() {
    if (!isThere()) {
        return;
    }
    m_isPutAside = !m_isPutAside;
    refresh();
}

void EndCard::setComparing(bool comparing) {
    m_isComparing = comparing;
    refresh();
}

void EndCard::adoptSnapshot() {
    const Snapshot& snapshot = *m_session.snapshot();
    CurveOf present{snapshot.treebank, snapshot.config};
    present.config.graph.trees.end = 0;
    present.config.aspect = 0.0F; // settings of the picture do not matter, either
    present.config.layout = {};
    present.config.nodeLabels = {};
    if (!m_curveOf || !(present == *m_curveOf)) {
        m_curveOf = std::move(present);
        m_curve.clear();
        m_bars = {};
    }
    if (TimeBars bars = timeBars(snapshot); !bars.bars.empty()) {
        m_bars = std::move(bars);
        const SpeedReport& speed = *snapshot.report->speed;
        m_curve[snapshot.graph->trees] = {*speed.batching(), speed.verdict == SpeedVerdict::Steady};
        setAccessibleDescription(toText(describedBars(m_bars)));
    } else if (!m_session.busy()) { // canceled, or not measurable
        m_bars = {};
    }
    followTrees();
    refresh();
}

/// True at the end of the story, if there are times to show and room for them.
bool EndCard::isThere() const {
    constexpr int kLeastWidth = 26; // lines
    constexpr int kLeastHeight = 15;
    const bool isAtEnd = m_playback.storyboard() != nullptr && m_playback.time() >= m_playback.end();
    const QSize lines = parentWidget()->size() / fontMetrics().height();
    return isAtEnd && !m_isComparing && !m_playback.figuresHidden() && !m_bars.bars.empty() && !m_waiting.isActive() &&
           lines.width() >= kLeastWidth && lines.height() >= kLeastHeight;
}

void EndCard::refresh() {
    if (m_playback.moving()) { // after playback, the folded graph is shown first
        m_waiting.start();
    }
    const bool shown = isThere();
    if (shown) {
        place();
    }
    setVisible(shown);
    update();
}

/// Places the card below the headline; while it is hidden, only the button remains, in the corner above the legend.
void EndCard::place() {
    const QRect canvas = parentWidget()->rect();
    m_toggle->setText(m_isPutAside ? tr("Show the times (T)") : tr("Show the picture (T)"));
    m_toggle->adjustSize();
    const QSize button = m_toggle->size();
    if (m_isPutAside) {
        const int margin = fontMetrics().height() / 2;
        const int legend = 3 * fontMetrics().height();
        setGeometry(canvas.right() - button.width() - margin, canvas.bottom() - legend - button.height(),
                    button.width(), button.height());
    } else {
        const auto top = static_cast<int>(pictureArea(canvas, font(), 1).top());
        setGeometry(canvas.adjusted(0, top, 0, 0));
    }
    m_trees->setVisible(!m_isPutAside && hasCurve());
    const int aside = m_isPutAside ? 0 : fontMetrics().height();
    m_toggle->move(hasCurve() || m_isPutAside ? width() - button.width() - aside : aside, // beside the note
                   m_isPutAside ? 0 : height() - button.height() - fontMetrics().height() / 3);
    const QRectF curve = curveArea();
    const int tall = m_trees->sizeHint().height();
    // The ends of the groove are half a handle inside the widget.
    const int half = tall / 2;
    m_trees->setGeometry(static_cast<int>(curve.left()) - half, static_cast<int>(curve.bottom()),
                         static_cast<int>(curve.width()) + 2 * half, tall);
    raise();
}

void EndCard::followTrees() {
    const Snapshot& snapshot = *m_session.snapshot();
    if (!snapshot.treebank || !snapshot.graph || m_asking.isActive()) { // during a drag, the slider's positions stay
        return;
    }
    const std::size_t begin = m_session.config().graph.trees.begin;
    const std::size_t end = m_session.config().graph.trees.end;
    const std::size_t all = treesToChoose(*snapshot.treebank, m_session.config().graph);
    const std::size_t most = all > begin ? all - begin : 1;
    const std::size_t present = std::clamp<std::size_t>(end - std::min(begin, end), 1, most);
    const std::size_t last = std::min(std::max(kMostTrees, present), most);
    std::set<std::size_t> counts{present, last}; // the handle is at the current number
    for (std::size_t count = 1; count < last; count *= 2) {
        counts.insert(count);
    }
    for (const auto& [trees, point] : m_curve) {
        if (trees <= last) {
            counts.insert(trees);
        }
    }
    m_counts.assign(counts.begin(), counts.end());
    const QSignalBlocker quiet(m_trees);
    m_trees->setRange(0, static_cast<int>(m_counts.size()) - 1);
    m_trees->setValue(static_cast<int>(std::distance(counts.begin(), counts.find(present))));
}

void EndCard::askTrees() {
    SessionConfig config = m_session.config();
    const auto place = static_cast<std::size_t>(m_trees->value());
    if (place < m_counts.size()) {
        config.graph.trees.end = config.graph.trees.begin + m_counts[place];
        m_session.setConfig(config);
    }
}

/// True if there is more than one number to choose from and, with large fonts, room for the curve below the bars.
bool EndCard::hasCurve() const {
    constexpr int kLeastHeight = 22; // lines
    return m_counts.size() > 1 && height() >= kLeastHeight * fontMetrics().height();
}

/// The area above the bars for the text about what was saved, with as many lines as it takes.
QRectF EndCard::whyArea() const {
    const double line = fontMetrics().height();
    const QRectF room = QRectF(rect()).adjusted(line, 0.2 * line, -line, 0.0);
    return QFontMetricsF(whyFont(font())).boundingRect(room, kWhyLayout, toText(m_bars.why));
}

QRectF EndCard::barsArea() const {
    const double line = fontMetrics().height();
    return QRectF(rect()).adjusted(10.5 * line, std::max(1.8 * line, whyArea().bottom() + 0.3 * line), -15.0 * line,
                                   -(hasCurve() ? 11.0 : 3.5) * line);
}

QRectF EndCard::curveArea() const {
    const double line = fontMetrics().height();
    return {barsArea().left(), height() - 7.0 * line, barsArea().width(), 4.0 * line};
}

QRectF EndCard::barBox(std::size_t index) const {
    const QRectF area = barsArea();
    double longest = 0.0;
    double highest = 0.0;
    for (const TimeBar& bar : m_bars.bars) {
        longest = std::max(longest, bar.time.seconds);
        highest = std::max(highest, bar.time.range.high);
    }
    longest = std::min(highest, kMostWhisker * longest);
    const double pitch = area.height() / static_cast<double>(m_bars.bars.size());
    const double height = std::min(0.55 * pitch, 4.5 * fontMetrics().height());
    return {area.left(), area.top() + pitch * (static_cast<double>(index) + 0.5) - height / 2.0,
            area.width() * m_bars.bars[index].time.seconds / longest, height};
}

void EndCard::paintBar(QPainter& painter, std::size_t index) const {
    const Theme& theme = themeOf(*this);
    const TimeBar& bar = m_bars.bars[index];
    const QRectF box = barBox(index);
    const double scale = box.width() / bar.time.seconds;
    const QColor color = isFolded(bar) ? theme.folded : theme.regular;
    painter.fillRect(box, color);
    if (bar.starts) {
        QRectF starts = box;
        starts.setWidth(*bar.starts * scale);
        painter.fillRect(starts, mixedColor(color, theme.canvas, kStartsShade));
    }
    const double low = box.left() + bar.time.range.low * scale;
    const double most = barsArea().right();
    const double high = std::min(box.left() + bar.time.range.high * scale, most);
    const double middle = box.center().y();
    const double cap = 0.18 * box.height();
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawLine(QPointF(low, middle), QPointF(high, middle));
    painter.drawLine(QPointF(low, middle - cap), QPointF(low, middle + cap));
    if (high < most || bar.time.range.high * scale <= barsArea().width() * 1.001) { // else the whisker continues
        painter.drawLine(QPointF(high, middle - cap), QPointF(high, middle + cap));
    }

    const double line = fontMetrics().height();
    const QFont strong = bold(font(), 1.25);
    const double upper = middle - QFontMetricsF(strong).height();
    const auto write = [&](const QRectF& place, const QFont& font, const QColor& ink, int align, const QString& text) {
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(place, align | Qt::TextDontClip, text);
    };
    const QRectF names(0.0, upper, box.left() - 0.7 * line, QFontMetricsF(strong).height());
    write(names, strong, theme.text, Qt::AlignRight | Qt::AlignVCenter, toText(bar.title));
    write(names.translated(0.0, names.height()), font(), theme.mutedText, Qt::AlignRight | Qt::AlignVCenter,
          toText(bar.kernels));
    const QString time = toText(formatSeconds(bar.time.seconds));
    const bool isFused = bar.arm == TimedArm::Folded || bar.arm == TimedArm::Regular; // no call per batch
    const QString calls = toText(counted(bar.calls, isFused ? words::kBatch : words::kCall));
    const double end = std::max(high, box.right()) + 0.8 * line;
    const QRectF figures(end, upper, 1.0, names.height());
    write(figures, strong, theme.text, Qt::AlignLeft | Qt::AlignVCenter, time);
    write(figures.translated(0.0, names.height()), font(), theme.mutedText, Qt::AlignLeft | Qt::AlignVCenter, calls);
    if (bar.factor) {
        const double after =
            end +
            std::max(QFontMetricsF(strong).horizontalAdvance(time), QFontMetricsF(font()).horizontalAdvance(calls)) +
            1.5 * line;
        const bool isPlain = bar.factor->low > 1.0 || bar.factor->high < 1.0;
        write({after, middle - line, 1.0, 2.0 * line}, bold(font(), 2.0), isPlain ? theme.accent : theme.mutedText,
              Qt::AlignLeft | Qt::AlignVCenter, toText(factorText(bar.factor->value)));
    }
}

/// Paints the key of the two shades, and the note on the times.
void EndCard::paintKey(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    const QRectF area = barsArea();
    double x = area.left();
    const double y = area.bottom() + 0.3 * line;
    painter.setFont(font());
    const auto key = [&](double share, const QString& text) {
        for (const QColor& color : {theme.regular, theme.folded}) {
            painter.fillRect(QRectF(x, y + 0.2 * line, 0.5 * line, 0.7 * line), mixedColor(color, theme.canvas, share));
            x += 0.5 * line;
        }
        x += 0.3 * line;
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x, y, 1.0, 1.1 * line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
        x += metrics.horizontalAdvance(text) + 1.5 * line;
    };
    const bool areSplit =
        std::any_of(m_bars.bars.begin(), m_bars.bars.end(), [](const TimeBar& bar) { return bar.starts.has_value(); });
    if (areSplit) {
        key(kStartsShade, tr("starting calls"));
        key(1.0, tr("arithmetic and copies"));
    }
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(x, y, width() - x - line, 2.2 * line),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap | Qt::TextDontClip, toText(m_bars.note));
}

void EndCard::paintCurve(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    const QRectF area = curveArea();
    const QRectF left(0.5 * line, area.top(), area.left() - line, area.height());
    painter.setFont(bold(font(), 1.05));
    painter.setPen(theme.text);
    painter.drawText(left, Qt::AlignRight | Qt::AlignTop | Qt::TextDontClip, tr("How many trees?"));
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    painter.drawText(left.translated(0.0, 1.3 * line), Qt::AlignRight | Qt::AlignTop | Qt::TextDontClip,
                     m_session.busy() ? tr("Measuring…") : tr("Drag to measure."));
    const auto last = static_cast<double>(m_counts.size() - 1);
    double most = 1.0;
    for (const auto& [trees, point] : m_curve) {
        most = std::max(most, point.factor.value);
    }
    const auto placeOf = [&](std::size_t trees, double factor) {
        const auto place = std::lower_bound(m_counts.begin(), m_counts.end(), trees) - m_counts.begin();
        return QPointF(area.left() + area.width() * static_cast<double>(place) / last,
                       area.bottom() - line - (area.height() - 2.2 * line) * factor / most);
    };
    for (std::size_t place = 0; place < m_counts.size(); ++place) {
        const double x = area.left() + area.width() * static_cast<double>(place) / last;
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x - 2.0 * line, area.bottom() + m_trees->height() - 0.2 * line, 4.0 * line, line),
                         Qt::AlignCenter, countText(m_counts[place]));
    }
    std::optional<QPointF> before;
    const std::size_t present = m_session.snapshot()->graph ? m_session.snapshot()->graph->trees : 0;
    for (const auto& [trees, point] : m_curve) {
        if (trees > m_counts.back()) {
            break;
        }
        const QPointF at = placeOf(trees, point.factor.value);
        painter.setPen(QPen(theme.folded, 2.0));
        if (before) {
            painter.drawLine(*before, at);
        }
        before = at;
    }
    for (const auto& [trees, point] : m_curve) {
        if (trees > m_counts.back()) {
            break;
        }
        const QPointF at = placeOf(trees, point.factor.value);
        const bool isPresent = trees == present;
        const QColor color = isPresent ? theme.accent : theme.folded;
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(point.isSteady ? color : theme.canvas);
        painter.drawEllipse(at, 4.0, 4.0);
        painter.setPen(isPresent ? theme.accent : theme.mutedText);
        painter.drawText(QRectF(at.x() - 4.0 * line, at.y() - 1.5 * line, 8.0 * line, line), Qt::AlignCenter,
                         toText(factorText(point.factor.value)));
    }
}

void EndCard::paintBars(QPainter& painter) const {
    for (std::size_t index = 0; index < m_bars.bars.size(); ++index) {
        paintBar(painter, index);
    }
    paintKey(painter);
}

void EndCard::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeOf(*this).canvas);
    if (m_isPutAside) {
        return;
    }
    painter.setFont(whyFont(font()));
    painter.setPen(themeOf(*this).mutedText);
    painter.drawText(whyArea(), kWhyLayout, toText(m_bars.why));
    paintBars(painter);
    if (hasCurve()) {
        paintCurve(painter);
    }
}

bool EndCard::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::Wheel:
    case QEvent::ContextMenu:
    case QEvent::ToolTip: event->accept(); return true; // not passed on to the picture
    default: return QWidget::event(event);
    }
}

bool EndCard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        refresh();
    }
    return QWidget::eventFilter(watched, event);
}

void EndCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace batchscope
