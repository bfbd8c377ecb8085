// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is in a file is what is on the screen.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/views/view_testing.h"
#include "views/canvas/canvas_view.h"
#include "views/export/export_writer.h"
#include "views/export/frame_painter.h"
#include "views/export/frame_sink.h"
#include "views/export/gif_stream.h"
#include "views/export/picture_writers.h"

#include <QBuffer>
#include <QDir>
#include <QElapsedTimer>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <gif_lib.h>

#include <chrono>
#include <cmath>
#include <thread>

namespace batchscope {

namespace {

struct Difference {
    int largest = 0;    ///< of a channel
    double mean = 0.0;  ///< of a channel
    double above = 0.0; ///< share of pixels that differ by more than 32 in a channel
};

Difference differenceOf(const QImage& left, const QImage& right) {
    constexpr int kSeen = 32;
    Difference result;
    qint64 sum = 0;
    qint64 above = 0;
    for (int y = 0; y < left.height(); ++y) {
        for (int x = 0; x < left.width(); ++x) {
            const QRgb one = left.pixel(x, y);
            const QRgb other = right.pixel(x, y);
            const int red = std::abs(qRed(one) - qRed(other));
            const int green = std::abs(qGreen(one) - qGreen(other));
            const int blue = std::abs(qBlue(one) - qBlue(other));
            const int largest = std::max({red, green, blue});
            sum += red + green + blue;
            above += largest > kSeen ? 1 : 0;
            result.largest = std::max(result.largest, largest);
        }
    }
    const double pixels = static_cast<double>(left.width()) * left.height();
    result.mean = static_cast<double>(sum) / (3.0 * pixels);
    result.above = static_cast<double>(above) / pixels;
    return result;
}

QImage rgb(const QImage& image) {
    QImage result = image.convertToFormat(QImage::Format_RGB32);
    result.setDevicePixelRatio(1.0);
    return result;
}

ExportRequest requestFor(const QString& path, QSize size = {640, 400}) {
    ExportRequest request;
    request.path = path;
    request.format = *exportFormatOf(path);
    request.snapshot = testing::snapshotOf(testing::kThreeTrees, "agenda");
    request.look.size = size;
    request.film = {0.0, request.snapshot.storyboard->end(), 20, 2.0, true};
    return request;
}

/// Every frame of a GIF as a viewer shows it, and how long, in hundredths.
struct ShownGif {
    std::vector<QImage> frames;
    std::vector<int> delays;
    std::size_t colours = 0;
};

ShownGif decoded(const QString& path) {
    ShownGif shown;
    GifFileType* gif = DGifOpenFileName(QFile::encodeName(path).constData(), nullptr);
    if (gif == nullptr || DGifSlurp(gif) != GIF_OK) {
        return shown;
    }
    shown.colours = static_cast<std::size_t>(gif->SColorMap->ColorCount);
    QImage screen(gif->SWidth, gif->SHeight, QImage::Format_RGB32);
    screen.fill(Qt::magenta);
    for (int index = 0; index < gif->ImageCount; ++index) {
        GraphicsControlBlock control = {};
        DGifSavedExtensionToGCB(gif, index, &control);
        const SavedImage& saved = gif->SavedImages[index];
        for (int row = 0; row < saved.ImageDesc.Height; ++row) {
            for (int column = 0; column < saved.ImageDesc.Width; ++column) {
                const int colour = saved.RasterBits[row * saved.ImageDesc.Width + column];
                if (colour != control.TransparentColor) {
                    const GifColorType& entry = gif->SColorMap->Colors[colour];
                    screen.setPixel(saved.ImageDesc.Left + column, saved.ImageDesc.Top + row,
                                    qRgb(entry.Red, entry.Green, entry.Blue));
                }
            }
        }
        shown.frames.push_back(screen);
        shown.delays.push_back(control.DelayTime);
    }
    DGifCloseFile(gif, nullptr);
    return shown;
}

} // namespace

class ExportTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void init() { QVERIFY(m_folder.isValid()); }

    void formatsFollowThePath_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("format");
        const auto row = [](const char* path, int format) { QTest::newRow(path) << QString::fromLatin1(path) << format; };
        row("a.png", static_cast<int>(ExportFormat::Png));
        row("x/a.b.SVG", static_cast<int>(ExportFormat::Svg));
        row("a.pdf", static_cast<int>(ExportFormat::Pdf));
        row("a.gv", static_cast<int>(ExportFormat::Dot));
        row("a.dot", static_cast<int>(ExportFormat::Dot));
        row("a.gif", static_cast<int>(ExportFormat::Gif));
        row("a.mp4", static_cast<int>(ExportFormat::Mp4));
        row("a.webm", static_cast<int>(ExportFormat::WebM));
        row("a-%04d.png", static_cast<int>(ExportFormat::PngSequence));
        row("x/%d.png", static_cast<int>(ExportFormat::PngSequence));
        row("frames/", static_cast<int>(ExportFormat::PngSequence));
        row("100%.png", static_cast<int>(ExportFormat::Png));
        row("a.jpg", -1);
        row("png", -1);
        row("", -1);
    }
    void formatsFollowThePath() {
        QFETCH(QString, path);
        QFETCH(int, format);
        const Result<ExportFormat> found = exportFormatOf(path);
        QCOMPARE(found ? static_cast<int>(*found) : -1, format);
    }

    void pathsFollowTheFormat() {
        for (const ExportFormat format : exportFormats()) {
            for (const char* path : {"x/a.png", "x/a-%04d.png", "a", "x.y/a", "x/"}) {
                const QString changed = withEndingOf(format, QString::fromLatin1(path));
                QCOMPARE(*exportFormatOf(changed), format);
                QCOMPARE(withEndingOf(format, changed), changed);
            }
        }
        QCOMPARE(withEndingOf(ExportFormat::Gif, QStringLiteral("x/a-%04d.png")), QStringLiteral("x/a.gif"));
    }

    /// The widget, the PNG, its strips and the SVG: at rest, while nodes move, at the end, in both themes.
    void filesShowWhatTheScreenShows() {
        Session session;
        Playback playback(session);
        CanvasView canvas(session, playback);
        canvas.resize(760, 480);
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "agenda");
        for (const double share : {0.0, 0.13, 0.4, 0.71, 0.97, 1.0}) {
            const double time = share * snapshot.storyboard->end();
            ExportRequest request = requestFor(file("same.png"), canvas.size());
            request.snapshot = snapshot;
            request.time = time;
            request.look.font = canvas.font();
            QVERIFY(writeExport(request, {}).hasValue());
            const QImage written(request.path);
            QCOMPARE(written.size(), canvas.size());
            const QImage drawn = renderPicture(snapshot, time, Focus(), lightTheme(), canvas.size());
            QVERIFY(rgb(written) == rgb(drawn)); // PNG loses nothing
        }
    }

    void cleanup() {
        QDir folder(m_folder.path());
        for (const QString& name : folder.entryList(QDir::Files | QDir::Hidden)) {
            folder.remove(name);
        }
    }

private:
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
};

} // namespace batchscope

QTEST_MAIN(batchscope::ExportTest)
#include "export_test.moc"
