// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes an animation that every browser, mail program and presentation can show without further software. Of each
// frame, only the rectangle that changed is written, and in it only the changed pixels; unchanged frames extend the one
// before.
#pragma once

#include "core/base/result.h"
#include "views/export/export_request.h"
#include "views/export/palette.h"

#include <QIODevice>
#include <QRect>

#include <vector>

struct GifFileType;

namespace batchscope {

class GifStream {
public:
    /// For colors that the palette does not have exactly: the largest difference of a channel from what is already
    /// shown that is left as it is. Less than an eye sees next to an edge.
    static constexpr int kUnseen = 6;

    /// Writes the head. `device` is open and outlives this. Of the film only rate and loop count; hundredths of a
    /// second are shared out so that the whole keeps its length.
    GifStream(QIODevice& device, QSize size, Palette palette, const Film& film);
    ~GifStream();
    GifStream(const GifStream&) = delete;
    GifStream& operator=(const GifStream&) = delete;

    /// Of the size given, opaque.
    [[nodiscard]] Status add(const QImage& frame);
    [[nodiscard]] Status finish();

private:
    void writeHead(bool loop);
    void writePending();
    void note(int result);
    /// Fills m_next; the rectangle around what differs.
    [[nodiscard]] QRect change(const QImage& frame);
    [[nodiscard]] Status status() const;

    QIODevice& m_device;
    QSize m_size;
    Palette m_palette;
    int m_framesPerSecond;
    GifFileType* m_gif = nullptr;
    bool m_failed = false;
    std::size_t m_frames = 0;
    std::vector<std::uint8_t> m_shown; // indices on the screen
    std::vector<std::uint8_t> m_next;  // what the present frame changes of it
    QRect m_rect;                      // of the frame that waits until its length is known; empty: none
    std::vector<std::uint8_t> m_pending;
    std::size_t m_delay = 0; // its length in hundredths
};

} // namespace batchscope
