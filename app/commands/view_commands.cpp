// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/presentation.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_palette.h"
#include "views/commands/command_registry.h"
#include "views/commands/key_sheet.h"
#include "views/glossary/glossary_dialog.h"
#include "views/manual/manual_pages.h"
#include "views/manual/manual_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMessageBox>

#include <algorithm>
#include <memory>
#include <optional>

namespace batchscope {

namespace {

void addCanvasCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    // With two pictures: the one that has the focus.
    const auto canvas = [&window]() -> CanvasView& { return window.split().canvasInUse(); };
    addPlain(window,
             {QStringLiteral("fit"),
              tr("&Fit to window"),
              tr("Zoom so that the whole picture is visible."),
              {MenuSection::ViewZoom, Interface::Learn},
              {Qt::Key_0},
              iconPath("fit")},
             [canvas] { canvas().sight().fitAll(); });
    addPlain(window,
             {QStringLiteral("focus-selection"),
              tr("Fo&cus selection"),
              tr("Center the picture on the selection."),
              MenuSection::ViewZoom,
              {Qt::Key_F},
              iconPath("focus")},
             [canvas] { canvas().navigation().focusSelection(); });
    addPlain(window,
             {QStringLiteral("zoom-in"),
              tr("Zoom &in"),
              tr("Enlarge the picture."),
              MenuSection::ViewZoom,
              {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
              iconPath("zoom-in")},
             [canvas] { canvas().sight().zoomIn(); });
    addPlain(window,
             {QStringLiteral("zoom-out"),
              tr("Zoom &out"),
              tr("Shrink the picture."),
              MenuSection::ViewZoom,
              {QKeySequence(Qt::CTRL | Qt::Key_Minus)},
              iconPath("zoom-out")},
             [canvas] { canvas().sight().zoomOut(); });
    addPlain(window,
             {QStringLiteral("copy-picture"),
              tr("&Copy picture"),
              tr("Copy the picture to the clipboard as it is shown."),
              MenuSection::EditCopy,
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}},
             [canvas] { QApplication::clipboard()->setPixmap(canvas().grab()); });
}

/// A panel behind others of its place comes to the front, one in front is hidden.
void togglePanel(MainWindow& window, const QString& id) {
    QDockWidget& dock = *window.panel(id);
    const bool isSeen = dock.isVisible() && !dock.visibleRegion().isEmpty();
    isSeen ? dock.hide() : window.raisePanel(id);
}

/// Height of a panel at the bottom, width of one at a side.
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

/// The panel has its place in the menus; a tab is one click, or its name, away.
void addTabCommands(MainWindow& window) {
    for (const TabSpec& tab : panelTabs()) {
        const QString id = QString::fromLatin1(tab.id);
        addPlain(window,
                 {.id = QStringLiteral("show-panel-") % id,
                  .text = MainWindow::tr("%1: %2").arg(window.panel(id)->windowTitle(), panelTitle(tab.title)),
                  .tip = panelTitle(tab.about)},
                 [&window, id] { window.raisePanel(id); });
    }
}

void addPanelCommands(MainWindow& window) {
    window.commands().add(
        {.id = QStringLiteral("show-panel"),
         .text = MainWindow::tr("Show a panel"),
         .tip = MainWindow::tr("Show the panel with the given id."),
         .needsArguments = true,
         .arguments = QStringLiteral("id: %1; size: the height of a bottom panel or the width of a side panel")
                          .arg(panelIds().join(QStringLiteral(", ")))},
        [&window](const QJsonObject& arguments) -> Status {
            const Result<QString> id = textArgument(arguments, QStringLiteral("id"));
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
        action->setText(title); // its menu says that it is a panel
        action->setCheckable(true);
        const QAction* shown = window.panel(id)->toggleViewAction();
        const auto follow = [action, shown] { action->setChecked(shown->isChecked()); };
        QObject::connect(shown, &QAction::toggled, action, follow);
        QObject::connect(action, &QAction::triggered, action,
                         follow); // one behind others comes to the front, and stays
        follow();
    }
    addTabCommands(window);
    addPlain(window,
             {QStringLiteral("reset-layout"), MainWindow::tr("&Reset panels"),
              MainWindow::tr("Move every panel of this arrangement back to its default place."),
              MenuSection::ViewWindow},
             [&window] { window.pages().resetPanels(); });
}

/// {"name": an arrangement}
Status arrange(MainWindow& window, const QJsonObject& arguments) {
    const Result<QString> name = textArgument(arguments, QStringLiteral("name"));
    TRY(name);
    const std::optional<Arrangement> arrangement = arrangementOf(*name);
    if (!arrangement) {
        return Error{ErrorCode::Config, "unknown arrangement \"" + name->toStdString() + "\"; expected " +
                                            arrangementNames().join(QStringLiteral(", ")).toStdString()};
    }
    window.pages().arrange(*arrangement);
    return Ok{};
}

void switchArrangement(MainWindow& window) {
    const bool isStory = window.pages().arrangements().current() == Arrangement::Story;
    window.pages().arrange(isStory ? Arrangement::Workbench : Arrangement::Story);
}

void addArrangementCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    window.commands().add({.id = QStringLiteral("arrangement"),
                           .text = tr("Arrangement"),
                           .tip = tr("Arrangement of the panels: story, workbench or lesson."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("name: %1").arg(arrangementNames().join(QStringLiteral(", ")))},
                          [&window](const QJsonObject& arguments) { return arrange(window, arguments); });
    addPlain(window,
             {QStringLiteral("switch-arrangement"),
              tr("&Switch between Story and Workbench"),
              tr("Show only the picture, or all panels."),
              MenuSection::ViewWindow,
              {Qt::Key_P}},
             [&window] { switchArrangement(window); });
    const Arrangements& arrangements = window.pages().arrangements();
    auto* group = new QActionGroup(&window.commands()); // menus show that it is one of these
    const auto add = [&](Arrangement which, const QString& text, const QString& tip) {
        const QString name = arrangementNames().at(static_cast<qsizetype>(which));
        QAction* action = addPlain(window,
                                   {.id = QStringLiteral("arrangement-") % name,
                                    .text = text,
                                    .tip = tip,
                                    .menu = MenuSection::ViewWindow,
                                    .submenu = tr("&Arrangement")},
                                   [&window, which] { window.pages().arrange(which); });
        action->setCheckable(true);
        group->addAction(action);
        const auto follow = [&arrangements, action, which] { action->setChecked(arrangements.current() == which); };
        QObject::connect(&arrangements, &Arrangements::chosen, action, follow);
        follow();
    };
    add(Arrangement::Story, tr("&Story"), tr("All of the window is the picture; panels open when asked for."));
    add(Arrangement::Workbench, tr("&Workbench"), tr("All panels around the picture."));
    add(Arrangement::Lesson, tr("&Lesson"), tr("The lessons, in large text beside the picture."));
}

/// The remembered theme, unless the command line asked for another one.
ThemeChoice presentTheme(const MainWindow& window) {
    const ThemeChoice remembered = window.settings().theme();
    const Theme& shown = themeOf(window);
    const bool isRemembered = remembered == ThemeChoice::System || &themeOf(remembered, shown) == &shown;
    return isRemembered ? remembered : *parseTheme(shown.name);
}

void addThemeCommands(MainWindow& window) {
    window.commands().add({.id = QStringLiteral("theme"),
                           .text = MainWindow::tr("Theme"),
                           .tip = MainWindow::tr("Color theme: light, dark, high-contrast, paper or system."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("name: %1").arg(themeNames().join(QStringLiteral(", ")))},
                          [&window](const QJsonObject& arguments) -> Status {
                              const Result<ThemeChoice> theme =
                                  parseTheme(arguments.value(QStringLiteral("name")).toString());
                              TRY(theme);
                              window.chooseTheme(*theme);
                              return Ok{};
                          });
    auto* group = new QActionGroup(&window.commands()); // menus show that it is one of these
    for (const QString& name : themeNames()) {
        const ThemeChoice choice = *parseTheme(name);
        QAction* action = addPlain(
            window,
            {.id = QStringLiteral("theme-") % name,
             .text = MainWindow::tr("Theme: %1").arg(name),
             .tip = MainWindow::tr("Use these colors for the window."),
             .menu = {MenuSection::ViewWindow, choice == ThemeChoice::Paper ? Interface::Expert : Interface::Learn},
             .submenu = MainWindow::tr("&Theme")},
            [&window, choice] { window.chooseTheme(choice); });
        // Menus say a theme as it says itself.
        action->setText(choice == ThemeChoice::System ? MainWindow::tr("Same as system")
                                                      : themeOf(choice, lightTheme()).title);
        action->setCheckable(true);
        group->addAction(action);
        const auto follow = [&window, action, choice] { action->setChecked(presentTheme(window) == choice); };
        QObject::connect(&window, &MainWindow::themeChosen, action, follow);
        follow();
    }
}

/// {"on": true or false}; without it, `other`.
Result<bool> switchArgument(const QJsonObject& arguments, bool other) {
    const QJsonValue on = arguments.value(QStringLiteral("on"));
    if (!on.isUndefined() && !on.isBool()) {
        return Error{ErrorCode::Config, R"("on" must be true or false)"};
    }
    return on.toBool(other);
}

void addMotionCommand(MainWindow& window) {
    QAction* action = window.commands().add({.id = QStringLiteral("reduced-motion"),
                                             .text = MainWindow::tr("&Reduced motion"),
                                             .tip = MainWindow::tr("Jump from step to step instead of animating."),
                                             .menu = {MenuSection::ViewWindow, Interface::Learn},
                                             .arguments = QStringLiteral("on: true or false; omit it to toggle")},
                                            [&window](const QJsonObject& arguments) -> Status {
                                                const Result<bool> on =
                                                    switchArgument(arguments, !window.settings().reducedMotion());
                                                if (on) {
                                                    window.setReducedMotion(*on);
                                                }
                                                return on ? Status(Ok{}) : Status(on.error());
                                            });
    action->setCheckable(true);
    action->setChecked(window.settings().reducedMotion());
}

void addInterfaceCommand(MainWindow& window) {
    QAction* action = window.commands().add(
        {.id = QStringLiteral("expert"),
         .text = MainWindow::tr("&Expert"),
         .tip =
             MainWindow::tr("Show all panels, policies, options and menu entries, or the few that a beginner needs."),
         .menu = {MenuSection::ViewWindow, Interface::Learn},
         .arguments = QStringLiteral("on: true or false; omit it to toggle")},
        [&window](const QJsonObject& arguments) -> Status {
            const Result<bool> on = switchArgument(arguments, window.interface() == Interface::Learn);
            if (on) {
                window.setInterface(*on ? Interface::Expert : Interface::Learn);
            }
            return on ? Status(Ok{}) : Status(on.error());
        });
    action->setCheckable(true);
    const auto follow = [&window, action] { action->setChecked(window.interface() == Interface::Expert); };
    QObject::connect(&window, &MainWindow::interfaceChanged, action, follow);
    follow();
}

/// {"width", "height"}
Status resizeWindow(MainWindow& window, const QJsonObject& arguments) {
    const Result<std::size_t> width = indexArgument(arguments, QStringLiteral("width"));
    const Result<std::size_t> height = indexArgument(arguments, QStringLiteral("height"));
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

/// The page about the panel in focus; about the picture, where that has it.
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
    addPlain(window,
             {QStringLiteral("manual"),
              MainWindow::tr("&Manual"),
              MainWindow::tr("Open the manual, at the page about the panel in focus."),
              {MenuSection::HelpLearn, Interface::Learn},
              {Qt::Key_F1}},
             [&window, manual] {
                 manual->showPage(pageInFocus(window));
                 manual->show();
                 manual->raise();
             });
}

/// A part of the pictures, also of one that is compared with later, is hidden and shown again by this command.
void addHiding(MainWindow& window, const CommandSpec& spec, void (CanvasView::*show)(bool)) {
    const auto isShown = std::make_shared<bool>(true);
    const auto apply = [&window, isShown, show] {
        for (auto* canvas : window.findChildren<CanvasView*>()) {
            (canvas->*show)(*isShown);
        }
    };
    addPlain(window, spec, [isShown, apply] {
        *isShown = !*isShown;
        apply();
    });
    QObject::connect(&window.split(), &SplitView::rivalChanged, &window, apply);
}

void addPresentationCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    addPlain(window,
             {QStringLiteral("full-screen"),
              tr("Presen&tation"),
              tr("Show only the picture, its caption and the playback controls, full screen; press Esc to leave."),
              {MenuSection::ViewWindow, Interface::Learn},
              {Qt::Key_F11}},
             [&window] { window.pages().togglePresentation(); })
        ->setCheckable(true);
    Presentation& presentation = window.pages().presentation();
    QAction* blank = addPlain(window,
                              {QStringLiteral("blank-screen"),
                               tr("&Blank screen"),
                               tr("Make the screen black during a presentation, and bring the picture back."),
                               MenuSection::ViewWindow,
                               {Qt::Key_B}},
                              [&presentation] { presentation.toggleBlank(); });
    QAction* pointer = addPlain(window,
                                {QStringLiteral("pointer"),
                                 tr("Poin&ter"),
                                 tr("Show a red dot at the mouse during a presentation."),
                                 MenuSection::ViewWindow,
                                 {Qt::Key_L}},
                                [&presentation] { presentation.togglePointer(); });
    addHiding(window,
              {QStringLiteral("hide-legend"),
               tr("Hide the le&gend"),
               tr("Hide the legend below the picture, or show it again; the picture takes its room."),
               MenuSection::ViewWindow,
               {Qt::Key_G}},
              &CanvasView::setLegendShown);
    addHiding(window,
              {QStringLiteral("hide-headline"),
               tr("Hide the &headline"),
               tr("Hide the text above the picture, or show it again; the picture takes its room."),
               MenuSection::ViewWindow,
               {Qt::Key_H}},
              &CanvasView::setHeadlineShown);
    for (QAction* action : {blank, pointer}) {
        action->setAutoRepeat(false); // a key that is held is one press
        const auto follow = [&presentation, action] { action->setEnabled(presentation.isOn()); };
        QObject::connect(&window.pages(), &WindowPages::presentationChanged, action, follow);
        follow();
    }
}

void addWindowCommands(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    window.commands().add({.id = QStringLiteral("window-size"),
                           .text = tr("Window size"),
                           .tip = tr("Set the window size."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("width, height")},
                          [&window](const QJsonObject& arguments) { return resizeWindow(window, arguments); });
    auto* palette = new CommandPalette(window.commands(), &window);
    addPlain(window,
             {QStringLiteral("command-palette"),
              tr("&Commands…"),
              tr("Find and run a command by name."),
              {MenuSection::HelpCommands, Interface::Learn},
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
              iconPath("commands")},
             [palette] { palette->popUp(); });
    auto* sheet = new KeySheet(window.commands(), &window);
    addPlain(window,
             {QStringLiteral("key-sheet"),
              tr("&Keyboard shortcuts"),
              tr("Show all keyboard shortcuts on one page."),
              {MenuSection::HelpCommands, Interface::Learn},
              {Qt::Key_Question}},
             [sheet] { sheet->show(); });
    addManual(window);
    auto* glossary = new GlossaryDialog(&window);
    addPlain(window,
             {QStringLiteral("glossary"),
              tr("&Glossary"),
              tr("Show the terms that are used here, each explained in a sentence or two."),
              {MenuSection::HelpLearn, Interface::Learn}},
             [glossary] { glossary->show(); });
    addPlain(window,
             {QStringLiteral("dismiss-message"), tr("&Dismiss message"), tr("Hide the message above the picture.")},
             [&window] { window.messages().dismissAll(); });
    addPlain(window,
             {QStringLiteral("about"),
              tr("&About Batchscope"),
              tr("Show the version and license."),
              {MenuSection::HelpAbout, Interface::Learn}},
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
