// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/lanes.h"

#include "core/jobs/job_thread.h"

#include <memory>
#include <utility>

namespace batchscope {

Post postTo(QObject& owner) {
    return [&owner](std::function<void()> message) {
        QMetaObject::invokeMethod(&owner, std::move(message), Qt::QueuedConnection);
    };
}

Lanes::Lanes()
    : m_compute(std::make_unique<JobThread>(), postTo(*this)), m_read(std::make_unique<JobThread>(), postTo(*this)) {}

ViewLane::ViewLane(QObject& owner) : m_lane(std::make_unique<JobThread>(), postTo(owner)), m_newest(m_lane) {}

} // namespace batchscope
