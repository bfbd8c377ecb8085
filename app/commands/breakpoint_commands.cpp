// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "core/base/check.h"
#include "views/commands/command_registry.h"
#include "views/session/breakpoint_list.h"
#include "views/session/playback.h"
#include "views/tables/breakpoints_view.h"

#include <QDockWidget>

#include <algorithm>

namespace batchscope {

namespace {

BreakpointsView& breakpointsOf(const MainWindow& window) {
    auto* const view = qobject_cast<BreakpointsView*>(window.panel(QStringLiteral("breakpoints"))->widget());
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

/// One at that step, or none any more.
void toggleAtStep(MainWindow& window) {
    const BatchId batch = meantBatch(window.playback());
    if (!batch.valid()) {
        window.raisePanel(QStringLiteral("breakpoints"));
        return;
    }
    BreakpointList& list = window.session().breakpoints();
    const QString query = QStringLiteral("step:%1").arg(batch.index());
    const auto& all = list.all();
    const auto there = std::find_if(all.begin(), all.end(),
                                    [&](const Breakpoint& other) { return other.query == query.toStdString(); });
    if (there != all.end()) {
        list.remove(static_cast<std::size_t>(there - all.begin()));
    } else {
        (void)list.add(query); // which is a query
    }
}

/// {"query"}.
Status addBreakpoint(MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> query = textArgument(arguments, QStringLiteral("query"));
    return query ? window.session().breakpoints().add(*query) : query.error();
}

} // namespace

BatchId meantBatch(const Playback& playback) {
    if (playback.focus().batch.valid() || playback.storyboard() == nullptr) {
        return playback.focus().batch;
    }
    return batchAt(*playback.storyboard(), playback.time());
}

void addBreakpointCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    addPlain(window,
             {.id = QStringLiteral("breakpoint-toggle"),
              .text = tr("Toggle &breakpoint"),
              .tip = tr("Set a breakpoint at the selected or the shown batch, or remove it."),
              .menu = MenuSection::PlayBreakpoints,
              .shortcuts = {Qt::Key_F9}},
             [&window] { toggleAtStep(window); });
    addPlain(window,
             {.id = QStringLiteral("breakpoint-next"),
              .text = tr("&Next breakpoint"),
              .tip = tr("Go to the next batch that a breakpoint stops at."),
              .menu = MenuSection::PlayBreakpoints,
              .shortcuts = {Qt::Key_F5}},
             [&window] { breakpointsOf(window).goOn(); });
    addPlain(window,
             {.id = QStringLiteral("breakpoint-previous"),
              .text = tr("&Previous breakpoint"),
              .tip = tr("Go to the previous batch that a breakpoint stops at."),
              .menu = MenuSection::PlayBreakpoints,
              .shortcuts = {QKeySequence(Qt::SHIFT | Qt::Key_F5)}},
             [&window] { breakpointsOf(window).goBack(); });
    addPlain(window,
             {.id = QStringLiteral("breakpoints-clear"),
              .text = tr("Remove &all breakpoints"),
              .tip = tr("Remove every breakpoint."),
              .menu = MenuSection::PlayBreakpoints},
             [&window] { window.session().breakpoints().clear(); });
    window.commands().add({.id = QStringLiteral("breakpoint"),
                           .text = tr("Breakpoint"),
                           .tip = tr("Set a breakpoint by a query over nodes."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("query, as in the search for nodes")},
                          [&window](const QJsonObject& arguments) { return addBreakpoint(window, arguments); });
}

} // namespace batchscope
