// SPDX-License-Identifier: GPL-3.0-or-later
//
// The destination of an animation: frames in order, whatever file they go to. A sink that is destroyed without finish()
// leaves nothing behind, and keeps what was at its path before.
#pragma once

#include "core/base/progress.h"

#include <QImage>
#include <QString>

#include <memory>

namespace batchscope {

class FramePainter;
class Palette;
struct ExportRequest;

class FrameSink {
public:
    FrameSink() = default;
    FrameSink(const FrameSink&) = delete;
    FrameSink& operator=(const FrameSink&) = delete;
    virtual ~FrameSink() = default;

    /// The next frame, of the request's size. Cancelled error when it waited and was stopped.
    [[nodiscard]] virtual Status add(const QImage& frame, const RunControl& control) = 0;
    /// After the last one: the file is at its path.
    [[nodiscard]] virtual Status finish(const RunControl& control) = 0;
};

using FrameSinkResult = Result<std::unique_ptr<FrameSink>>;

/// gif_stream.cpp. The palette is made of frames beforehand.
[[nodiscard]] FrameSinkResult openGif(const ExportRequest& request, Palette palette);
/// png_sequence.cpp
[[nodiscard]] FrameSinkResult openPngSequence(const ExportRequest& request, const FramePainter& frames,
                                              const RunControl& control);
/// ffmpeg.cpp. Config error that says what to install when there is no ffmpeg.
[[nodiscard]] FrameSinkResult openMp4(const ExportRequest& request, const FramePainter& frames,
                                      const RunControl& control);
[[nodiscard]] FrameSinkResult openWebM(const ExportRequest& request, const FramePainter& frames,
                                       const RunControl& control);

/// Whether the program that makes MP4 and WebM is installed.
[[nodiscard]] bool hasFfmpeg();

} // namespace batchscope
