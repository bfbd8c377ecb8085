// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/png_stream.h"

#include <png.h>

#include <csetjmp>

namespace batchscope {

namespace {

void writePngBytes(png_structp png, png_bytep bytes, png_size_t count) {
    auto* device = static_cast<QIODevice*>(png_get_io_ptr(png));
    const auto wanted = static_cast<qint64>(count);
    if (device->write(reinterpret_cast<const char*>(bytes), wanted) != wanted) { // NOLINT(*-reinterpret-cast)
        png_error(png, "cannot write");
    }
}

void flushNothing(png_structp /*png*/) {}

[[noreturn]] void jump(png_structp png, png_const_charp /*message*/) {
    png_longjmp(png, 1);
}

void ignore(png_structp /*png*/, png_const_charp /*message*/) {}

} // namespace

struct PngStream::Parts {
    QIODevice* device = nullptr;
    QImage::Format format = QImage::Format_RGB888;
    png_structp png = nullptr;
    png_infop info = nullptr;
    bool failed = false;

    // libpng leaves these by a long jump: nothing in them may need a destructor.
    void writeHead(png_uint_32 width, png_uint_32 height, int colourType) {
        // NOLINTNEXTLINE(cert-err52-cpp,modernize-avoid-setjmp-longjmp): libpng has no other way
        if (setjmp(png_jmpbuf(png)) != 0) {
            failed = true;
            return;
        }
        constexpr int kBits = 8;
        constexpr int kQuick = 5; // of 9; on flat colors more costs time and saves a percent
        png_set_write_fn(png, device, writePngBytes, flushNothing);
        png_set_IHDR(png, info, width, height, kBits, colourType, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                     PNG_FILTER_TYPE_DEFAULT);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP); // flat colors: most rows are as those above
        png_set_compression_level(png, kQuick);
        png_write_info(png, info);
    }
    void writeRow(png_const_bytep row) {
        if (setjmp(png_jmpbuf(png)) != 0) { // NOLINT(cert-err52-cpp)
            failed = true;
            return;
        }
        png_write_row(png, row);
    }
    void writeEnd() {
        if (setjmp(png_jmpbuf(png)) != 0) { // NOLINT(cert-err52-cpp)
            failed = true;
            return;
        }
        png_write_end(png, info);
    }
};

PngStream::PngStream(QIODevice& device, QSize size, Channels channels) : m_parts(std::make_unique<Parts>()) {
    m_parts->device = &device;
    m_parts->format = channels == Channels::Rgba ? QImage::Format_RGBA8888 : QImage::Format_RGB888;
    m_parts->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, jump, ignore);
    m_parts->info = m_parts->png == nullptr ? nullptr : png_create_info_struct(m_parts->png);
    if (m_parts->info == nullptr) {
        m_parts->failed = true;
        return;
    }
    m_parts->writeHead(static_cast<png_uint_32>(size.width()), static_cast<png_uint_32>(size.height()),
                       channels == Channels::Rgba ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB);
}

PngStream::~PngStream() {
    png_destroy_write_struct(&m_parts->png, &m_parts->info);
}

void PngStream::add(const QImage& rows) {
    constexpr int kAtOnce = 64; // converted; a whole strip would double its memory
    for (int first = 0; first < rows.height() && !m_parts->failed; first += kAtOnce) {
        const QImage some = rows.copy(0, first, rows.width(), std::min(kAtOnce, rows.height() - first))
                                .convertToFormat(m_parts->format);
        for (int row = 0; row < some.height() && !m_parts->failed; ++row) {
            m_parts->writeRow(some.constScanLine(row));
        }
    }
}

bool PngStream::failed() const {
    return m_parts->failed;
}

Status PngStream::finish() {
    if (!m_parts->failed) {
        m_parts->writeEnd();
    }
    if (m_parts->failed) {
        return Error{ErrorCode::Io, m_parts->device->errorString().toStdString()};
    }
    return Ok{};
}

} // namespace batchscope
