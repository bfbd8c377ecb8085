// SPDX-License-Identifier: GPL-3.0-or-later
//
// GIF as an export format: a palette from frames all over the film, then the film in it.
#pragma once

#include "views/export/export_format.h"

namespace batchscope {

/// ExportFormat::open of GIF.
[[nodiscard]] FrameSinkResult openGifFilm(const ExportRequest& request, const FramePainter& frames,
                                          const RunControl& control);
/// ExportFormat::estimate of GIF. Frames are counted one by one: the first of each run redraws all, which the film does
/// only once.
[[nodiscard]] Result<SizeEstimate> estimateGif(const ExportRequest& request, const RunControl& control);

} // namespace batchscope
