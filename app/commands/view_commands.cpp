// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_palette.h"
#include "views/commands/key_sheet.h"
#include "views/inspector/inspector_view.h"
#include "views/manual/manual_window.h"
#include "views/models/words.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMessageBox>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace batchscope {

namespace {

void addCanvasCommands(MainWindow& window) {
    // With two pictures, the one that has the focus.
    const auto canvas = [&window]() -> CanvasView& { return window.split().canvasInUse(); };
    add(window,
        {"fit", "&Fit to window", "Zoom so that the whole picture is visible.", learn(MenuSection::ViewZoom), Qt::Key_0,
         "fit"},
        [canvas] { canvas().sight().fitAll(); });
    add(window,
        {"focus-selection", "Fo&cus selection", "Center the picture on the selection.", MenuSection::ViewZoom,
         Qt::Key_F, "focus"},
        [canvas] { canvas().navigation().focusSelection(); });
    add(window,
        {"zoom-in", "Zoom &in", "Enlarge the picture.", MenuSection::ViewZoom,
         Keys(Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal), "zoom-in"},
        [canvas] { canvas().sight().zoomIn(); });
    add(window,
        {"zoom-out", "Zoom &out", "Shrink the picture.", MenuSection::ViewZoom, Qt::CTRL | Qt::Key_Minus, "zoom-out"},
        [canvas] { canvas().sight().zoomOut(); });
    add(window,
        {"copy-picture", "&Copy picture", "Copy the picture to the clipboard as it is shown.", MenuSection::EditCopy,
         Qt::CTRL | Qt::SHIFT | Qt::Key_C},
        [canvas] { QApplication::clipboard()->setPixmap(canvas().grab()); });
}

/// Brings a panel to the front if others cover it; otherwise hides it.
void togglePanel(MainWindow& window, const QString& id) {
    QDockWidget& dock = *window.panel(id);
    const bool isSeen = dock.isVisible() && !dock.visibleRegion().isEmpty();
    isSeen ? dock.hide() : window.raisePanel(id);
}

/// Sets the height of a panel at the bottom, or the width of a panel at a side.
void resizePanel(MainWindow& window, QDockWidget& dock, int size) {
    const bool isBottom = window.dockWidgetArea(&dock) == Qt::BottomDockWidgetArea;
    window.resizeDocks({&dock}, {size}, isBottom ? Qt::Vertical : Qt::Horizontal);
}

QStringList panelIds() {
    QStringList ids;
    for (const PanelSpec& panel : panels()) {
        ids.append(QString::fromLatin1(panel.id));
    }
    for (const TabSpec& tab : panelTabs()) {
        ids.append(QString::fromLatin1(tab.id));
    }
    return ids;
}

QString panelTitle(const char* title) {
    return QCoreApplication::translate("panels", title);
}

/// Panels have a place in the menus; tabs are reached by a click or by name.
void addTabCommands(MainWindow& window) {
    for (const TabSpec& tab : panelTabs()) {
        const QString id = QString::fromLatin1(tab.id);
        addPlain(window,
                 {.id = QStringLiteral("show-panel-") % id,
                  .text = MainWindow::tr("%1: %2").arg(window.panel(id)->windowTitle(), panelTitle(tab.title)),
                  .tip = panelTitle(tab.about)},
                 [&window, id] { window.raisePanel(id); });
    }
    const auto& inspector = panelView<InspectorView>(window, "inspector");
    QObject::connect(&inspector, &InspectorView::speedUpAsked,
                     window.commands().action(QStringLiteral("show-panel-speed-up")), &QAction::trigger);
    QObject::connect(&inspector, &InspectorView::whySlowAsked,
                     window.commands().action(QStringLiteral("show-panel-slow")), &QAction::trigger);
}

void addPanelCommands(MainWindow& window) {
    add(window, {"show-panel", "Show a panel", "Show the panel with the given id."},
        QStringLiteral("id: %1; size: the height of a bottom panel or the width of a side panel")
            .arg(panelIds().join(QStringLiteral(", "))),
        [&window](const QJsonObject& arguments) -> Status {
            const Result<QString> id = textArgument(arguments, "id");
            TRY(id);
            QDockWidget* dock = window.panel(*id);
            if (dock == nullptr) {
                return Error{ErrorCode::Config, "there is no panel \"" + id->toStdString() + '"'};
            }
            window.raisePanel(*id);
            if (const int size = arguments.value(QStringLiteral("size")).toInt(); size > 0) {
                resizePanel(window, *dock, size);
            }
            return Ok{};
        });
    for (const PanelSpec& panel : panels()) {
        const QString id = QString::fromLatin1(panel.id);
        const QString title = panelTitle(panel.title);
        QAction* action = addPlain(window,
                                   {.id = QStringLiteral("show-panel-") % id,
                                    .text = MainWindow::tr("Panel: %1").arg(title),
                                    .tip = MainWindow::tr("Show or hide this panel."),
                                    .menu = {MenuSection::ViewWindow, panel.from},
                                    .submenu = MainWindow::tr("&Panels")},
                                   [&window, id] { togglePanel(window, id); });
        action->setText(title); // its submenu is titled Panels
        action->setCheckable(true);
        const QAction* shown = window.panel(id)->toggleViewAction();
        const auto update = [action, shown] { action->setChecked(shown->isChecked()); };
        QObject::connect(shown, &QAction::toggled, action, update);
        follow(window, action, update); // a covered panel comes to the front and stays checked
    }
    addTabCommands(window);
    add(window,
        {"reset-layout", "&Reset panels", "Move every panel of this arrangement back to its default place.",
         MenuSection::ViewWindow},
        [&window] { window.pages().resetPanels(); });
}

void switchArrangement(MainWindow& window) {
    const bool isStory = window.pages().arrangements().current() == Arrangement::Story;
    window.pages().arrange(isStory ? Arrangement::Workbench : Arrangement::Story);
}

/// The names of an enumeration, as scripts spell them.
template <typename Enum>
QString namesOf() {
    return toText(fmt::format("{}", fmt::join(enumNames<Enum>(), ", ")));
}

void addArrangementCommands(MainWindow& window) {
    add(window,
        {"switch-arrangement", "&Switch between Story and Workbench", "Show only the picture, or all panels.",
         MenuSection::ViewWindow, Qt::Key_P},
        [&window] { switchArrangement(window); });
    const Arrangements& arrangements = window.pages().arrangements();
    const auto value = [](Arrangement which, const QString& text, const QString& tip) {
        return NamedChoice::Value{toText(enumName(which)), text, tip, {}, MenuSection::ViewWindow};
    };
    const auto update = addNamed(
        window, {.id = QStringLiteral("arrangement"),
                 .text = MainWindow::tr("Arrangement"),
                 .tip = MainWindow::tr("Arrangement of the panels: story, workbench or lesson."),
                 .known = namesOf<Arrangement>(),
                 .values = {value(Arrangement::Story, MainWindow::tr("&Story"),
                                  MainWindow::tr("All of the window is the picture; panels open when asked for.")),
                            value(Arrangement::Workbench, MainWindow::tr("&Workbench"),
                                  MainWindow::tr("All panels around the picture.")),
                            value(Arrangement::Lesson, MainWindow::tr("&Lesson"),
                                  MainWindow::tr("The lessons, in large text beside the picture."))},
                 .submenu = MainWindow::tr("&Arrangement"),
                 .apply = [&window](const QString& name) -> Status {
                     const Result<Arrangement> arrangement = parseEnum<Arrangement>(name.toStdString());
                     TRY(arrangement);
                     window.pages().arrange(*arrangement);
                     return Ok{};
                 },
                 .present = [&arrangements] { return toText(enumName(arrangements.current())); }});
    QObject::connect(&arrangements, &Arrangements::chosen, &window, update);
}

/// The remembered theme, unless the command line asked for another one.
ThemeChoice presentTheme(const MainWindow& window) {
    const ThemeChoice remembered = window.settings().theme();
    const Theme& shown = themeOf(window);
    const bool isRemembered = remembered == ThemeChoice::System || &themeOf(remembered, shown) == &shown;
    return isRemembered ? remembered : *parseEnum<ThemeChoice>(shown.name.toStdString());
}

void addThemeCommands(MainWindow& window) {
    NamedChoice themes{.id = QStringLiteral("theme"),
                       .text = MainWindow::tr("Theme"),
                       .tip = MainWindow::tr("Color theme: light, dark, high-contrast, paper or system."),
                       .known = namesOf<ThemeChoice>(),
                       .values = {},
                       .submenu = MainWindow::tr("&Theme"),
                       .apply = [&window](const QString& name) -> Status {
                           const Result<ThemeChoice> theme = parseEnum<ThemeChoice>(name.toStdString());
                           TRY(theme);
                           window.chooseTheme(*theme);
                           return Ok{};
                       },
                       .present = [&window] { return toText(enumName(presentTheme(window))); }};
    for (std::size_t place = 0; place < enumNames<ThemeChoice>().size(); ++place) {
        const auto choice = static_cast<ThemeChoice>(place);
        const QString name = toText(enumName(choice));
        const Interface from = choice == ThemeChoice::Paper ? Interface::Expert : Interface::Learn;
        themes.values.push_back(
            {name, MainWindow::tr("Theme: %1").arg(name), MainWindow::tr("Use these colors for the window."),
             choice == ThemeChoice::System ? MainWindow::tr("Same as system") : themeOf(choice, lightTheme()).title,
             MenuPlace(MenuSection::ViewWindow, from)});
    }
    QObject::connect(&window, &MainWindow::themeChosen, &window, addNamed(window, themes));
}

/// Reads {"on": true or false}; without it, returns `other`.
Result<bool> switchArgument(const QJsonObject& arguments, bool other) {
    const QJsonValue on = arguments.value(QStringLiteral("on"));
    if (!on.isUndefined() && !on.isBool()) {
        return Error{ErrorCode::Config, R"("on" must be true or false)"};
    }
    return on.toBool(other);
}

void addMotionCommand(MainWindow& window) {
    QAction* action = add(window,
                          {"reduced-motion", "&Reduced motion", "Jump from step to step instead of animating.",
                           learn(MenuSection::ViewWindow)},
                          "on: true or false; omit it to toggle", [&window](const QJsonObject& arguments) -> Status {
                              const Result<bool> on = switchArgument(arguments, !window.settings().reducedMotion());
                              if (on) {
                                  window.setReducedMotion(*on);
                              }
                              return on ? Status(Ok{}) : Status(on.error());
                          });
    action->setCheckable(true);
    action->setChecked(window.settings().reducedMotion());
}

void addInterfaceCommand(MainWindow& window) {
    QAction* action = add(
        window,
        {"expert", "&Expert", "Show all panels, policies, options and menu entries, or the few that a beginner needs.",
         learn(MenuSection::ViewWindow)},
        QStringLiteral("on: true or false; omit it to toggle"), [&window](const QJsonObject& arguments) -> Status {
            const Result<bool> on = switchArgument(arguments, window.interface() == Interface::Learn);
            if (on) {
                window.setInterface(*on ? Interface::Expert : Interface::Learn);
            }
            return on ? Status(Ok{}) : Status(on.error());
        });
    action->setCheckable(true);
    const auto update = [&window, action] { action->setChecked(window.interface() == Interface::Expert); };
    QObject::connect(&window, &MainWindow::interfaceChanged, action, update);
    update();
}

/// Arguments: {"width", "height"}.
Status resizeWindow(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::size_t> width = indexArgument(arguments, "width");
    const Result<std::size_t> height = indexArgument(arguments, "height");
    constexpr std::size_t kLargest = 16384;
    if (!width || !height || std::max(*width, *height) > kLargest) {
        return Error{ErrorCode::Config, R"(window-size needs "width" and "height", each up to 16384)"};
    }
    window.resize(static_cast<int>(*width), static_cast<int>(*height));
    return Ok{};
}

void about(MainWindow& window) {
    auto* box = new QMessageBox(&window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowModality(Qt::NonModal);
    box->setWindowTitle(MainWindow::tr("About Batchscope"));
    box->setIconPixmap(window.windowIcon().pixmap(64));
    box->setText(MainWindow::tr(
                     "<h3>Batchscope %1</h3><p>Dynamic batching on trees, made visible.</p><p>Free software under the "
                     "GNU General Public License, version 3 or later. Built with Qt %2, LibTorch and QCustomPlot.</p>")
                     .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion())));
    box->show();
}

