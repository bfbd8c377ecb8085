// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_format.h"

#include "core/base/check.h"
#include "views/export/export_request.h"
#include "views/export/picture_writers.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

using Kind = ExportFormat::Kind;

constexpr auto kFormats = std::to_array<ExportFormat>({
    {.ending = "png", .transparent = true, .draw = drawnPng},
    {.ending = "svg", .transparent = true, .draw = drawnSvg},
    {.ending = "pdf", .transparent = true, .draw = drawnPdf},
    {.ending = "gif", .kind = Kind::Film, .repeats = true, .mostFramesPerSecond = kMostGifFrames},
    {.ending = "mp4", .kind = Kind::Film},
});

const ExportFormat* formatWith(std::string_view ending) {
    const auto* const found = std::find_if(kFormats.begin(), kFormats.end(),
                                           [ending](const ExportFormat& format) { return format.ending == ending; });
    return found == kFormats.end() ? nullptr : found;
}

/// ".a, .b or .c"
QString endingsOf(bool areFilms) {
    QStringList endings;
    for (const ExportFormat& format : kFormats) {
        if (format.isFilm() == areFilms) {
            endings.append(u'.' % QString::fromLatin1(format.ending));
        }
    }
    const QString last = endings.takeLast();
    return endings.join(QStringLiteral(", ")) % u" or " % last;
}

} // namespace

std::span<const ExportFormat> exportFormats() {
    return kFormats;
}

const ExportFormat& exportFormat(std::string_view ending) {
    const ExportFormat* const found = formatWith(ending);
    BATCHSCOPE_CHECK(found != nullptr);
    return *found;
}

Result<const ExportFormat*> exportFormatOf(const QString& path) {
    const QString name = path.section(u'/', -1);
    const QString ending = name.contains(u'.') ? name.section(u'.', -1).toLower() : QString();
    if (const ExportFormat* const found = formatWith(ending.toStdString())) {
        return found;
    }
    return Error{ErrorCode::Config, QStringLiteral("a picture ends in %1, a film in %2, not \"%3\"")
                                        .arg(pictureEndings(), filmEndings(), name)
                                        .toStdString()};
}

QString pictureEndings() {
    return endingsOf(false);
}

QString filmEndings() {
    return endingsOf(true);
}

} // namespace batchscope
