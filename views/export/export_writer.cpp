// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_writer.h"

#include "core/bytes/file_writer.h"
#include "views/export/frame_painter.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <utility>

namespace batchscope {

namespace {

QString program() {
    return QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
}

/// The codec wants even sides; and says which matrix the colors went through, or players guess.
QStringList mp4Arguments() {
    return QStringLiteral("-vf pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv "
                          "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -pix_fmt yuv420p "
                          "-c:v libx264 -preset fast -crf 18 -tune animation -movflags +faststart")
        .split(u' ');
}

/// Frames through a pipe. ffmpeg writes into the file that takes its place at the end, or, where it needs the whole
/// film to choose colors, into one without loss, from which it makes that file afterwards.
class Ffmpeg {
public:
    Ffmpeg(FileWriter file, const ExportRequest& request) : m_file(std::move(file)) {
        const QSize size = request.look.size;
        const QStringList frames{
            QStringLiteral("-f"),       QStringLiteral("rawvideo"),
            QStringLiteral("-pix_fmt"), QStringLiteral("rgba"),
            QStringLiteral("-s"),       QStringLiteral("%1x%2").arg(size.width()).arg(size.height()),
            QStringLiteral("-r"),       QString::number(request.film.framesPerSecond),
            QStringLiteral("-i"),       QStringLiteral("-")};
        const QStringList output{QStringLiteral("-f"), QLatin1String(request.format->ending),
                                 QString::fromStdString(m_file.nameForOthers())};
        if (!request.format->repeats) {
            start(frames + mp4Arguments() + output);
            return;
        }
        const QString film = m_parts.filePath(QStringLiteral("film.mkv"));
        const QString colors = m_parts.filePath(QStringLiteral("colors.png"));
        start(frames + QStringList{QStringLiteral("-c:v"), QStringLiteral("ffv1"), QStringLiteral("-pix_fmt"),
                                   QStringLiteral("bgr0"), film});
        m_then.append({QStringLiteral("-nostdin"), QStringLiteral("-i"), film, QStringLiteral("-vf"),
                       QStringLiteral("palettegen"), QStringLiteral("-update"), QStringLiteral("1"), colors});
        m_then.append(QStringList{QStringLiteral("-nostdin"), QStringLiteral("-i"), film, QStringLiteral("-i"), colors,
                                  QStringLiteral("-lavfi"),
                                  QStringLiteral("paletteuse=dither=none:diff_mode=rectangle"), QStringLiteral("-loop"),
                                  request.film.loop ? QStringLiteral("0") : QStringLiteral("-1")} +
                      output);
    }
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;
    ~Ffmpeg() {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }

    Status add(const QImage& frame, const RunControl& control) {
        const QImage pixels = frame.convertToFormat(QImage::Format_RGBA8888);
        m_process.write(reinterpret_cast<const char*>(pixels.constBits()), pixels.sizeInBytes()); // NOLINT
        while (m_process.bytesToWrite() > 0) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            if (!m_process.waitForBytesWritten(kWaitMs) && m_process.state() != QProcess::Running) {
                return ended();
            }
        }
        return m_process.state() == QProcess::Running ? Status(Ok{}) : Status(ended());
    }

    Status finish(const RunControl& control) {
        m_process.closeWriteChannel();
        TRY(waitForEnd(control));
        for (const QStringList& arguments : m_then) {
            start(arguments);
            TRY(waitForEnd(control));
        }
        return QFileInfo(QString::fromStdString(m_file.nameForOthers())).size() > 0 ? m_file.finish() : Status(ended());
    }

private:
    static constexpr int kWaitMs = 50; // between two looks at whether to stop

    void start(const QStringList& arguments) {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(program(), QStringList{QStringLiteral("-hide_banner"), QStringLiteral("-loglevel"),
                                               QStringLiteral("error"), QStringLiteral("-y")} +
                                       arguments);
        m_process.waitForStarted();
    }

    Status waitForEnd(const RunControl& control) {
        while (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kWaitMs)) {
            if (control.stopRequested()) {
                return cancelledError();
            }
        }
        // It ends with 0 also where the disk was full, but says so.
        const bool isWell = m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0 &&
                            m_process.bytesAvailable() == 0;
        return isWell ? Status(Ok{}) : Status(ended());
    }

    /// What ffmpeg said last is why it ended.
    [[nodiscard]] Error ended() {
        m_process.waitForFinished(kWaitMs);
        const QString said = QString::fromLocal8Bit(m_process.readAll()).trimmed().section(u'\n', -3);
        const QString why = m_process.exitStatus() == QProcess::CrashExit
                                ? QStringLiteral("it was killed or crashed")
                                : QStringLiteral("it exited with code %1").arg(m_process.exitCode());
        return Error{ErrorCode::Io, QStringLiteral("ffmpeg wrote no video: %1")
                                        .arg(said.isEmpty() ? why : why + QStringLiteral("; ") + said)
                                        .toStdString()};
    }

    FileWriter m_file;
    QTemporaryDir m_parts;
    QList<QStringList> m_then;
    QProcess m_process;
};

Result<qint64> writePictureFile(const ExportRequest& request, const RunControl& control) {
    const Result<QByteArray> content = request.format->draw(request, control);
    TRY(content);
    TRY(writeFile(request.path.toStdString(), {content->constData(), static_cast<std::size_t>(content->size())}));
    return content->size();
}

Status addFrames(Ffmpeg& ffmpeg, const ExportRequest& request, const RunControl& control) {
    const FramePainter frames(request.snapshot, lookOf(request));
    const FilmTimes times(request);
    for (std::size_t frame = 0; frame < times.count(); ++frame) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        TRY(ffmpeg.add(frames.image(times.at(frame)), control));
        control.report("frames", frame + 1, times.count());
    }
    return ffmpeg.finish(control);
}

Result<qint64> writeFilm(const ExportRequest& request, const RunControl& control) {
    if (!hasFfmpeg()) {
        return Error{ErrorCode::Config,
                     filmEndings().toStdString() + " need ffmpeg, which is not installed (Debian: apt install ffmpeg)"};
    }
    Result<FileWriter> file = FileWriter::create(request.path.toStdString());
    TRY(file);
    Ffmpeg ffmpeg(std::move(*file), request);
    if (const Status written = addFrames(ffmpeg, request, control); !written) {
        Error error = written.error();
        if (error.code == ErrorCode::Io && error.file.empty()) {
            error.file = request.path.toStdString();
        }
        return error;
    }
    return QFileInfo(request.path).size();
}

} // namespace

bool hasFfmpeg() {
    return !program().isEmpty();
}

Result<qint64> writeExport(const ExportRequest& request, const RunControl& control) {
    TRY(checkRequest(request));
    return request.format->isFilm() ? writeFilm(request, control) : writePictureFile(request, control);
}

} // namespace batchscope
