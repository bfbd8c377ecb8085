// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one picture as a file. PNG goes strip by strip, so that 16,384 × 16,384 pixels (1 GiB as an image) take some ten
// MiB; SVG and PDF are drawn by the same painter.
//
// All write to a device, poll the control and return a Cancelled error when they were stopped; what the device then
// holds is no picture.
#pragma once

#include "views/export/export_format.h"

#include <QIODevice>

namespace batchscope {

/// RGB, or RGBA with a transparent ground.
[[nodiscard]] Status writePng(QIODevice& device, const ExportRequest& request, const RunControl& control);
[[nodiscard]] Status writeSvg(QIODevice& device, const ExportRequest& request, const RunControl& control);
[[nodiscard]] Status writePdf(QIODevice& device, const ExportRequest& request, const RunControl& control);
/// Source or folded graph, in the theme's colours and shapes.
[[nodiscard]] Status writeDot(QIODevice& device, const ExportRequest& request, const RunControl& control);

/// Writes the picture or graph into memory.
[[nodiscard]] Result<SizeEstimate> estimatePicture(const ExportRequest& request, const RunControl& control);
/// Of a large PNG only some rows here and there are made, as if they were all.
[[nodiscard]] Result<SizeEstimate> estimatePng(const ExportRequest& request, const RunControl& control);

} // namespace batchscope
