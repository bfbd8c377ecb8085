// SPDX-License-Identifier: GPL-3.0-or-later
//
// What lies over the picture. Its layout is computed once for each frame: labels of the picture keep away from it, and
// it is painted last.
#pragma once

#include "views/canvas/paint/caption_strip.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/minimap.h"

#include <optional>

namespace batchscope {

struct Overlays {
    CaptionStrip caption;
    Legend legend;
    std::optional<Minimap> minimap;
};

[[nodiscard]] Overlays overlaysOf(const Scene& scene);
/// Their places, which no label of the picture may have.
void reserveOverlays(const Overlays& overlays, LabelSpace& labels);
/// Caption, legend and minimap, each on its own translucent ground.
void paintOverlays(QPainter& painter, const Scene& scene, const Overlays& overlays);

} // namespace batchscope
