// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render.h"

#include "app/window/choices.h"
#include "core/session/pipeline.h"
#include "core/session/suggestion.h"
#include "views/canvas/scene/scene.h"
#include "views/export/export_writer.h"
#include "views/plots/plot_export.h"
#include "views/plots/report_drawing.h"

#include <QGuiApplication>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <stop_token>

namespace batchscope {

std::vector<Error> drawRun(const std::shared_ptr<const BenchDocument>& document, const DrawOptions& options) {
    std::vector<Error> errors;
    const auto note = [&errors](const Status& status, const QString& path) {
        if (!status) {
            errors.push_back(status.error());
            errors.back().file = path.toStdString();
        }
    };
    const std::shared_ptr<const BenchReport> report(document, &document->report);
    for (const PlotTarget& target : options.plots) {
        note(saveBenchPlot(report, target.kind, {target.path, options.plotWidth}), target.path);
    }
    if (!options.report.isEmpty()) {
        note(saveReport(document, options.report), options.report);
    }
    return errors;
}

namespace {

constexpr double kLongestFilm = 20.0; // seconds
constexpr double kMostFramesOfGif = 200.0;
constexpr double kLeastRate = 8.0; // frames per second; below this, motion is jerky

SessionConfig configOf(const LaunchOptions& options) {
    SessionConfig config = windowDefaults();
    for (const QString& file : options.files) {
        config.files.push_back(file.toStdString());
    }
    config.graph.model = options.model ? options.model->toStdString() : config.graph.model;
    config.policy = options.policy ? options.policy->toStdString() : config.policy;
    config.graph.trees = options.trees.value_or(config.graph.trees);
    config.aspect = pictureAspect(options.rendering.size, QGuiApplication::font());
    return config;
}

/// Runs the pipeline until a published snapshot satisfies `wanted`. `snapshot` is the last one published.
Status runUntil(std::shared_ptr<const Snapshot>& snapshot, const SessionConfig& config,
                bool (*wanted)(const Snapshot& published), const std::stop_token& interrupt) {
    std::stop_source stop;
    const std::stop_callback interrupted(interrupt, [&stop] { stop.request_stop(); });
    const SnapshotSink keep = [&](std::shared_ptr<const Snapshot> published) {
        snapshot = std::move(published);
        if (wanted(*snapshot)) {
            stop.request_stop();
        }
    };
    return runPipeline(snapshot ? *snapshot : Snapshot(), config, Reread::No, RunControl(stop.get_token(), {}), keep);
}

/// A program defines its own computation and is always drawn as a whole, so --model and --trees are errors.
Status checkProgramOptions(const LaunchOptions& options, const Treebank& bank) {
    if (!bank.program.empty() && (options.model || options.trees)) {
        return Error{ErrorCode::Config, options.model
                                            ? "--model: a program defines its own computation and takes no net"
                                            : "--trees: a program is always drawn as a whole"};
    }
    return Ok{};
}

/// At the window's pace, a film of many batches takes a minute and ten megabytes, so the default is shorter.
void setPace(Film& film, const RenderOptions& rendering, const ExportFormat& format, double naturalSeconds) {
    film.seconds = rendering.seconds.value_or(std::min(naturalSeconds, kLongestFilm));
    // A video stores only what changes; in a GIF, every frame adds to the size.
    const double usual = film.framesPerSecond;
    const double fitting = format.repeats ? std::clamp(kMostFramesOfGif / film.seconds, kLeastRate, usual) : usual;
    film.framesPerSecond = static_cast<int>(std::lround(rendering.framesPerSecond.value_or(fitting)));
}

ExportRequest requestOf(const LaunchOptions& options, const Snapshot& snapshot) {
    const RenderOptions& rendering = options.rendering;
    const double end = snapshot.storyboard->end();
    ExportRequest request;
    request.path = options.render;
    request.format = *exportFormatOf(options.render); // parseLaunch() has checked the format
    request.snapshot = snapshot;
    request.look.size = rendering.size;
    request.look.scale = rendering.scale;
    request.look.theme = &themeOf(options.theme.value_or(ThemeChoice::Light), lightTheme());
    request.look.ground = rendering.transparent ? Ground::Transparent : Ground::Filled;
    request.look.part = ExportPart::All;
    request.look.stepView = request.format->isFilm() ? StepView::CloseUp : StepView::Full; // as during playback
    request.look.font = QGuiApplication::font();
    // The default is the most informative moment: every batch is a block next to the lanes that it came from.
    request.time = rendering.time.value_or(end - 1.0);
    request.film.end = end;
    setPace(request.film, rendering, *request.format, naturalSeconds(snapshot, 0.0, end));
    return request;
}

} // namespace

Status render(const LaunchOptions& options, const std::stop_token& interrupt, const ProgressSink& sink) {
    std::shared_ptr<const Snapshot> snapshot;
    SessionConfig config = configOf(options);
    Status status = runUntil(
        snapshot, config, [](const Snapshot& published) { return published.treebank != nullptr; }, interrupt);
    if (snapshot && snapshot->treebank) {
        TRY(checkProgramOptions(options, *snapshot->treebank));
        if (!options.model) {
            const GraphOptions chosen = config.graph;
            config.graph = suggestedOptions(*snapshot->treebank, chosen);
            if (config.graph != chosen) {
                fmt::print(stderr, "{}\n", suggestionText(*snapshot->treebank, chosen, config.graph, NetNames::Ids));
            }
        }
        // The picture needs no run, so the run is stopped as soon as the schedule exists.
        status = runUntil(
            snapshot, config, [](const Snapshot& published) { return published.storyboard != nullptr; }, interrupt);
    }
    if (interrupt.stop_requested()) {
        return cancelledError();
    }
    if (!snapshot || !snapshot->storyboard) {
        return status ? Status(Error{ErrorCode::Layout, "there is nothing to draw"}) : status;
    }
    for (const Diagnostic& diagnostic : snapshot->treebank->diagnostics) {
        fmt::print(stderr, "{}\n", diagnostic.text());
    }
    const Result<qint64> written = writeExport(requestOf(options, *snapshot), RunControl(interrupt, sink));
    return written ? Status(Ok{}) : Status(written.error());
}

} // namespace batchscope
