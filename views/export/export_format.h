// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that a picture or an animation can be written in, as a table: a row carries everything that the dialog,
// scripts, the command line and the writer have to know of a format. A new format is one function or frame sink and one
// row in export_format.cpp.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "views/export/frame_sink.h"

#include <QByteArray>
#include <QString>

#include <span>

namespace batchscope {

struct ExportRequest;

struct ExportFormat {
    enum class Kind {
        Picture, ///< one moment, drawn
        Graph,   ///< the graph as text: no size, no moment, no part
        Film,    ///< frames in one file
        Frames,  ///< frames, a numbered file each
    };

    const char* id;     ///< stable
    const char* ending; ///< of the path, without the dot
    const char* name;   ///< in sentences
    const char* title;  ///< in lists; English, translate in the context "batchscope::ExportForm"
    Kind kind = Kind::Picture;
    const char* otherEnding = nullptr; ///< that also means this format; null: none
    bool transparent = false;          ///< the background may be left out
    bool repeats = false;              ///< a file says whether the film begins again: Film::loop
    bool paysForFrames = false;        ///< a frame costs about as much whether little or much moves
    int mostFramesPerSecond = 60;
    bool needsFfmpeg = false;
    /// Of pictures and graphs: the file's content, of a checked request. Cancelled error when it was stopped.
    Result<QByteArray> (*draw)(const ExportRequest& request, const RunControl& control) = nullptr;
    /// Of films and frames: where the frames of a checked request go.
    FrameSinkResult (*open)(const ExportRequest& request) = nullptr;

    [[nodiscard]] bool isFilm() const { return kind == Kind::Film || kind == Kind::Frames; }
    [[nodiscard]] bool isDrawn() const { return kind != Kind::Graph; }
};

/// Every format, in the order of lists that people choose from.
[[nodiscard]] std::span<const ExportFormat> exportFormats();
/// The format of that id; BATCHSCOPE_CHECK that there is one.
[[nodiscard]] const ExportFormat& exportFormat(std::string_view id);

/// By the path's ending, upper or lower case; a path with `%04d`, or one that ends in a slash, is numbered frames.
/// Config error for any other, naming those that are known.
[[nodiscard]] Result<const ExportFormat*> exportFormatOf(const QString& path);
/// The path with the ending of this format instead of that of another.
[[nodiscard]] QString withEndingOf(const ExportFormat& format, const QString& path);

/// For sentences: ".png, .svg, .pdf or .dot".
[[nodiscard]] QString pictureEndings();
/// ".gif, .mp4, .webm or %04d.png"
[[nodiscard]] QString filmEndings();
/// "PNG, SVG or PDF": what is drawn and does not move.
[[nodiscard]] QString pictureNames();
/// "DOT"
[[nodiscard]] QString graphNames();
/// "GIF, MP4, WebM or frames"
[[nodiscard]] QString filmNames();
/// "PNG, SVG, PDF and WebM": formats whose background may be left out.
[[nodiscard]] QString transparentNames();
/// ".gif, .mp4 and .webm need ffmpeg"
[[nodiscard]] QString whatNeedsFfmpeg();

} // namespace batchscope
