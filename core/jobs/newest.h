// SPDX-License-Identifier: GPL-3.0-or-later
//
// The newest request of a series: each ask() replaces the one before. For what is typed, dragged or chosen, where the
// next question comes before the last answer and only the newest one counts. Several of these may share a lane: each
// replaces its own request only.
#pragma once

#include "core/jobs/lane.h"

#include <optional>
#include <utility>

namespace batchscope {

class Newest {
public:
    explicit Newest(Lane& lane) : m_lane(lane) {}
    ~Newest() { drop(); }
    Newest(const Newest&) = delete;
    Newest& operator=(const Newest&) = delete;

    /// Replaces the last one, of which nothing more is passed on.
    void ask(Request request) {
        drop();
        m_id = m_lane.submit(std::move(request));
    }
    /// As Lane::stop() and Lane::drop(), of the last one.
    void stop() {
        if (m_id) {
            m_lane.stop(*m_id);
        }
    }
    void drop() {
        if (m_id) {
            m_lane.drop(*m_id);
            m_id.reset();
        }
    }

    /// Nothing when its end was reported, when it was dropped, or before anything was asked for.
    [[nodiscard]] std::optional<RequestState> state() const { return m_id ? m_lane.stateOf(*m_id) : std::nullopt; }
    [[nodiscard]] bool isOpen() const { return state().has_value(); }
    /// The request asked for last and not dropped; to see whether another one has come since.
    [[nodiscard]] std::optional<RequestId> id() const { return m_id; }

private:
    Lane& m_lane;
    std::optional<RequestId> m_id;
};

} // namespace batchscope