/// The manual page about the panel in focus, or about the picture if that has the focus.
QString pageInFocus(const MainWindow& window) {
    for (const PanelSpec& panel : panels()) {
        const QString id = QString::fromLatin1(panel.id);
        if (window.focusWidget() != nullptr && window.panel(id)->isAncestorOf(window.focusWidget())) {
            return manualPageOf(id);
        }
    }
    return window.pages().isWorkspaceShown() && window.canvas().hasFocus() ? QStringLiteral("picture")
                                                                           : manualPages().front().name;
}

void addManual(MainWindow& window) {
    auto* manual = new ManualWindow(&window);
    QObject::connect(manual, &ManualWindow::commandAsked, &window,
                     [&window](const QString& id) { window.commands().action(id)->trigger(); });
    const auto show = [manual](const QString& page) {
        manual->showPage(page);
        manual->show();
        manual->raise();
    };
    add(window,
        {"manual", "&Manual", "Open the manual, at the page about the panel in focus.", learn(MenuSection::HelpLearn),
         Qt::Key_F1},
        [&window, show] { show(pageInFocus(window)); });
    add(window,
        {"glossary", "&Glossary", "Show the terms that are used here, each explained in a sentence or two.",
         learn(MenuSection::HelpLearn)},
        [show] { show(QStringLiteral("glossary")); });
}

