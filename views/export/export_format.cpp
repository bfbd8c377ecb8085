// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_format.h"

#include "core/base/check.h"
#include "views/export/export_request.h"
#include "views/export/export_text.h"
#include "views/export/picture_writers.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace batchscope {

namespace {

using Kind = ExportFormat::Kind;

constexpr auto kFormats = std::to_array<ExportFormat>({
    {.id = "png",
     .ending = "png",
     .name = "PNG",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "PNG picture"),
     .transparent = true,
     .draw = drawnPng},
    {.id = "svg",
     .ending = "svg",
     .name = "SVG",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "SVG drawing"),
     .transparent = true,
     .draw = drawnSvg},
    {.id = "pdf",
     .ending = "pdf",
     .name = "PDF",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "PDF document"),
     .transparent = true,
     .draw = drawnPdf},
    {.id = "dot",
     .ending = "dot",
     .name = "DOT",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "DOT graph, for Graphviz"),
     .kind = Kind::Graph,
     .otherEnding = "gv",
     .draw = drawnDot},
    {.id = "gif",
     .ending = "gif",
     .name = "GIF",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "GIF animation"),
     .kind = Kind::Film,
     .repeats = true,
     .paysForFrames = true,
     .mostFramesPerSecond = kMostGifFrames,
     .needsFfmpeg = true,
     .open = openFfmpeg},
    {.id = "mp4",
     .ending = "mp4",
     .name = "MP4",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "MP4 video"),
     .kind = Kind::Film,
     .needsFfmpeg = true,
     .open = openFfmpeg},
    {.id = "webm",
     .ending = "webm",
     .name = "WebM",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "WebM video"),
     .kind = Kind::Film,
     .transparent = true,
     .needsFfmpeg = true,
     .open = openFfmpeg},
    {.id = "png-frames",
     .ending = "png",
     .name = "frames",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "PNG frames, one file each"),
     .kind = Kind::Frames,
     .transparent = true,
     .open = openPngSequence},
});

/// "A, B or C"
QString listed(QStringList words, const QString& lastWord) {
    const QString last = words.takeLast();
    return words.isEmpty() ? last : words.join(QStringLiteral(", ")) % u' ' % lastWord % u' ' % last;
}

template <typename Wanted>
QStringList namesOf(Wanted wanted) {
    QStringList names;
    for (const ExportFormat& format : kFormats) {
        if (std::invoke(wanted, format)) {
            names.append(QString::fromLatin1(format.name));
        }
    }
    return names;
}

QString pathEnding(const ExportFormat& format) {
    return (format.kind == Kind::Frames ? QStringLiteral("%04d.") : QStringLiteral(".")) %
           QString::fromLatin1(format.ending);
}

template <typename Wanted>
QString endingsOf(Wanted wanted) {
    QStringList endings;
    for (const ExportFormat& format : kFormats) {
        if (std::invoke(wanted, format)) {
            endings.append(pathEnding(format));
        }
    }
    return listed(endings, translated("or"));
}

template <typename Wanted>
const ExportFormat* firstWhere(Wanted wanted) {
    const auto* const found = std::find_if(kFormats.begin(), kFormats.end(), wanted);
    return found == kFormats.end() ? nullptr : found;
}

bool endsSo(const ExportFormat& format, const QString& ending) {
    return ending == QLatin1String(format.ending) ||
           (format.otherEnding != nullptr && ending == QLatin1String(format.otherEnding));
}

/// Null where no format has this file name.
const ExportFormat* formatNamed(const QString& name) {
    static const QRegularExpression kNumber(QStringLiteral("%0?[0-9]*d"));
    const QString ending = name.contains(u'.') ? name.section(u'.', -1).toLower() : QString();
    const bool isNumbered = name.contains(kNumber);
    const ExportFormat* const frames = firstWhere([&](const ExportFormat& format) {
        return isNumbered && format.kind == Kind::Frames && endsSo(format, ending);
    });
    return frames != nullptr ? frames : firstWhere([&ending](const ExportFormat& format) {
        return format.kind != Kind::Frames && endsSo(format, ending);
    });
}

} // namespace

std::span<const ExportFormat> exportFormats() {
    return kFormats;
}

const ExportFormat& exportFormat(std::string_view id) {
    const ExportFormat* const found = firstWhere([id](const ExportFormat& format) { return format.id == id; });
    BATCHSCOPE_CHECK(found != nullptr);
    return *found;
}

Result<const ExportFormat*> exportFormatOf(const QString& path) {
    const QString name = path.section(u'/', -1);
    const ExportFormat* const found =
        path.endsWith(u'/') ? firstWhere([](const ExportFormat& format) { return format.kind == Kind::Frames; })
                            : formatNamed(name);
    if (found == nullptr) {
        return Error{ErrorCode::Config, translated("a picture ends in %1, a film in %2, not \"%3\"")
                                            .arg(pictureEndings(), filmEndings(), name)
                                            .toStdString()};
    }
    return found;
}

QString withEndingOf(const ExportFormat& format, const QString& path) {
    static const QRegularExpression kCounted(QStringLiteral("-?%0?[0-9]*d$"));
    const qsizetype slash = path.lastIndexOf(u'/');
    const QString folder = path.left(slash + 1);
    QString name = path.mid(slash + 1);
    if (exportFormatOf(path).hasValue() && name.contains(u'.')) {
        name.truncate(name.lastIndexOf(u'.'));
    }
    name.remove(kCounted);
    if (name.isEmpty()) {
        name = QStringLiteral("batchscope");
    }
    return folder % name % (format.kind == Kind::Frames ? QStringLiteral("-") : QString()) % pathEnding(format);
}

QString pictureEndings() {
    return endingsOf([](const ExportFormat& format) { return !format.isFilm(); });
}

QString filmEndings() {
    return endingsOf(&ExportFormat::isFilm);
}

QString pictureNames() {
    return listed(namesOf([](const ExportFormat& format) { return format.kind == Kind::Picture; }), translated("or"));
}

QString graphNames() {
    return listed(namesOf([](const ExportFormat& format) { return format.kind == Kind::Graph; }), translated("or"));
}

QString filmNames() {
    return listed(namesOf(&ExportFormat::isFilm), translated("or"));
}

QString transparentNames() {
    // Frames are of the same form as the picture of their ending.
    return listed(namesOf([](const ExportFormat& format) { return format.transparent && format.kind != Kind::Frames; }),
                  translated("and"));
}

QString whatNeedsFfmpeg() {
    QStringList endings;
    for (const ExportFormat& format : kFormats) {
        if (format.needsFfmpeg) {
            endings.append(pathEnding(format));
        }
    }
    return translated("%1 need ffmpeg").arg(listed(endings, translated("and")));
}

} // namespace batchscope
