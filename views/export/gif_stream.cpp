// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/gif_stream.h"

#include "views/export/export_request.h"
#include "views/export/file_device.h"
#include "views/export/frame_sink.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr int kPaletteBits = 8;
constexpr std::size_t kPaletteSize = 256;

int writeGifBytes(GifFileType* gif, const GifByteType* bytes, int count) {
    auto* device = static_cast<QIODevice*>(gif->UserData);
    return static_cast<int>(device->write(reinterpret_cast<const char*>(bytes), count)); // NOLINT(*-reinterpret-cast)
}

/// When frame `frame` ends, in hundredths of a second.
std::size_t endOf(std::size_t frame, int framesPerSecond) {
    constexpr std::size_t kHundred = 100;
    const auto rate = static_cast<std::size_t>(framesPerSecond);
    return ((frame + 1) * kHundred + rate / 2) / rate;
}

} // namespace

GifStream::GifStream(QIODevice& device, QSize size, Palette palette, const Film& film)
    : m_device(device), m_size(size), m_palette(std::move(palette)), m_framesPerSecond(film.framesPerSecond),
      m_gif(EGifOpen(&device, writeGifBytes, nullptr)) {
    m_failed = m_gif == nullptr;
    if (!m_failed) {
        writeHead(film.loop);
    }
}

GifStream::~GifStream() {
    if (m_gif != nullptr) {
        EGifCloseFile(m_gif, nullptr);
    }
}

void GifStream::note(int result) {
    m_failed = m_failed || result != GIF_OK;
}

void GifStream::writeHead(bool loop) {
    std::array<GifColorType, kPaletteSize> colours = {};
    for (std::size_t index = 0; index < m_palette.colours().size(); ++index) {
        const QRgb colour = m_palette.colours()[index];
        colours[index] = {static_cast<GifByteType>(qRed(colour)), static_cast<GifByteType>(qGreen(colour)),
                          static_cast<GifByteType>(qBlue(colour))};
    }
    ColorMapObject* map = GifMakeMapObject(static_cast<int>(colours.size()), colours.data());
    EGifSetGifVersion(m_gif, true);
    note(EGifPutScreenDesc(m_gif, m_size.width(), m_size.height(), kPaletteBits, 0, map));
    GifFreeMapObject(map);
    if (loop) { // Netscape's extension, which all viewers know
        const std::array<GifByteType, 3> endless = {1, 0, 0};
        note(EGifPutExtensionLeader(m_gif, APPLICATION_EXT_FUNC_CODE));
        note(EGifPutExtensionBlock(m_gif, 11, "NETSCAPE2.0"));
        note(EGifPutExtensionBlock(m_gif, static_cast<int>(endless.size()), endless.data()));
        note(EGifPutExtensionTrailer(m_gif));
    }
}

QRect GifStream::change(const QImage& frame) {
    const bool isFirst = m_shown.empty();
    const auto width = static_cast<std::size_t>(m_size.width());
    m_shown.resize(width * static_cast<std::size_t>(m_size.height()), Palette::kUnchanged);
    m_next.assign(m_shown.size(), Palette::kUnchanged);
    int left = m_size.width();
    int right = -1;
    int top = m_size.height();
    int bottom = -1;
    for (int row = 0; row < m_size.height(); ++row) {
        const auto* line = reinterpret_cast<const QRgb*>(frame.constScanLine(row)); // NOLINT(*-reinterpret-cast)
        std::uint8_t* shown = m_shown.data() + width * static_cast<std::size_t>(row);
        std::uint8_t* next = m_next.data() + width * static_cast<std::size_t>(row);
        for (int column = 0; column < m_size.width(); ++column) {
            const QRgb colour = line[column]; // NOLINT(*-pointer-arithmetic)
            const std::uint8_t index = m_palette.indexOf(colour);
            if (index == shown[column]) { // NOLINT(*-pointer-arithmetic)
                continue;
            }
            // Flat colors, which the palette has exactly, are always put right: on a large area a shade shows.
            const bool isMixture = m_palette.distance(colour, index) > 0;
            if (!isFirst && isMixture && m_palette.distance(colour, shown[column]) <= kUnseen) { // NOLINT
                continue;
            }
            shown[column] = index; // NOLINT(*-pointer-arithmetic)
            next[column] = index;  // NOLINT(*-pointer-arithmetic)
            left = std::min(left, column);
            right = std::max(right, column);
            top = std::min(top, row);
            bottom = row;
        }
    }
    return right < 0 ? QRect() : QRect(QPoint(left, top), QPoint(right, bottom));
}

void GifStream::writePending() {
    if (m_rect.isEmpty()) {
        return;
    }
    GraphicsControlBlock control = {};
    control.DisposalMode = DISPOSE_DO_NOT;
    control.DelayTime = static_cast<int>(std::min<std::size_t>(m_delay, 65'535));
    control.TransparentColor = Palette::kUnchanged;
    std::array<GifByteType, 4> extension = {};
    EGifGCBToExtension(&control, extension.data());
    note(EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(extension.size()), extension.data()));
    note(EGifPutImageDesc(m_gif, m_rect.x(), m_rect.y(), m_rect.width(), m_rect.height(), false, nullptr));
    const auto width = static_cast<std::size_t>(m_size.width());
    for (int row = m_rect.top(); row <= m_rect.bottom() && !m_failed; ++row) {
        note(EGifPutLine(
            m_gif, m_pending.data() + width * static_cast<std::size_t>(row) + static_cast<std::size_t>(m_rect.left()),
            m_rect.width()));
    }
    m_rect = QRect();
}

Status GifStream::status() const {
    return m_failed ? Status(Error{ErrorCode::Io, m_device.errorString().toStdString()}) : Status(Ok{});
}

Status GifStream::add(const QImage& frame) {
    const QImage pixels = frame.convertToFormat(QImage::Format_RGB32);
    const std::size_t begin = m_frames == 0 ? 0 : endOf(m_frames - 1, m_framesPerSecond);
    const std::size_t delay = endOf(m_frames, m_framesPerSecond) - begin;
    ++m_frames;
    const QRect changed = change(pixels);
    if (changed.isEmpty()) {
        m_delay += delay; // of the frame that waits
        return status();
    }
    writePending();
    m_pending.swap(m_next);
    m_rect = changed;
    m_delay = delay;
    return status();
}

Status GifStream::finish() {
    writePending();
    if (m_gif != nullptr) {
        note(EGifCloseFile(m_gif, nullptr));
        m_gif = nullptr;
    }
    return status();
}

namespace {

class GifSink final : public FrameSink {
public:
    GifSink(FileWriter file, const ExportRequest& request, Palette palette)
        : m_file(std::move(file)), m_stream(m_file, request.look.size, std::move(palette), request.film) {}

    Status add(const QImage& frame, const RunControl& /*control*/) override { return m_stream.add(frame); }
    Status finish(const RunControl& /*control*/) override {
        const Status written = m_stream.finish();
        return written ? m_file.finish() : written;
    }

private:
    FileDevice m_file;
    GifStream m_stream;
};

} // namespace

FrameSinkResult openGif(const ExportRequest& request, Palette palette) {
    Result<FileWriter> file = FileWriter::create(request.path.toStdString());
    return file ? FrameSinkResult(std::make_unique<GifSink>(std::move(*file), request, std::move(palette)))
                : file.error();
}

} // namespace batchscope
