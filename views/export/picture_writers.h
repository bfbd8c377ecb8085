// SPDX-License-Identifier: GPL-3.0-or-later
//
// One picture as the content of a file. PNG, SVG and PDF are drawn by the same painter, which cannot be broken off: if
// they are stopped meanwhile, they return a Cancelled error at the end.
#pragma once

#include "views/export/export_format.h"

#include <QByteArray>

class QImage;

namespace batchscope {

/// Empty if there is no memory for it.
[[nodiscard]] QByteArray pngBytes(const QImage& image);

[[nodiscard]] Result<QByteArray> drawnPng(const ExportRequest& request, const RunControl& control);
[[nodiscard]] Result<QByteArray> drawnSvg(const ExportRequest& request, const RunControl& control);
[[nodiscard]] Result<QByteArray> drawnPdf(const ExportRequest& request, const RunControl& control);

} // namespace batchscope
