// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels.h"

#include "views/code/code_view.h"
#include "views/inspector/inspector_view.h"
#include "views/nodes/nodes_view.h"
#include "views/passes/passes_view.h"
#include "views/plots/batch_sizes_view.h"
#include "views/plots/timing_view.h"
#include "views/plots/treebank_statistics_view.h"
#include "views/steps/steps_view.h"
#include "views/treebank/treebank_view.h"

#include <QCoreApplication>

#include <array>

namespace batchscope {

namespace {

template <typename View>
QWidget* create(Session& session, Playback& playback, QWidget* parent) {
    return new View(session, playback, parent);
}

constexpr std::array<PanelSpec, 9> kPanels = {{
    {"treebank", QT_TRANSLATE_NOOP("panels", "Treebank"), Qt::LeftDockWidgetArea, 330, create<TreebankView>},
    {"code", QT_TRANSLATE_NOOP("panels", "Code"), Qt::LeftDockWidgetArea, 330, create<CodeView>},
    {"inspector", QT_TRANSLATE_NOOP("panels", "Inspector"), Qt::RightDockWidgetArea, 290, create<InspectorView>},
    {"steps", QT_TRANSLATE_NOOP("panels", "Steps"), Qt::BottomDockWidgetArea, 250, create<StepsView>},
    {"nodes", QT_TRANSLATE_NOOP("panels", "Nodes"), Qt::BottomDockWidgetArea, 250, create<NodesView>},
    {"batch-sizes", QT_TRANSLATE_NOOP("panels", "Batch sizes"), Qt::BottomDockWidgetArea, 250, create<BatchSizesView>},
    {"timing", QT_TRANSLATE_NOOP("panels", "Timing"), Qt::BottomDockWidgetArea, 250, create<TimingView>},
    {"passes", QT_TRANSLATE_NOOP("panels", "Passes"), Qt::BottomDockWidgetArea, 250, create<PassesView>},
    {"statistics", QT_TRANSLATE_NOOP("panels", "Treebank statistics"), Qt::BottomDockWidgetArea, 250,
     create<TreebankStatisticsView>},
}};

} // namespace

std::span<const PanelSpec> panels() {
    return kPanels;
}

} // namespace batchscope
