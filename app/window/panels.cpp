// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels.h"

#include "views/changes/changes_view.h"
#include "views/code/code_view.h"
#include "views/code/passes_view.h"
#include "views/inspector/inspector_view.h"
#include "views/inspector/pair_view.h"
#include "views/inspector/slow_view.h"
#include "views/lessons/lesson_view.h"
#include "views/plots/batch_sizes_view.h"
#include "views/plots/speed_view.h"
#include "views/plots/timing_view.h"
#include "views/plots/training_view.h"
#include "views/plots/treebank_statistics_view.h"
#include "views/tables/bookmarks_view.h"
#include "views/tables/breakpoints_view.h"
#include "views/tables/nodes_view.h"
#include "views/tables/steps_view.h"
#include "views/timeline/time_line_view.h"
#include "views/treebank/treebank_view.h"
#include "views/values/values_view.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QTabWidget>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

template <typename View>
QWidget* create(Session& session, Playback& playback, QWidget* parent) {
    return new View(session, playback, parent);
}

/// Like a panel, each tab catches up when it is shown.
template <const char* Panel>
QWidget* createTabs(Session& session, Playback& playback, QWidget* parent) {
    auto* tabs = new QTabWidget(parent);
    tabs->setDocumentMode(true);
    tabs->setAccessibleName(QCoreApplication::translate("panels", "Views of time"));
    for (const TabSpec& tab : panelTabs()) {
        if (std::string_view(tab.panel) == Panel) {
            QWidget* const view = tab.create(session, playback, tabs);
            view->setWhatsThis(QCoreApplication::translate("panels", tab.about));
            tabs->addTab(view, QCoreApplication::translate("panels", tab.title));
        }
    }
    return tabs;
}

constexpr int kLeastPanelWidth = 210;
constexpr int kPlotHeight = 400; // plots need more than tables

constexpr char kTime[] = "time";

constexpr auto kTabs = std::to_array<TabSpec>({
    {"speed-up", kTime, "Speed-up", create<SpeedView>,
     "How much faster the folded run is, and what each part of that saves."},
    {"timing", kTime, "Measure", create<TimingView>,
     "Times runs of more and fewer trees, of other widths and other nets."},
    {"time-line", kTime, "Timeline", create<TimeLineView>,
     "What ran when: the regular, the folded and the first (cold) run on one time axis."},
    {"slow", kTime, "Why slow?", create<SlowView>,
     "What a step spends its time on, and which single change would need fewer batches."},
});

