// SPDX-License-Identifier: GPL-3.0-or-later
//
// The places that the user has visited, with back and forward as in a browser; a new visit discards the places ahead. A
// place consists of the visible part, the selection and the moment. Not a widget.
#pragma once

#include "core/story/cursor.h"
#include "views/canvas/scene/camera.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace batchscope {

struct ViewPlace {
    Camera camera;
    bool following = true; ///< uses the story's own camera
    Focus focus;
    double time = 0.0; ///< the time of the storyboard
};

/// True if the user would not notice the move between the places: same selection and stop, nearly the same view.
[[nodiscard]] bool nearlySame(const ViewPlace& left, const ViewPlace& right);

class ViewHistory {
public:
    static constexpr std::size_t kMostPlaces = 100;

    /// Adds the place where the user has come to rest. Replaces the current place if both are nearly the same.
    void visit(const ViewPlace& place);
    /// Makes the previous place the current one and returns it; nullopt at the beginning.
    [[nodiscard]] std::optional<ViewPlace> back();
    [[nodiscard]] std::optional<ViewPlace> forward();
    [[nodiscard]] bool canGoBack() const { return m_present > 0; }
    [[nodiscard]] bool canGoForward() const { return m_present + 1 < m_places.size(); }
    void clear();

private:
    std::vector<ViewPlace> m_places;
    std::size_t m_present = 0;
};

} // namespace batchscope
