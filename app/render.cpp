// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render.h"

#include "app/picture_file.h"
#include "core/session/pipeline.h"
#include "core/session/suggestion.h"

#include <fmt/format.h>

#include <cstdio>
#include <stop_token>

namespace batchscope {

namespace {

constexpr std::size_t kFirstTrees = 8; // as the window shows at first

SessionConfig configOf(const LaunchOptions& options) {
    SessionConfig config;
    for (const QString& file : options.files) {
        config.files.push_back(file.toStdString());
    }
    config.graph.model = options.model ? options.model->toStdString() : config.graph.model;
    config.policy = options.policy ? options.policy->toStdString() : config.policy;
    config.graph.trees = options.trees.value_or(TreeRange{0, kFirstTrees});
    config.aspect = static_cast<float>(options.size.width()) / static_cast<float>(options.size.height());
    return config;
}

/// Runs until `wanted` holds of what is published; that is the last snapshot.
Status runUntil(std::shared_ptr<const Snapshot>& snapshot, const SessionConfig& config,
                bool (*wanted)(const Snapshot& published)) {
    std::stop_source stop;
    const SnapshotSink keep = [&](std::shared_ptr<const Snapshot> published) {
        snapshot = std::move(published);
        if (wanted(*snapshot)) {
            stop.request_stop();
        }
    };
    return runPipeline(snapshot ? *snapshot : Snapshot(), config, Reread::No, RunControl(stop.get_token(), {}), keep);
}

} // namespace

Status render(const LaunchOptions& options) {
    std::shared_ptr<const Snapshot> snapshot;
    SessionConfig config = configOf(options);
    Status status = runUntil(snapshot, config, [](const Snapshot& published) { return published.treebank != nullptr; });
    if (snapshot && snapshot->treebank) {
        config.graph = options.model ? config.graph : suggestedOptions(*snapshot->treebank, config.graph);
        // The picture needs no run: it is stopped as soon as the schedule stands.
        status = runUntil(snapshot, config, [](const Snapshot& published) { return published.storyboard != nullptr; });
    }
    if (!snapshot || !snapshot->storyboard) {
        return status ? Status(Error{ErrorCode::Layout, "there is nothing to draw"}) : status;
    }
    for (const Diagnostic& diagnostic : snapshot->treebank->diagnostics) {
        fmt::print(stderr, "{}\n", diagnostic.text());
    }
    // By default the moment that tells most: every batch stands as a block beside the lanes it came from.
    const double time = options.time.value_or(snapshot->storyboard->end() - 1.0);
    const Theme& theme = themeOf(options.theme.value_or(ThemeChoice::Light), lightTheme());
    return writePicture(*snapshot, time, {}, theme, options.size, options.render);
}

} // namespace batchscope