/// Adds a command that hides or shows a part of all pictures, including one that is added later for comparison.
void addHiding(MainWindow& window, const CommandRow& row, void (CanvasView::*show)(bool)) {
    const auto isShown = std::make_shared<bool>(true);
    const auto apply = [&window, isShown, show] {
        for (auto* canvas : window.findChildren<CanvasView*>()) {
            (canvas->*show)(*isShown);
        }
    };
    add(window, row, [isShown, apply] {
        *isShown = !*isShown;
        apply();
    });
    QObject::connect(&window.split(), &SplitView::rivalChanged, &window, apply);
}

void addPresentationCommands(MainWindow& window) {
    add(window,
        {"full-screen", "Presen&tation",
         "Show only the picture, its caption and the playback controls, full screen; press Esc to leave.",
         learn(MenuSection::ViewWindow), Qt::Key_F11},
        [&window] { window.pages().togglePresentation(); })
        ->setCheckable(true);
    Presentation& presentation = window.pages().presentation();
    QAction* blank = add(window,
                         {"blank-screen", "&Blank screen",
                          "Make the screen black during a presentation, and bring the picture back.",
                          MenuSection::ViewWindow, Qt::Key_B},
                         [&presentation] { presentation.toggleBlank(); });
    QAction* pointer = add(window,
                           {"pointer", "Poin&ter", "Show a red dot at the mouse during a presentation.",
                            MenuSection::ViewWindow, Qt::Key_L},
                           [&presentation] { presentation.togglePointer(); });
    addHiding(window,
              {"hide-legend", "Hide the le&gend",
               "Hide the legend below the picture, or show it again; the picture takes its room.",
               MenuSection::ViewWindow, Qt::Key_G},
              &CanvasView::setLegendShown);
    addHiding(window,
              {"hide-headline", "Hide the &headline",
               "Hide the text above the picture, or show it again; the picture takes its room.",
               MenuSection::ViewWindow, Qt::Key_H},
              &CanvasView::setHeadlineShown);
    for (QAction* action : {blank, pointer}) {
        action->setAutoRepeat(false); // holding the key counts as one press
        const auto update = [&presentation, action] { action->setEnabled(presentation.isOn()); };
        QObject::connect(&window.pages(), &WindowPages::presentationChanged, action, update);
        update();
    }
}

