// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a request to a file, in the same way for the dialog, for scripts and for a headless run. Blocks; anything that
// takes long should run outside the GUI thread.
#pragma once

#include "core/base/progress.h"
#include "views/export/export_request.h"

namespace batchscope {

/// Writes request.path, or leaves what was there: nothing is ever half written. Bytes that were written. Config error
/// when checkRequest says so, Io or Backend error with the path, Cancelled within some 100 ms of being stopped.
[[nodiscard]] Result<qint64> writeExport(const ExportRequest& request, const RunControl& control);

/// Films need it; without it, they are a Config error that says what to install.
[[nodiscard]] bool hasFfmpeg();

} // namespace batchscope
