// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a request to a file, for the dialog, scripts and headless runs alike. Blocks, so long exports should run
// outside the GUI thread.
#pragma once

#include "core/base/progress.h"
#include "views/export/export_request.h"

namespace batchscope {

/// Writes request.path and returns the number of bytes. An existing file is replaced as a whole or left unchanged.
/// Config error if checkRequest fails, Io or Backend error with the path, Cancelled about 100 ms after a stop.
[[nodiscard]] Result<qint64> writeExport(const ExportRequest& request, const RunControl& control);

/// True if ffmpeg is installed. Without it, exporting a film is a Config error that says what to install.
[[nodiscard]] bool hasFfmpeg();

} // namespace batchscope
