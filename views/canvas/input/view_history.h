// SPDX-License-Identifier: GPL-3.0-or-later
//
// The places where the user has been, as in a browser: back and forward; a new visit discards what was ahead. A place
// consists of the visible part, the selection and the moment. Pure.
#pragma once

#include "core/story/cursor.h"
#include "views/canvas/scene/camera.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace batchscope {

struct ViewPlace {
    Camera camera;
    bool following = true; ///< the story's own camera
    Focus focus;
    double time = 0.0; ///< of the storyboard
};

/// Whether one would not notice the way from one to the other: same selection, same stop, nearly the same view.
[[nodiscard]] bool nearlySame(const ViewPlace& left, const ViewPlace& right);

class ViewHistory {
public:
    static constexpr std::size_t kMostPlaces = 100;

    /// Where the user has come to rest. Replaces the present place when it is nearly the same.
    void visit(const ViewPlace& place);
    /// The place before, which is the present one from now on; nothing at the beginning.
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
