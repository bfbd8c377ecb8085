// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes a session from a config to a snapshot, stage by stage, and repeats only what the change affects. Each stage is
// published as it finishes, so that the picture is shown before the run ends. One pipeline at a time; any thread.
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
    No,        ///< what was read is used, unless the config asks for other files or other reading
    Yes,       ///< read the files again even if the config did not change
    Beginning, ///< the same, but of large files only as much as is needed at first (Treebank::complete)
};

/// What Beginning reads at least: so many trees, and so many bytes of the files.
constexpr std::size_t kFirstTreesRead = 1000;
constexpr std::uint64_t kFirstBytesRead = std::uint64_t{8} << 20U;

/// The snapshot with other trees; what was made of the former ones is gone.
[[nodiscard]] Snapshot withTreebank(Snapshot snapshot, std::shared_ptr<const Treebank> bank,
                                    std::shared_ptr<const TreeStatistics> statistics);

/// Brings `before` (may be empty) to `config`. The last snapshot given to `publish` is the result. On an error or when
/// cancelled, what was published stays valid. Training without labels is a Config error, and nothing is published; only
/// where nothing of these trees is shown yet they are shown without training, and the snapshots' config says so.
[[nodiscard]] Status runPipeline(const Snapshot& before, const SessionConfig& config, Reread reread,
                                 const RunControl& control, const SnapshotSink& publish);

// Whether a run can do what it was asked for on these trees. Every front end asks here before it spends memory or time
// on the run: core/exec knows the graph, and only core/nets knows where labels would come from.

/// Training needs labels: errors as checkTrainable. Inference needs nothing.
[[nodiscard]] inline Status checkWork(Work work, const Treebank& bank, const GraphOptions& options,
                                      const OpGraph& graph) {
    return work == Work::Training ? checkTrainable(bank, options, graph) : Status(Ok{});
}

} // namespace batchscope