constexpr auto kPanels = std::to_array<PanelSpec>({
    {"treebank", "Treebank", Qt::LeftDockWidgetArea, 330, create<TreebankView>,
     "All trees of the open files. Filter and sort them, and choose which ones are folded together.", Interface::Learn},
    {"code", "Code", Qt::LeftDockWidgetArea, 330, create<CodeView>,
     "The algorithm, with the line that runs now, and the body of the selected op.", Interface::Learn},
    {"lessons", "Lessons", Qt::LeftDockWidgetArea, 330, create<LessonView>,
     "Short lessons on dynamic batching, with questions that the engine judges.", Interface::Learn},
    {"inspector", "Inspector", Qt::RightDockWidgetArea, 320, create<InspectorView>,
     "All about the selected node or batch: shape, values, operands and cost. Without a "
     "selection, an overview of the run.",
     Interface::Learn},
    {"pair", "Why not together?", Qt::RightDockWidgetArea, 320, create<PairView>,
     "Two nodes: whether they run in one batch, what keeps them apart, and which single "
     "change would bring them together."},
    {"steps", "Steps", Qt::BottomDockWidgetArea, 250, create<StepsView>,
     "A row for each batch in the order of the schedule: what ran, what else was ready, and why this was chosen."},
    {"changes", "Changes", Qt::BottomDockWidgetArea, 250, create<ChangesView>,
     "What another policy would change, batch by batch: which batches grow, shrink, are "
     "split or joined, and how many are saved."},
    {"nodes", "Nodes", Qt::BottomDockWidgetArea, 250, create<NodesView>,
     "A row for each node: the picture as a table, to sort and to search."},
    {"values", "Values", Qt::BottomDockWidgetArea, 250, create<ValuesView>,
     "Every number of the selected node, folded next to regular, and how far apart they "
     "are."},
    {"breakpoints", "Breakpoints", Qt::BottomDockWidgetArea, 250, create<BreakpointsView>,
     "Conditions to stop at: an op, a level, a batch size, a value that is not a number. All "
     "steps that they hit are known at once."},
    {"bookmarks", "Bookmarks", Qt::BottomDockWidgetArea, 250, create<BookmarksView>,
     "Nodes and steps to come back to, each with a note. They are saved with the "
     "session."},
    {"batch-sizes", "Batch sizes", Qt::BottomDockWidgetArea, 250, create<BatchSizesView>,
     "How large the batches are, for each op. Small batches gain little."},
    {kTime, "Time", Qt::BottomDockWidgetArea, kPlotHeight, createTabs<kTime>,
     "How long regular and folded runs take, when each batch runs, and what takes long.", Interface::Learn},
    {"training", "Training", Qt::BottomDockWidgetArea, kPlotHeight, create<TrainingView>,
     "Trains the net on the open trees: loss and accuracy by epoch and by seconds, regular against folded."},
    {"passes", "Passes", Qt::BottomDockWidgetArea, 250, create<PassesView>,
     "What each pass of the engine removed, and each op as it was compiled. Turn a pass "
     "off to see what it is worth."},
    {"statistics", "Treebank statistics", Qt::BottomDockWidgetArea, 250, create<TreebankStatisticsView>,
     "Sizes, heights, words and labels of all trees, and of those that match the filter."},
});

constexpr int kHeightOfSizes = 900; // the window height to which PanelSpec::size refers

Qt::Orientation directionOf(const PanelSpec& panel) {
    return panel.area == Qt::BottomDockWidgetArea ? Qt::Vertical : Qt::Horizontal;
}

QDockWidget* dockNamed(const QMainWindow& window, const QString& id) {
    return window.findChild<QDockWidget*>(id, Qt::FindDirectChildrenOnly);
}

QDockWidget* dockOf(const QMainWindow& window, const PanelSpec& panel) {
    return dockNamed(window, QString::fromLatin1(panel.id));
}

const TabSpec* tabNamed(const QString& id) {
    const auto* const found =
        std::find_if(kTabs.begin(), kTabs.end(), [&id](const TabSpec& tab) { return id == QLatin1String(tab.id); });
    return found == kTabs.end() ? nullptr : found;
}

/// The index of a tab among the tabs of its panel.
int placeOf(const TabSpec& tab) {
    return static_cast<int>(std::count_if(
        kTabs.data(), &tab, [&tab](const TabSpec& before) { return std::string_view(before.panel) == tab.panel; }));
}

QTabWidget* tabsOf(const QMainWindow& window, const TabSpec& tab) {
    return qobject_cast<QTabWidget*>(dockNamed(window, QString::fromLatin1(tab.panel))->widget());
}

void raiseFirst(const QMainWindow& window) {
    const auto all = panels();
    std::for_each(all.rbegin(), all.rend(), [&window](const PanelSpec& panel) { dockOf(window, panel)->raise(); });
}

} // namespace

std::span<const PanelSpec> panels() {
    return kPanels;
}

std::span<const TabSpec> panelTabs() {
    return kTabs;
}

QDockWidget* dockOf(const QMainWindow& window, const QString& id) {
    const TabSpec* const tab = tabNamed(id);
    return dockNamed(window, tab == nullptr ? id : QString::fromLatin1(tab->panel));
}

QWidget* viewOf(const QMainWindow& window, const QString& id) {
    if (const TabSpec* const tab = tabNamed(id)) {
        return tabsOf(window, *tab)->widget(placeOf(*tab));
    }
    const QDockWidget* const dock = dockNamed(window, id);
    return dock == nullptr ? nullptr : dock->widget();
}

