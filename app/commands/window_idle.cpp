// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/window_idle.h"

#include "app/commands/schedule_editor.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/session_keeper.h"
#include "views/canvas/widget/split_view.h"
#include "views/changes/changes_view.h"
#include "views/inspector/pair_view.h"
#include "views/inspector/slow_view.h"
#include "views/layout/dot_process.h"
#include "views/session/breakpoint_list.h"
#include "views/session/playback.h"
#include "views/session/tree_finder.h"

#include <QDockWidget>

#include <algorithm>

namespace batchscope {

bool isIdle(const MainWindow& window) {
    const Session& session = window.session();
    const bool works = session.busy() || session.benchRunning() || session.indexing() || session.finder().running() ||
                       session.breakpoints().running() || window.split().busy();
    const auto layouts = window.findChildren<DotProcess*>();
    const bool lays = std::any_of(layouts.begin(), layouts.end(), [](const DotProcess* dot) { return dot->running(); });
    const auto* const pair = qobject_cast<PairView*>(window.panel(QStringLiteral("pair"))->widget());
    const auto* const slow = qobject_cast<SlowView*>(viewOf(window, QStringLiteral("slow")));
    const auto* const changes = qobject_cast<ChangesView*>(window.panel(QStringLiteral("changes"))->widget());
    const bool tries = (changes != nullptr && changes->isComparing()) || (pair != nullptr && pair->isTrying()) ||
                       (slow != nullptr && slow->isLooking());
    const auto* const editor = window.findChild<ScheduleEditor*>(QString(), Qt::FindDirectChildrenOnly);
    const bool edits = (editor != nullptr && editor->isBusy()) || window.keeper().isReading();
    return !works && !edits && !lays && !tries && !window.playback().moving();
}

} // namespace batchscope
