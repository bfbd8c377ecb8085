// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/transport/transport_view.h"

#include "core/base/counted.h"
#include "views/theme/theme.h"
#include "views/transport/scrubber.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

// Pixels.
constexpr int kWidestSpeed = 90;
constexpr int kNarrowestSpeed = 36;
constexpr int kNarrow = 450; // the view; below, the speed has its least width

/// One line that ends in an ellipsis where it does not fit.
class StepLabel final : public QLabel {
public:
    explicit StepLabel(QWidget* parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
    }
};

/// What is shown at a stop outside the batches.
QString restText(std::size_t stop) {
    switch (stop) {
    case 0: return TransportView::tr("source trees");
    case 1: return TransportView::tr("signatures");
    case Storyboard::kFirstBatchStop: return TransportView::tr("level lanes");
    default: return TransportView::tr("folded graph");
    }
}

QString number(std::size_t value) {
    return QString::fromStdString(withThousands(value));
}

} // namespace

int TransportView::sliderFromSpeed(double stopsPerSecond) {
    const double clamped = std::clamp(stopsPerSecond, Playback::kSlowest, Playback::kFastest);
    const double share = std::log(clamped / Playback::kSlowest) / std::log(Playback::kFastest / Playback::kSlowest);
    return static_cast<int>(std::lround(share * kSpeedSteps));
}

double TransportView::speedFromSlider(int position) {
    const double share = static_cast<double>(position) / kSpeedSteps;
    return Playback::kSlowest * std::pow(Playback::kFastest / Playback::kSlowest, share);
}

TransportView::TransportView(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback) {
    setObjectName(QStringLiteral("transport"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 10, 2);
    row->setSpacing(2);
    const auto press = [this](const QString& name, const QString& tip, TransportSign sign, auto action) {
        QToolButton* button = addButton(name, tip, sign);
        connect(button, &QToolButton::clicked, this, action);
        return button;
    };
    press(tr("First"), tr("Go to the source trees (Home)"), TransportSign::First, [this] { m_playback.first(); });
    press(tr("Back"), tr("Go one step back (,)"), TransportSign::Back, [this] { m_playback.back(StepUnit::Batch); });
    m_play = press(tr("Play"), tr("Play or pause (Space)"), TransportSign::Play, [this] { m_playback.toggle(); });
    press(tr("Forward"), tr("Go one step forward (.)"), TransportSign::Forward,
          [this] { m_playback.forward(StepUnit::Batch); });
    press(tr("Last"), tr("Go to the folded graph (End)"), TransportSign::Last, [this] { m_playback.last(); });
    row->addSpacing(8);
    m_scrubber = new Scrubber(session, playback, this);
    row->addWidget(m_scrubber, 5);
    row->addSpacing(8);
    m_step = new StepLabel(this);
    // Its width depends on the window only, so that the scrubber stays in place from step to step.
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_step->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("batch 000 of 000")));
    m_step->setMaximumWidth(fontMetrics().horizontalAdvance(QStringLiteral("batch 0,000 of 0,000")));
    row->addWidget(m_step, 4);
    row->addSpacing(8);
    buildSpeed();

    connect(&session, &Session::snapshotChanged, this, &TransportView::refreshState);
    connect(&playback, &Playback::stepChanged, this, &TransportView::refreshLabel);
    connect(&playback, &Playback::figuresHiddenChanged, this, &TransportView::refreshLabel);
    connect(&playback, &Playback::playingChanged, this, &TransportView::refreshState);
    connect(&playback, &Playback::speedChanged, this, &TransportView::refreshSpeed);
    refreshIcons();
    refreshState();
    refreshSpeed();
}

void TransportView::setShown(Shown shown) {
    const bool all = shown == Shown::All;
    for (const Button& button : m_buttons) {
        button.widget->setVisible(all);
    }
    m_speed->setVisible(all);
    m_speedText->setVisible(all);
    m_step->setVisible(all);
}

QToolButton* TransportView::addButton(const QString& name, const QString& tip, TransportSign sign) {
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setIconSize(QSize(16, 16));
    layout()->addWidget(button);
    m_buttons.push_back({button, sign});
    return button;
}

void TransportView::buildSpeed() {
    m_speed = new QSlider(Qt::Horizontal, this);
    m_speed->setRange(0, kSpeedSteps);
    m_speed->setPageStep(kSpeedSteps / 10);
    m_speed->setFixedWidth(kWidestSpeed);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Playback speed"));
    m_speedText = new QLabel(this);
    m_speedText->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("20.0×")));
    m_speedText->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout()->addWidget(m_speed);
    layout()->addWidget(m_speedText);
    connect(m_speed, &QSlider::valueChanged, this,
            [this](int position) { m_playback.setSpeed(speedFromSlider(position)); });
}

