// SPDX-License-Identifier: GPL-3.0-or-later
//
// The overlays of the picture. Their layout is computed once per frame; labels avoid them, and they are painted last.
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
/// Reserves the places of the overlays, so that no label of the picture overlaps them.
void reserveOverlays(const Overlays& overlays, LabelSpace& labels);
/// Paints caption, legend and minimap, each on its own translucent background.
void paintOverlays(QPainter& painter, const Scene& scene, const Overlays& overlays);

} // namespace batchscope
