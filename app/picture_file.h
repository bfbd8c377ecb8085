// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the canvas' picture as a file, for the export command and for --render alike. The ending decides the format.
#pragma once

#include "core/session/cursor.h"
#include "core/session/snapshot.h"
#include "views/theme/theme.h"

#include <QSize>
#include <QString>

namespace batchscope {

enum class PictureFormat { Png, Svg, Pdf };

/// By the path's ending, upper or lower case. Config error for any other, naming those that are known.
[[nodiscard]] Result<PictureFormat> pictureFormatOf(const QString& path);

/// Writes the moment `time`. Io error when the file cannot be written.
[[nodiscard]] Status writePicture(const Snapshot& snapshot, double time, const Focus& focus, const Theme& theme,
                                  QSize size, const QString& path);

} // namespace batchscope
