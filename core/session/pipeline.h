// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes a session from a config to a snapshot, stage by stage, and repeats only what the change affects. Each stage is
// published as it finishes, so that the picture is shown before the run ends. One pipeline at a time, on any thread.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/work.h"
#include "core/nets/trainable.h"
#include "core/session/snapshot.h"

#include <functional>

namespace batchscope {

using SnapshotSink = std::function<void(std::shared_ptr<const Snapshot>)>;

enum class Reread {
    No,        ///< reuses what was read, unless the config has other files or read options
    Yes,       ///< reads the files again even if the config did not change
    Beginning, ///< like Yes, but reads only the beginning of large files (Treebank::complete)
};

/// Reread::Beginning reads at least this many trees and this many bytes of the files.
constexpr std::size_t kFirstTreesRead = 1000;
constexpr std::uint64_t kFirstBytesRead = std::uint64_t{8} << 20U;

/// The snapshot with another treebank, without everything that was made from the former one.
[[nodiscard]] Snapshot withTreebank(Snapshot snapshot, std::shared_ptr<const Treebank> bank,
                                    std::shared_ptr<const TreeStatistics> statistics);

/// Brings `before` (may be empty) to `config`. The last snapshot passed to `publish` is the result. After an error or
/// cancellation, the published snapshots remain valid. Training without labels is a Config error, and nothing is
/// published, unless nothing of these trees is shown yet: then they are shown without training, and the config says so.
[[nodiscard]] Status runPipeline(const Snapshot& before, const SessionConfig& config, Reread reread,
                                 const RunControl& control, const SnapshotSink& publish);

// Checks if a run can do the requested work on these trees. Every front end calls this before it spends memory or time
// on the run: core/exec knows the graph, and only core/nets knows where labels come from.

/// Training needs labels: fails like checkTrainable. Inference needs nothing.
[[nodiscard]] inline Status checkWork(Work work, const Treebank& bank, const GraphOptions& options,
                                      const OpGraph& graph) {
    return work == Work::Training ? checkTrainable(bank, options, graph) : Status(Ok{});
}

} // namespace batchscope
