// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/busy_indicator.h"

#include "views/session/session.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <chrono>

namespace batchscope {

namespace {

constexpr std::chrono::milliseconds kDelay(150);
constexpr int kBarWidth = 120;
constexpr int kScale = 1000; // of the bar: totals may exceed an int

} // namespace

BusyIndicator::BusyIndicator(Session& session, QAction* cancel, QWidget* parent)
    : QWidget(parent), m_session(session), m_stage(new QLabel(this)), m_progress(new QProgressBar(this)),
      m_cancel(new QToolButton(this)) {
    m_progress->setFixedWidth(kBarWidth);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_cancel->setDefaultAction(cancel);
    m_cancel->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_cancel->setAccessibleName(tr("Cancel"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 4, 0);
    layout->addWidget(m_stage);
    layout->addWidget(m_progress);
    layout->addWidget(m_cancel);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelay);
    connect(&m_delay, &QTimer::timeout, this, &QWidget::show);
    connect(&session, &Session::busyChanged, this, &BusyIndicator::follow);
    connect(&session, &Session::benchChanged, this, &BusyIndicator::follow);
    connect(&session, &Session::progressChanged, this, &BusyIndicator::showProgress);
    connect(&session, &Session::indexingChanged, this, &BusyIndicator::follow);
    connect(&session, &Session::indexProgressChanged, this, [this](qulonglong done, qulonglong total) {
        if (!m_session.busy() && !m_session.benchRunning()) { // what was asked for last is the more interesting
            showProgress(tr("reading the rest of the file"), done, total);
        }
    });
    hide();
    follow();
}

void BusyIndicator::follow() {
    const bool busy = m_session.busy() || m_session.benchRunning() || m_session.indexing();
    if (!busy) {
        m_delay.stop();
        hide();
    } else if (isHidden() && !m_delay.isActive()) {
        showProgress(tr("working"), 0, 0);
        m_delay.start();
    }
}

void BusyIndicator::showProgress(const QString& stage, qulonglong done, qulonglong total) {
    m_stage->setText(stage % u'…');
    m_progress->setRange(0, total == 0 ? 0 : kScale); // 0…0 shows motion without an amount
    if (total > 0) {
        m_progress->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kScale));
    }
}

} // namespace batchscope
