// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/input_files.h"
#include "core/words/file_words.h"
#include "views/export/export_request.h"
#include "views/export/frame_sink.h"
#include "views/export/picture_writers.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cstdio>
#include <vector>

namespace batchscope {

namespace {

Error cannotWrite(const QString& path, const QString& reason) {
    return Error{ErrorCode::Io, reason.toStdString(), path.toStdString()};
}

/// Frames go into a folder beside their place and move there at the end, so that a film that was broken off leaves
/// neither half of itself nor a hole in one that was there before.
class PngSequence final : public FrameSink {
public:
    explicit PngSequence(const ExportRequest& request)
        : m_folder(request.path.section(u'/', 0, -2, QString::SectionIncludeTrailingSep)),
          m_name(request.path.section(u'/', -1)),
          m_made(!m_folder.isEmpty() && !QFileInfo::exists(m_folder) && QDir().mkpath(m_folder)),
          m_parts(QDir(m_folder.isEmpty() ? QStringLiteral(".") : m_folder)
                      .filePath(QStringLiteral(".batchscope-frames-XXXXXX"))) {
        if (m_name.isEmpty()) {
            m_name = QStringLiteral("frame-%04d.png");
        }
    }
    PngSequence(const PngSequence&) = delete;
    PngSequence& operator=(const PngSequence&) = delete;
    ~PngSequence() override {
        m_parts.remove();
        if (m_made && !m_finished) {
            QDir().rmdir(m_folder);
        }
    }

    [[nodiscard]] Status opened() const {
        return m_parts.isValid() ? Status(Ok{}) : Status(cannotWrite(m_folder, m_parts.errorString()));
    }

    Status add(const QImage& frame, const RunControl& /*control*/) override {
        const QString name = nameOf(m_names.size());
        QFile file(m_parts.filePath(name));
        const QByteArray bytes = pngBytes(frame);
        if (bytes.isEmpty()) {
            return cannotWrite(name, QStringLiteral("there is not enough memory for so many pixels"));
        }
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush()) {
            return cannotWrite(name, file.errorString());
        }
        m_names.push_back(name);
        return Ok{};
    }

    Status finish(const RunControl& /*control*/) override {
        for (const QString& name : m_names) { // all, before any is replaced
            if (const QString path = m_folder + name; isInput(path.toStdString())) {
                return Error{ErrorCode::Config, std::string(words::kAlsoInput), path.toStdString()};
            }
        }
        for (const QString& name : m_names) {
            // std::rename replaces what is there, QFile::rename does not.
            if (std::rename(QFile::encodeName(m_parts.filePath(name)).constData(),
                            QFile::encodeName(m_folder + name).constData()) != 0) {
                return cannotWrite(m_folder + name, QStringLiteral("cannot be replaced"));
            }
        }
        m_finished = true;
        return Ok{};
    }

private:
    /// `%04d` of the name becomes the frame's number, from 1.
    [[nodiscard]] QString nameOf(std::size_t frame) const {
        static const QRegularExpression kNumber(QStringLiteral("%0?([0-9]*)d"));
        const QRegularExpressionMatch match = kNumber.match(m_name);
        constexpr int kWidest = 9;
        const int width = std::min(kWidest, match.captured(1).toInt());
        QString name = m_name;
        return name.replace(match.capturedStart(), match.capturedLength(),
                            QStringLiteral("%1").arg(frame + 1, width, 10, QLatin1Char('0')));
    }

    QString m_folder; // with its slash, or empty
    QString m_name;
    bool m_made; // the folder, by us
    QTemporaryDir m_parts;
    std::vector<QString> m_names;
    bool m_finished = false;
};

} // namespace

FrameSinkResult openPngSequence(const ExportRequest& request) {
    auto sink = std::make_unique<PngSequence>(request);
    TRY(sink->opened());
    return FrameSinkResult(std::move(sink));
}

} // namespace batchscope