void raiseTab(const QMainWindow& window, const QString& id) {
    if (const TabSpec* const tab = tabNamed(id)) {
        tabsOf(window, *tab)->setCurrentIndex(placeOf(*tab));
    }
}

void addPanels(QMainWindow& window, Session& session, Playback& playback) {
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea); // tables and plots need the full width
    window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    std::map<Qt::DockWidgetArea, QDockWidget*> last;
    for (const PanelSpec& panel : panels()) {
        auto* dock = new QDockWidget(QCoreApplication::translate("panels", panel.title), &window);
        dock->setObjectName(QString::fromLatin1(panel.id));
        dock->setWidget(panel.create(session, playback, dock));
        dock->setMinimumWidth(kLeastPanelWidth);
        dock->setFeatures(QDockWidget::DockWidgetClosable);
        dock->setWhatsThis(QCoreApplication::translate("panels", panel.about));
        window.addDockWidget(panel.area, dock);
        if (QDockWidget* before = std::exchange(last[panel.area], dock)) {
            window.tabifyDockWidget(before, dock);
        }
        window.resizeDocks({dock}, {panel.size}, directionOf(panel));
    }
    raiseFirst(window);
}

void raiseWithRoom(QMainWindow& window, QDockWidget& dock) {
    const auto all = panels();
    const auto panel = std::find_if(all.begin(), all.end(), [&dock](const PanelSpec& each) {
        return dock.objectName() == QString::fromLatin1(each.id);
    });
    int height = 0; // the present height of the bottom area
    for (const PanelSpec& each : all) {
        const QDockWidget* const other = dockOf(window, each);
        const bool isSeen = each.area == Qt::BottomDockWidgetArea && !other->visibleRegion().isEmpty();
        height = isSeen && !other->isFloating() ? std::max(height, other->height()) : height;
    }
    dock.show();
    dock.raise();
    const bool isAtBottom = panel != all.end() && panel->area == Qt::BottomDockWidgetArea && !dock.isFloating();
    if (const int wanted = isAtBottom ? panel->size * window.height() / kHeightOfSizes : 0; height < wanted) {
        window.resizeDocks({&dock}, {wanted}, Qt::Vertical);
    }
}

namespace {

void showOnly(QMainWindow& window, std::string_view id, int width) {
    for (const PanelSpec& panel : panels()) {
        const bool isIt = panel.id == id;
        dockOf(window, panel)->setVisible(isIt);
        if (isIt) {
            window.resizeDocks({dockOf(window, panel)}, {width}, Qt::Horizontal);
        }
    }
}

} // namespace

void showStoryPanels(QMainWindow& window) {
    showOnly(window, "", 0);
}

void showLessonPanels(QMainWindow& window, Readers readers) {
    constexpr int kShare = 3;
    constexpr int kMostWidth = 520; // longer lines are hard to read in the usual font size
    const bool areMany = readers == Readers::Audience;
    showOnly(window, "lessons", areMany ? window.width() * 2 / 5 : std::min(window.width() / kShare, kMostWidth));
}

void hidePanelsOfOthers(const QMainWindow& window, Interface shown) {
    for (const PanelSpec& panel : panels()) {
        if (panel.from > shown) {
            dockOf(window, panel)->hide();
        }
    }
}

void showPanels(QMainWindow& window, Interface shown) {
    for (const PanelSpec& panel : panels()) {
        dockOf(window, panel)->setVisible(panel.from <= shown);
    }
    for (const PanelSpec& panel : panels()) {
        const Qt::Orientation direction = directionOf(panel);
        const int size = direction == Qt::Vertical ? panel.size * window.height() / kHeightOfSizes : panel.size;
        window.resizeDocks({dockOf(window, panel)}, {size}, direction);
    }
    raiseFirst(window);
}

} // namespace batchscope