void addWindowCommands(MainWindow& window) {
    add(window, {"window-size", "Window size", "Set the window size."}, "width, height",
        [&window](const QJsonObject& arguments) { return resizeWindow(window, arguments); });
    auto* palette = new CommandPalette(window.commands(), &window);
    add(window,
        {"command-palette", "&Commands…", "Find and run a command by name.", learn(MenuSection::HelpCommands),
         Qt::CTRL | Qt::SHIFT | Qt::Key_P, "commands"},
        [palette] { palette->popUp(); });
    auto* sheet = new KeySheet(window.commands(), &window);
    add(window,
        {"key-sheet", "&Keyboard shortcuts", "Show all keyboard shortcuts on one page.",
         learn(MenuSection::HelpCommands), Qt::Key_Question},
        [sheet] { sheet->show(); });
    addManual(window);
    add(window, {"dismiss-message", "&Dismiss message", "Hide the message above the picture."},
        [&window] { window.messages().dismissAll(); });
    add(window, {"about", "&About Batchscope", "Show the version and license.", learn(MenuSection::HelpAbout)},
        [&window] { about(window); });
}

} // namespace

void addViewCommands(MainWindow& window) {
    addCanvasCommands(window);
    addArrangementCommands(window);
    addPanelCommands(window);
    addThemeCommands(window);
    addMotionCommand(window);
    addInterfaceCommand(window);
    addPresentationCommands(window);
    addWindowCommands(window);
}

} // namespace batchscope
