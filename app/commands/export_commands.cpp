// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/commands/command_registry.h"
#include "views/export/export_dialog.h"
#include "views/export/export_writer.h"
#include "views/session/playback.h"

#include <array>

namespace batchscope {

namespace {

/// A request for what the canvas shows now.
ExportRequest requestOf(MainWindow& window, const ExportFormat& format) {
    CanvasView& canvas = window.canvas();
    const Playback& playback = window.playback();
    ExportRequest request;
    request.format = &format;
    request.snapshot = *window.session().snapshot();
    request.path = suggestedPath(window, QStringLiteral("picture"), format.ending);
    request.time = playback.time();
    request.look.scale = canvas.devicePixelRatioF();
    request.look.size = (QSizeF(canvas.size()) * request.look.scale).toSize();
    request.look.theme = &themeOf(canvas);
    request.look.font = canvas.font();
    request.look.focus = playback.focus();
    request.look.stepView = playback.stepView();
    request.look.reason = playback.reasonsShown() ? ReasonLayer::Open : ReasonLayer::None;
    request.look.camera = canvas.sight().camera();
    request.look.part = canvas.sight().following() ? ExportPart::All : ExportPart::Viewport;
    request.film.end = request.snapshot.storyboard ? request.snapshot.storyboard->end() : 0.0;
    request.film.seconds = naturalSeconds(request.snapshot, 0.0, request.film.end);
    return request;
}

/// Sets `value` if the argument is one of the words; keeps it if the argument is missing.
template <typename Value, std::size_t Count>
Status readWord(const QJsonObject& arguments, const char* key,
                const std::array<std::pair<const char*, Value>, Count>& words, Value& value) {
    const QJsonValue given = arguments.value(QLatin1String(key));
    if (given.isUndefined()) {
        return Ok{};
    }
    std::string known;
    for (const auto& [word, meaning] : words) {
        if (given.toString() == QLatin1String(word)) {
            value = meaning;
            return Ok{};
        }
        known += (known.empty() ? "" : ", ") + std::string(word);
    }
    return Error{ErrorCode::Config, "the argument \"" + std::string(key) + "\" must be one of " + known};
}

Status readLook(const QJsonObject& arguments, PictureLook& look) {
    constexpr std::array<std::pair<const char*, ExportPart>, 3> kParts = {
        {{"all", ExportPart::All}, {"viewport", ExportPart::Viewport}, {"selection", ExportPart::Selection}}};
    look.size = {arguments.value(QStringLiteral("width")).toInt(look.size.width()),
                 arguments.value(QStringLiteral("height")).toInt(look.size.height())};
    look.scale = arguments.value(QStringLiteral("scale")).toDouble(look.scale);
    if (arguments.value(QStringLiteral("transparent")).toBool()) {
        look.ground = Ground::Transparent;
    }
    if (arguments.contains(QStringLiteral("theme"))) {
        const auto theme = parseEnum<ThemeChoice>(arguments.value(QStringLiteral("theme")).toString().toStdString());
        TRY(theme);
        look.theme = &themeOf(*theme, *look.theme);
    }
    return readWord(arguments, "part", kParts, look.part);
}

void readFilm(const QJsonObject& arguments, const Snapshot& snapshot, Film& film) {
    film.begin = arguments.value(QStringLiteral("begin")).toDouble(film.begin);
    film.end = arguments.value(QStringLiteral("end")).toDouble(film.end);
    film.framesPerSecond = arguments.value(QStringLiteral("fps")).toInt(film.framesPerSecond);
    film.seconds = arguments.value(QStringLiteral("seconds")).toDouble(naturalSeconds(snapshot, film.begin, film.end));
    film.loop = arguments.value(QStringLiteral("loop")).toBool(film.loop);
}

void openDialog(MainWindow& window, const ExportFormat& format) {
    auto* dialog = new ExportDialog(requestOf(window, format), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &ExportDialog::written, &window,
                     [&window](const QString& path) { tellSaved(window, path); });
    dialog->open(); // not exec(), which would block the window
}

/// With a path, writes immediately. `usual` is the format that the dialog starts with.
Status exportAs(MainWindow& window, const char* usual, const QJsonObject& arguments) {
    if (!window.session().snapshot()->forest) {
        return Error{ErrorCode::Config, "there is no picture yet"};
    }
    if (!arguments.contains(QStringLiteral("path"))) {
        TRY(checkDialog(window, arguments));
        openDialog(window, exportFormat(usual));
        return Ok{};
    }
    const Result<QString> path = textArgument(arguments, "path");
    TRY(path);
    const Result<const ExportFormat*> format = exportFormatOf(*path);
    TRY(format);
    ExportRequest request = requestOf(window, **format);
    request.path = *path;
    request.time = arguments.value(QStringLiteral("time")).toDouble(request.time);
    readFilm(arguments, request.snapshot, request.film);
    TRY(readLook(arguments, request.look));
    const Result<qint64> written = writeExport(request, {});
    return written ? Status(Ok{}) : Status(written.error());
}

} // namespace

void addExportCommands(MainWindow& window) {
    CommandRegistry& commands = window.commands();
    const QString icon = QStringLiteral(":/icons/export.svg");
    commands.add(
        {.id = QStringLiteral("export-picture"),
         .text = MainWindow::tr("&Export picture…"),
         .tip = MainWindow::tr("Write the picture (%1).").arg(pictureEndings()),
         .menu = {MenuSection::FileRun, Interface::Learn},
         .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_E)},
         .icon = icon,
         .arguments = QStringLiteral("path (%1), and time, width, height, scale, theme, transparent, part: all, "
                                     "viewport, selection")
                          .arg(pictureEndings())},
        [&window](const QJsonObject& arguments) { return exportAs(window, "png", arguments); });
    commands.add({.id = QStringLiteral("export-animation"),
                  .text = MainWindow::tr("Export &animation…"),
                  .tip = MainWindow::tr("Write the animation (%1).").arg(filmEndings()),
                  .menu = MenuSection::FileRun,
                  .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                  .icon = icon,
                  .arguments = QStringLiteral("path (%1), the same arguments, and begin, end (stops), fps, seconds, "
                                              "loop; dialog: true (both commands) opens the dialog instead")
                                   .arg(filmEndings())},
                 [&window](const QJsonObject& arguments) { return exportAs(window, "gif", arguments); });
}

} // namespace batchscope
