// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sessions.h"

#include <QCoreApplication>
#include <QEvent>
#include <QEventLoop>
#include <QTest>
#include <QTimer>

namespace batchscope::testing {

namespace {

/// Counts the events that are queued while it exists.
class QueuedEvents final : public QObject {
public:
    QueuedEvents() { QCoreApplication::instance()->installEventFilter(this); }
    bool eventFilter(QObject* /*receiver*/, QEvent* event) override {
        switch (event->type()) {
        case QEvent::MetaCall:
        case QEvent::User: // messages of the lanes
        case QEvent::DeferredDelete:
        case QEvent::LayoutRequest:
        case QEvent::UpdateRequest:
        case QEvent::ActivationChange: ++m_count; break;
        default: break;
        }
        return false;
    }
    [[nodiscard]] int count() const { return m_count; }

private:
    int m_count = 0;
};

} // namespace

void setTiming(Session& session, Timing timing) {
    SessionConfig config = session.config();
    config.run.timing = timing;
    session.setConfig(config);
}

bool waitIdle(const Session& session) {
    return QTest::qWaitFor([&session] { return !session.busy() && !session.benchRunning(); }, kPatienceMs);
}

void settle() {
    constexpr int kMostRounds = 100;
    const QueuedEvents queued;
    for (int round = 0, before = -1; round < kMostRounds && queued.count() != before; ++round) {
        before = queued.count();
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

void outlastTimersOf(std::chrono::milliseconds interval) {
    QEventLoop loop;
    QTimer last;
    last.setTimerType(Qt::PreciseTimer);
    last.setSingleShot(true);
    QObject::connect(&last, &QTimer::timeout, &loop, &QEventLoop::quit);
    // Coarse timers may be up to a twentieth late.
    last.start(interval + interval / 10 + std::chrono::milliseconds(1));
    loop.exec();
}

} // namespace batchscope::testing
