// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/snapshots.h"

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/formats/read_treebank.h"
#include "core/schedule/policy.h"
#include "core/schedule/scheduler.h"

#include <memory>
#include <utility>

namespace batchscope::testing {

TreesFile::TreesFile() {
    BATCHSCOPE_CHECK(m_file.open() && m_file.write(kThreeTrees.data(), static_cast<qint64>(kThreeTrees.size())) > 0);
    m_file.close();
}

namespace {

template <typename T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

} // namespace

Snapshot snapshotOf(std::string_view treebank, const std::string& policy, const GraphOptions& options) {
    Snapshot snapshot;
    snapshot.config.graph = options;
    snapshot.revision = 1;
    snapshot.treebank = shared(*readTreebankText(treebank, "test", {}));
    snapshot.graph = shared(*buildGraph(*snapshot.treebank, snapshot.config.graph, {}));
    const std::vector<float> widths(snapshot.graph->size(), 2.0F);
    snapshot.forest = shared(layoutForest(*snapshot.graph, widths, 1.6F));
    snapshot.lanes = shared(layoutLanes(*snapshot.graph, snapshot.forest->nodes, 0.8F));
    snapshot.schedule = shared(*makeSchedule(*snapshot.graph, **findPolicy(policy), {}));
    snapshot.metrics =
        shared(metricsOf(*snapshot.graph, *snapshot.schedule, makePlan(*snapshot.graph, *snapshot.schedule)));
    snapshot.planned = shared(plannedViews(*snapshot.graph, *snapshot.schedule, InterpreterOptions(), Work::Inference));
    snapshot.storyboard =
        shared(storyboardOf(*snapshot.graph, *snapshot.forest, *snapshot.lanes, *snapshot.schedule, 1.6F));
    return snapshot;
}

} // namespace batchscope::testing
