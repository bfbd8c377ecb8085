// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/view_history.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

bool nearlySameView(const Camera& left, const Camera& right) {
    constexpr double kZoom = 1.5;
    constexpr double kShift = 0.35; // of what is seen
    if (std::max(left.scale, right.scale) > kZoom * std::min(left.scale, right.scale)) {
        return false;
    }
    const QPointF shift = (left.centre - right.centre) * left.scale;
    return std::abs(shift.x()) <= kShift * left.viewport.width() &&
           std::abs(shift.y()) <= kShift * left.viewport.height();
}

} // namespace

bool nearlySame(const ViewPlace& left, const ViewPlace& right) {
    if (!(left.focus == right.focus) || stopBefore(left.time) != stopBefore(right.time) ||
        left.following != right.following) {
        return false;
    }
    return left.following || nearlySameView(left.camera, right.camera);
}

void ViewHistory::visit(const ViewPlace& place) {
    if (!m_places.empty() && nearlySame(m_places[m_present], place)) {
        m_places[m_present] = place;
        return;
    }
    m_places.resize(m_places.empty() ? 0 : m_present + 1);
    m_places.push_back(place);
    if (m_places.size() > kMostPlaces) {
        m_places.erase(m_places.begin());
    }
    m_present = m_places.size() - 1;
}

std::optional<ViewPlace> ViewHistory::back() {
    return canGoBack() ? std::optional(m_places[--m_present]) : std::nullopt;
}

std::optional<ViewPlace> ViewHistory::forward() {
    return canGoForward() ? std::optional(m_places[++m_present]) : std::nullopt;
}

void ViewHistory::clear() {
    m_places.clear();
    m_present = 0;
}

} // namespace batchscope
