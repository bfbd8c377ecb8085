// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that a picture or an animation can be written in, as a table: a row carries everything that the dialog,
// scripts, the command line and the writer have to know of a format.
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
        Picture, ///< one moment, drawn
        Film,    ///< frames, by ffmpeg
    };

    const char* ending; ///< of the path, without the dot
    Kind kind = Kind::Picture;
    bool transparent = false; ///< the background may be left out
    bool repeats = false;     ///< a GIF: the file says whether the film begins again (Film::loop), and each frame costs
    int mostFramesPerSecond = 60;
    /// Of pictures: the file's content, of a checked request. Cancelled error when it was stopped.
    Result<QByteArray> (*draw)(const ExportRequest& request, const RunControl& control) = nullptr;

    [[nodiscard]] bool isFilm() const { return kind == Kind::Film; }
};

/// Every format.
[[nodiscard]] std::span<const ExportFormat> exportFormats();
/// The format with that ending; BATCHSCOPE_CHECK that there is one.
[[nodiscard]] const ExportFormat& exportFormat(std::string_view ending);

/// By the path's ending, upper or lower case. Config error for any other, naming those that are known.
[[nodiscard]] Result<const ExportFormat*> exportFormatOf(const QString& path);

/// For sentences: ".png, .svg or .pdf".
[[nodiscard]] QString pictureEndings();
/// ".gif or .mp4"
[[nodiscard]] QString filmEndings();

} // namespace batchscope