void TransportView::refreshIcons() {
    const Theme& theme = themeOf(*this);
    for (const Button& button : m_buttons) {
        TransportSign sign = button.sign;
        if (button.widget == m_play && m_playback.playing()) {
            sign = TransportSign::Pause;
        }
        button.widget->setIcon(transportIcon(sign, button.widget == m_play ? theme.accent : theme.text, theme.edge));
    }
}

void TransportView::refreshState() {
    const bool ready = m_playback.storyboard() != nullptr;
    for (const Button& button : m_buttons) {
        button.widget->setEnabled(ready);
    }
    m_play->setAccessibleName(m_playback.playing() ? tr("Pause") : tr("Play"));
    refreshIcons();
    refreshLabel();
}

void TransportView::refreshLabel() {
    const Storyboard* story = m_playback.storyboard();
    const Snapshot& snapshot = *m_session.snapshot();
    if (story == nullptr || !snapshot.schedule || !snapshot.graph || m_playback.figuresHidden()) {
        m_step->clear();
        return;
    }
    const BatchId batch = batchAt(*story, m_playback.time());
    if (!batch.valid() || batch.index() >= snapshot.schedule->batchCount()) {
        const bool isOver = m_playback.time() > story->end() && m_playback.time() < m_playback.end();
        m_step->setText(isOver ? tr("done") : restText(stopBefore(m_playback.time())));
        return;
    }
    const QString most = number(snapshot.schedule->batchCount());
    m_step->setMaximumWidth(fontMetrics().horizontalAdvance(tr("batch %1 of %2").arg(most, most)) + 1);
    m_step->setText(tr("batch %1 of %2")
                        .arg(QString::fromStdString(ordinal(batch.index())), number(snapshot.schedule->batchCount())));
}

void TransportView::refreshSpeed() {
    const QSignalBlocker quiet(m_speed); // the slider's steps are coarser than the speed
    m_speed->setValue(sliderFromSpeed(m_playback.speed()));
    m_speedText->setText(tr("%1×").arg(m_playback.speed(), 0, 'f', m_playback.speed() < 10.0 ? 1 : 0));
}

void TransportView::resizeEvent(QResizeEvent* event) {
    // In a narrow window the speed gives way before the scrubber does.
    m_speed->setFixedWidth(std::clamp((event->size().width() - kNarrow) / 4, kNarrowestSpeed, kWidestSpeed));
    QWidget::resizeEvent(event);
}

void TransportView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        refreshIcons();
    }
    QWidget::changeEvent(event);
}

namespace {

/// On a square of side 16.
void addTriangle(QPainterPath& path, double base, double tip) {
    path.moveTo(base, 2.5);
    path.lineTo(tip, 8.0);
    path.lineTo(base, 13.5);
    path.closeSubpath();
}

QPainterPath signPath(TransportSign sign) {
    QPainterPath path;
    switch (sign) {
    case TransportSign::First:
        path.addRoundedRect(2.0, 2.5, 2.2, 11.0, 0.8, 0.8);
        addTriangle(path, 13.5, 5.2);
        break;
    case TransportSign::Back:
        addTriangle(path, 10.0, 2.6);
        path.addRoundedRect(11.4, 2.5, 2.0, 11.0, 0.8, 0.8);
        break;
    case TransportSign::Play: addTriangle(path, 3.8, 13.4); break;
    case TransportSign::Pause:
        path.addRoundedRect(3.4, 2.5, 3.2, 11.0, 0.9, 0.9);
        path.addRoundedRect(9.4, 2.5, 3.2, 11.0, 0.9, 0.9);
        break;
    case TransportSign::Forward:
        path.addRoundedRect(2.6, 2.5, 2.0, 11.0, 0.8, 0.8);
        addTriangle(path, 6.0, 13.4);
        break;
    case TransportSign::Last:
        addTriangle(path, 2.5, 10.8);
        path.addRoundedRect(11.8, 2.5, 2.2, 11.0, 0.8, 0.8);
        break;
    }
    return path;
}

QPixmap drawn(const QPainterPath& path, const QColor& colour, int side) {
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(side / 16.0, side / 16.0);
    painter.fillPath(path, colour);
    return pixmap;
}

} // namespace

QIcon transportIcon(TransportSign sign, const QColor& colour, const QColor& disabled) {
    QIcon icon;
    const QPainterPath path = signPath(sign);
    for (const int side : {16, 24, 32, 48}) {
        icon.addPixmap(drawn(path, colour, side), QIcon::Normal);
        icon.addPixmap(drawn(path, disabled, side), QIcon::Disabled);
    }
    return icon;
}

} // namespace batchscope
