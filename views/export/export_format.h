// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats of pictures and animations, as a table: a row contains everything that the dialog, scripts, the command
// line and the writer need to know about a format.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <span>
#include <string_view>

namespace batchscope {

struct ExportRequest;

struct ExportFormat {
    enum class Kind {
        Picture, ///< one moment, drawn by `draw`
        Film,    ///< frames, encoded by ffmpeg
    };

    const char* ending; ///< extension of the path, without the dot
    Kind kind = Kind::Picture;
    bool transparent = false; ///< the background can be omitted
    bool repeats = false; ///< a GIF: the file stores whether the film repeats (Film::loop), and every frame takes space
    int mostFramesPerSecond = 60;
    /// For pictures: returns the file's content for a checked request. Cancelled error when stopped.
    Result<QByteArray> (*draw)(const ExportRequest& request, const RunControl& control) = nullptr;

    [[nodiscard]] bool isFilm() const { return kind == Kind::Film; }
};

/// All formats.
[[nodiscard]] std::span<const ExportFormat> exportFormats();
/// The format with that extension; BATCHSCOPE_CHECK that there is one.
[[nodiscard]] const ExportFormat& exportFormat(std::string_view ending);

/// The format for the path's extension, ignoring case. Config error for any other, naming the supported ones.
[[nodiscard]] Result<const ExportFormat*> exportFormatOf(const QString& path);

/// The extensions of pictures as text: ".png, .svg or .pdf".
[[nodiscard]] QString pictureEndings();
/// The extensions of films as text: ".gif or .mp4".
[[nodiscard]] QString filmEndings();

} // namespace batchscope
