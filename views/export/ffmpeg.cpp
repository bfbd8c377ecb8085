// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/file_writer.h"
#include "views/export/export_request.h"
#include "views/export/export_text.h"
#include "views/export/frame_sink.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

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

QStringList codecOfMp4() {
    return {QStringLiteral("-c:v"),      QStringLiteral("libx264"),   QStringLiteral("-preset"),
            QStringLiteral("fast"),      QStringLiteral("-crf"),      QStringLiteral("18"),
            QStringLiteral("-tune"),     QStringLiteral("animation"), QStringLiteral("-movflags"),
            QStringLiteral("+faststart")};
}

QStringList codecOfWebM() {
    return {QStringLiteral("-c:v"),      QStringLiteral("libvpx-vp9"), QStringLiteral("-crf"),
            QStringLiteral("24"),        QStringLiteral("-b:v"),       QStringLiteral("0"),
            QStringLiteral("-deadline"), QStringLiteral("good"),       QStringLiteral("-cpu-used"),
            QStringLiteral("4"),         QStringLiteral("-row-mt"),    QStringLiteral("1")};
}

/// Frames through a pipe. ffmpeg writes into the file that takes its place at the end.
class FfmpegSink final : public FrameSink {
public:
    FfmpegSink(FileWriter file, const ExportRequest& request, const QStringList& codec) : m_file(std::move(file)) {
        const QSize size = request.look.size;
        QStringList arguments{
            QStringLiteral("-hide_banner"), QStringLiteral("-loglevel"),
            QStringLiteral("error"),        QStringLiteral("-y"),
            QStringLiteral("-f"),           QStringLiteral("rawvideo"),
            QStringLiteral("-pix_fmt"),     QStringLiteral("rgba"),
            QStringLiteral("-s"),           QStringLiteral("%1x%2").arg(size.width()).arg(size.height()),
            QStringLiteral("-r"),           QString::number(request.film.framesPerSecond),
            QStringLiteral("-i"),           QStringLiteral("-"),
            QStringLiteral("-an")};
        arguments += filtersOf(request);
        arguments += codec;
        arguments << QStringLiteral("-f") << QLatin1String(request.format->ending)
                  << QString::fromStdString(m_file.nameForOthers());
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(program(), arguments);
        m_process.waitForStarted();
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
        while (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kWaitMs)) {
            if (control.stopRequested()) {
                return cancelledError();
            }
        }
        const bool isWhole = m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0 &&
                             QFileInfo(QString::fromStdString(m_file.nameForOthers())).size() > 0;
        return isWhole ? m_file.finish() : Status(ended());
    }

private:
    static constexpr int kWaitMs = 50; // between two looks at whether to stop

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
    QProcess m_process;
};

/// Config error that says what to install when there is no ffmpeg.
FrameSinkResult openFfmpeg(const ExportRequest& request, const QStringList& codec) {
    if (program().isEmpty()) {
        return Error{ErrorCode::Config,
                     translated("MP4 and WebM need ffmpeg, which is not installed (Debian: apt install "
                                "ffmpeg); GIF and PNG frames work without it")
                         .toStdString()};
    }
    Result<FileWriter> file = FileWriter::create(request.path.toStdString());
    TRY(file);
    auto sink = std::make_unique<FfmpegSink>(std::move(*file), request, codec);
    TRY(sink->opened());
    return FrameSinkResult(std::move(sink));
}

} // namespace

bool hasFfmpeg() {
    return !program().isEmpty();
}

FrameSinkResult openMp4(const ExportRequest& request, const FramePainter& /*frames*/, const RunControl& /*control*/) {
    return openFfmpeg(request, codecOfMp4());
}

FrameSinkResult openWebM(const ExportRequest& request, const FramePainter& /*frames*/, const RunControl& /*control*/) {
    return openFfmpeg(request, codecOfWebM());
}

} // namespace batchscope
