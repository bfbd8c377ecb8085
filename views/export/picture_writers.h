// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes one picture to a file. PNG is written strip by strip, so that 16,384 × 16,384 pixels (1 GiB as an image) take
// about ten MiB; SVG and PDF are drawn by the same painter.
//
// All functions write to a device, poll the control and return a Cancelled error if they are stopped; the device then
// holds an incomplete picture.
#pragma once

#include "views/export/export_format.h"

#include <QIODevice>

namespace batchscope {

/// RGB, or RGBA with a transparent ground.
[[nodiscard]] Status writePng(QIODevice& device, const ExportRequest& request, const RunControl& control);
[[nodiscard]] Status writeSvg(QIODevice& device, const ExportRequest& request, const RunControl& control);
[[nodiscard]] Status writePdf(QIODevice& device, const ExportRequest& request, const RunControl& control);
/// Source or folded graph, in the theme's colors and shapes.
[[nodiscard]] Status writeDot(QIODevice& device, const ExportRequest& request, const RunControl& control);

/// Writes the picture or graph into memory.
[[nodiscard]] Result<SizeEstimate> estimatePicture(const ExportRequest& request, const RunControl& control);
/// Of a large PNG only some rows here and there are made, as if they were all.
[[nodiscard]] Result<SizeEstimate> estimatePng(const ExportRequest& request, const RunControl& control);

} // namespace batchscope
