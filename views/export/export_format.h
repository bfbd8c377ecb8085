// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that a picture or an animation can be written in, as a table: a row carries everything that the dialog,
// scripts, the command line and the writer have to know of a format. A new format is one writer or frame sink and one
// row in export_format.cpp.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "views/export/frame_sink.h"

#include <QString>

#include <span>

class QIODevice;

namespace batchscope {

class FramePainter;
struct ExportRequest;

/// Expected bytes of a file; `exact` says whether it is the size itself.
struct SizeEstimate {
    qint64 bytes = 0;
    bool exact = false;
};

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
    /// What must be installed, and whether it is. Null: nothing.
    const char* program = nullptr;
    bool (*installed)() = nullptr;
    /// Of pictures and graphs: writes a checked request. When it was stopped, Cancelled, and the device holds no
    /// picture.
    Status (*write)(QIODevice& device, const ExportRequest& request, const RunControl& control) = nullptr;
    /// Of films and frames: where the frames of a checked request go. `frames` paints them.
    FrameSinkResult (*open)(const ExportRequest& request, const FramePainter& frames,
                            const RunControl& control) = nullptr;
    /// The expected size, by a way of its own. Null: pictures are written into memory, and of films some frames.
    Result<SizeEstimate> (*estimate)(const ExportRequest& request, const RunControl& control) = nullptr;

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
/// ".mp4 and .webm need ffmpeg"
[[nodiscard]] QString neededPrograms();

} // namespace batchscope
