// SPDX-License-Identifier: GPL-3.0-or-later
//
// One picture as the content of a file. The same painter draws PNG, SVG and PDF. It cannot be interrupted: after a stop
// request, these functions return a Cancelled error at the end.
#pragma once

#include "views/export/export_format.h"

#include <QByteArray>

class QImage;

namespace batchscope {

/// The image as PNG; empty if there is not enough memory.
[[nodiscard]] QByteArray pngBytes(const QImage& image);

[[nodiscard]] Result<QByteArray> drawnPng(const ExportRequest& request, const RunControl& control);
[[nodiscard]] Result<QByteArray> drawnSvg(const ExportRequest& request, const RunControl& control);
[[nodiscard]] Result<QByteArray> drawnPdf(const ExportRequest& request, const RunControl& control);

} // namespace batchscope
