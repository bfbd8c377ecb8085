// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one picture as a file. PNG goes strip by strip, so that 16,384 × 16,384 pixels (1 GiB as an image) take some ten
// MiB; SVG and PDF are drawn by the same painter.
//
// All write to a device, poll the control and return a Cancelled error when they were stopped; what the device then
// holds is no picture.
#pragma once

#include "core/base/progress.h"
#include "views/export/frame_painter.h"

#include <QIODevice>

namespace batchscope {

/// RGB, or RGBA with a transparent ground.
[[nodiscard]] Status writePng(QIODevice& device, const FramePainter& frames, double time, const RunControl& control);
[[nodiscard]] Status writeSvg(QIODevice& device, const FramePainter& frames, double time);
[[nodiscard]] Status writePdf(QIODevice& device, const FramePainter& frames, double time);
/// Source or folded graph, in the theme's colours and shapes.
[[nodiscard]] Status writeDot(QIODevice& device, const Snapshot& snapshot, DotGraph graph, const Theme& theme,
                              const RunControl& control);

} // namespace batchscope
