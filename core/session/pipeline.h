// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: from a config to a snapshot, stage by stage, doing again only what the change touched. Each stage is published
// as it finishes, so that the picture stands before the run ends. One pipeline at a time; any thread.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <functional>

namespace batchscope {

using SnapshotSink = std::function<void(std::shared_ptr<const Snapshot>)>;

enum class Reread { No, Yes }; ///< Yes: read the files again even if the config did not change

/// Brings `before` (may be empty) to `config`. The last snapshot given to `publish` is the result. On an error or when
/// cancelled, what was published stays valid.
[[nodiscard]] Status runPipeline(const Snapshot& before, const SessionConfig& config, Reread reread,
                                 const RunControl& control, const SnapshotSink& publish);

} // namespace batchscope
