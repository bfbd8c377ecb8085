// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/lanes.h"

#include "core/jobs/lane.h"

#include <QCoreApplication>
#include <QEvent>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace batchscope {

namespace {

/// Messages on their way. Qt only wakes the thread: the contents of a message are passed under this class's own lock,
/// because the thread sanitizer does not see Qt's locks.
class Postbox final : public QObject {
public:
    using QObject::QObject;

    void put(std::function<void()> message) {
        {
            const std::scoped_lock lock(m_mutex);
            m_messages.push_back(std::move(message));
        }
        QCoreApplication::postEvent(this, new QEvent(QEvent::User));
    }

protected:
    void customEvent(QEvent* /*wake*/) override {
        std::function<void()> message;
        {
            const std::scoped_lock lock(m_mutex);
            message = std::move(m_messages.front());
            m_messages.pop_front();
        }
        message();
    }

private:
    std::mutex m_mutex;
    std::deque<std::function<void()>> m_messages; // guarded by m_mutex; one message per posted event
};

} // namespace

Post postTo(QObject& owner) {
    auto* const box = new Postbox(&owner);
    return [box](std::function<void()> message) { box->put(std::move(message)); };
}

Lanes::Lanes()
    : m_compute(std::make_unique<JobThread>(), postTo(*this)), m_read(std::make_unique<JobThread>(), postTo(*this)) {}

ViewLane::ViewLane(QObject& owner) : m_lane(std::make_unique<JobThread>(), postTo(owner)), m_newest(m_lane) {}

} // namespace batchscope
