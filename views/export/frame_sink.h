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

/// png_sequence.cpp: a numbered PNG for each frame.
[[nodiscard]] FrameSinkResult openPngSequence(const ExportRequest& request);
/// ffmpeg.cpp. Config error that says what to install when there is no ffmpeg.
[[nodiscard]] FrameSinkResult openFfmpeg(const ExportRequest& request);
[[nodiscard]] bool hasFfmpeg();

} // namespace batchscope
