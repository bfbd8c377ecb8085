// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/transport/transport_view.h"

#include "core/base/counted.h"
#include "views/transport/scrubber.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
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

constexpr int kSpeedSteps = 230;

/// The slider's position, 0 … kSpeedSteps, for a speed in stops a second, and back; logarithmic.
int sliderFromSpeed(double stopsPerSecond) {
    const double share =
        std::log(stopsPerSecond / Playback::kSlowest) / std::log(Playback::kFastest / Playback::kSlowest);
    return static_cast<int>(std::lround(share * kSpeedSteps));
}

double speedFromSlider(int position) {
    const double share = static_cast<double>(position) / kSpeedSteps;
    return Playback::kSlowest * std::pow(Playback::kFastest / Playback::kSlowest, share);
}

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

TransportView::TransportView(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback), m_buttons(new QHBoxLayout),
      m_speed(new QSlider(Qt::Horizontal, this)), m_speedText(new QLabel(this)), m_step(new QLabel(this)),
      m_scrubber(new Scrubber(session, playback, this)) {
    setObjectName(QStringLiteral("transport"));
    // Its width depends on the window only, so that the scrubber stays in place from step to step.
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_step->setTextFormat(Qt::PlainText);
    m_step->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("batch 000 of 000")));
    m_step->setMaximumWidth(fontMetrics().horizontalAdvance(QStringLiteral("batch 0,000 of 0,000")));
    m_speed->setRange(0, kSpeedSteps);
    m_speed->setPageStep(kSpeedSteps / 10);
    m_speed->setFixedWidth(kWidestSpeed);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Playback speed"));
    m_speedText->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("20.0×")));
    m_speedText->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 10, 2);
    row->setSpacing(8);
    m_buttons->setSpacing(2);
    row->addLayout(m_buttons);
    row->addWidget(m_scrubber, 5);
    row->addWidget(m_step, 4);
    row->addWidget(m_speed);
    row->addWidget(m_speedText);
    connect(m_speed, &QSlider::valueChanged, this,
            [this](int position) { m_playback.setSpeed(speedFromSlider(position)); });
    connect(&session, &Session::snapshotChanged, this, &TransportView::refreshLabel);
    connect(&playback, &Playback::stepChanged, this, &TransportView::refreshLabel);
    connect(&playback, &Playback::figuresHiddenChanged, this, &TransportView::refreshLabel);
    connect(&playback, &Playback::speedChanged, this, &TransportView::refreshSpeed);
    refreshLabel();
    refreshSpeed();
}

void TransportView::setButtons(const Buttons& buttons) {
    const auto add = [this](QAction* action) {
        auto* button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setIconSize(QSize(16, 16));
        button->setDefaultAction(action);
        button->setAccessibleName(action->text().remove(u'&'));
        m_buttons->addWidget(button);
        return button;
    };
    add(buttons.first);
    add(buttons.back);
    auto* const play = add(buttons.play);
    connect(&m_playback, &Playback::playingChanged, play, [this, play, buttons] {
        play->setDefaultAction(m_playback.playing() ? buttons.pause : buttons.play);
        play->setAccessibleName(play->text().remove(u'&'));
    });
    add(buttons.forward);
    add(buttons.last);
}

void TransportView::setShown(Shown shown) {
    for (QWidget* part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        part->setVisible(shown == Shown::All || part == m_scrubber);
    }
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

} // namespace batchscope
