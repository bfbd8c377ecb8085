// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/file_writer.h"
#include "views/export/export_request.h"
#include "views/export/export_text.h"
#include "views/export/frame_sink.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace batchscope {

namespace {

QString program() {
    return QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
}

QStringList filtersOf(const ExportRequest& request) {
    const bool transparent = request.look.ground == Ground::Transparent;
    // Both codecs want even sides; and say which matrix the colors went through, or players guess.
    return {QStringLiteral("-vf"),
            QStringLiteral("pad=ceil(iw/2)*2:ceil(ih/2)*2%1,scale=out_color_matrix=bt709:out_range=tv")
                .arg(transparent ? QStringLiteral(":color=black@0") : QString()),
            QStringLiteral("-colorspace"),
            QStringLiteral("bt709"),
            QStringLiteral("-color_primaries"),
            QStringLiteral("bt709"),
            QStringLiteral("-color_trc"),
            QStringLiteral("bt709"),
            QStringLiteral("-color_range"),
            QStringLiteral("tv"),
            QStringLiteral("-pix_fmt"),
            transparent ? QStringLiteral("yuva420p") : QStringLiteral("yuv420p")};
}

QStringList codecOf(const ExportRequest& request) {
    const bool isMp4 = request.format == &exportFormat("mp4");
    return QString::fromLatin1(isMp4 ? "-c:v libx264 -preset fast -crf 18 -tune animation -movflags +faststart"
                                     : "-c:v libvpx-vp9 -crf 24 -b:v 0 -deadline good -cpu-used 4 -row-mt 1")
        .split(u' ');
}

/// Frames through a pipe. ffmpeg writes into the file that takes its place at the end, or, where it needs the whole
/// film to choose colors, into one without loss, from which it makes that file afterwards.
class FfmpegSink final : public FrameSink {
public:
    FfmpegSink(FileWriter file, const ExportRequest& request) : m_file(std::move(file)) {
        const QSize size = request.look.size;
        const QStringList frames{
            QStringLiteral("-f"),       QStringLiteral("rawvideo"),
            QStringLiteral("-pix_fmt"), QStringLiteral("rgba"),
            QStringLiteral("-s"),       QStringLiteral("%1x%2").arg(size.width()).arg(size.height()),
            QStringLiteral("-r"),       QString::number(request.film.framesPerSecond),
            QStringLiteral("-i"),       QStringLiteral("-")};
        const QStringList output{QStringLiteral("-f"), QLatin1String(request.format->ending),
                                 QString::fromStdString(m_file.nameForOthers())};
        if (request.format != &exportFormat("gif")) {
            start(frames + filtersOf(request) + codecOf(request) + output);
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
    FfmpegSink(const FfmpegSink&) = delete;
    FfmpegSink& operator=(const FfmpegSink&) = delete;
    ~FfmpegSink() override {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }

    [[nodiscard]] Status opened() const {
        return m_process.state() != QProcess::NotRunning
                   ? Status(Ok{})
                   : Status(Error{ErrorCode::Io, m_process.errorString().toStdString()});
    }

    Status add(const QImage& frame, const RunControl& control) override {
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

    Status finish(const RunControl& control) override {
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
                                ? translated("it was killed or crashed")
                                : translated("it exited with code %1").arg(m_process.exitCode());
        return Error{ErrorCode::Io, translated("ffmpeg wrote no video: %1")
                                        .arg(said.isEmpty() ? why : why + QStringLiteral("; ") + said)
                                        .toStdString()};
    }

    FileWriter m_file;
    QTemporaryDir m_parts;
    QList<QStringList> m_then;
    QProcess m_process;
};

} // namespace

bool hasFfmpeg() {
    return !program().isEmpty();
}

FrameSinkResult openFfmpeg(const ExportRequest& request) {
    if (!hasFfmpeg()) {
        return Error{ErrorCode::Config,
                     translated("%1, which is not installed (Debian: apt install ffmpeg); PNG frames work without it")
                         .arg(whatNeedsFfmpeg())
                         .toStdString()};
    }
    Result<FileWriter> file = FileWriter::create(request.path.toStdString());
    TRY(file);
    auto sink = std::make_unique<FfmpegSink>(std::move(*file), request);
    TRY(sink->opened());
    return FrameSinkResult(std::move(sink));
}

} // namespace batchscope
