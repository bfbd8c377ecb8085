// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/choices.h"
#include "app/window/icons.h"
#include "app/window/menus.h"
#include "app/window/model_bar.h"
#include "app/window/panels.h"
#include "app/window/samples.h"
#include "app/window/session_keeper.h"
#include "app/window/status_line.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/nets/user_net.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_registry.h"
#include "views/lessons/lesson_view.h"
#include "views/plots/shown_runs.h"
#include "views/session/playback.h"
#include "views/transport/transport_view.h"
#include "views/welcome/welcome_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QJsonArray>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace batchscope {

namespace {

constexpr QSize kFirstSize = {1440, 900};
constexpr int kToolIconSize = 20;

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            files.append(url.toLocalFile());
        }
    }
    return files;
}

/// Watches the file of the user's module that is the net: when it is saved again, the session shows what is in it now.
void watchModule(Session& session, QObject* parent) {
    constexpr std::chrono::milliseconds kWritingTakes{400};
    auto* const files = new QFileSystemWatcher(parent);
    auto* const settled = new QTimer(files); // until whatever writes it is done
    settled->setSingleShot(true);
    settled->setInterval(kWritingTakes);
    const auto follow = [&session, files] {
        const std::string& model = session.config().graph.model;
        const QStringList wanted = isModuleFile(model) ? QStringList{QString::fromStdString(model)} : QStringList();
        if (files->files() == wanted) {
            return;
        }
        if (!files->files().isEmpty()) {
            files->removePaths(files->files());
        }
        if (!wanted.isEmpty() && QFileInfo::exists(wanted.front())) {
            files->addPaths(wanted);
        }
    };
    QObject::connect(&session, &Session::configChanged, files, follow);
    QObject::connect(files, &QFileSystemWatcher::fileChanged, settled, qOverload<>(&QTimer::start));
    QObject::connect(settled, &QTimer::timeout, files, [&session, follow] {
        follow(); // programs that save by renaming end the watch of the file
        const std::string& model = session.config().graph.model;
        if (isModuleFile(model) && QFileInfo(QString::fromStdString(model)).isFile()) {
            session.reloadModule();
        }
    });
    follow();
}

} // namespace

MainWindow::MainWindow(Session& session, Playback& playback, Settings& settings, Mode mode, AddCommands addCommands)
    : m_session(session), m_playback(playback), m_settings(settings), m_mode(mode),
      m_commands(new CommandRegistry(this)), m_choice(session) {
    setObjectName(QStringLiteral("main-window"));
    setWindowTitle(tr("Batchscope"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_session.setConfig(withRemembered(windowDefaults(), m_settings.choices()));
    setCentralWidget(makeCentre());
    addPanels(*this, m_session, m_playback);
    m_keeper = new SessionKeeper(*this);
    addCommands(*this);
    for (const QString& id : m_commands->ids()) {
        addAction(m_commands->action(id)); // keys work without a menu
    }
    makeBars();
    m_playback.setReducedMotion(m_settings.reducedMotion());
    connectSession();
    qApp->installEventFilter(this);
    constexpr QSize kFrame = {0, 40}; // what a desktop puts around a window
    resize(kFirstSize.boundedTo(screen()->availableSize() - kFrame));
    restoreGeometry(m_settings.layout().geometry); // false, and nothing done, for what is not a geometry
    paintCommandIcons(*m_commands, themeOf(*this));
    followSnapshot(Part::Treebank);
    followBusy();
}

MainWindow::~MainWindow() = default;

QWidget* MainWindow::makeCentre() {
    auto* centre = new QWidget(this);
    auto* bar = new MessageBar(centre);
    auto* stack = new QStackedWidget(centre);
    m_welcome = new WelcomeView(bundledSamples(), stack);
    auto* workspace = new QWidget(stack);
    m_split = new SplitView(m_session, m_playback, workspace);
    m_canvas = &m_split->canvas();
    m_canvas->offerMoreTrees();
    m_messages = std::make_unique<WindowMessages>(*bar, m_session, *m_commands, m_choice);
    m_pages = std::make_unique<WindowPages>(*this, *bar, *stack, *m_welcome);
    connect(
        m_split, &SplitView::rivalChanged, this,
        [this] { // each picture has half the room, or all of it again
            SessionConfig config = m_session.config();
            config.aspect = m_pages->canvasAspect();
            m_session.setConfig(config);
        },
        Qt::QueuedConnection);
    auto* workspaceLayout = new QVBoxLayout(workspace);
    workspaceLayout->setContentsMargins(0, 0, 0, 0);
    workspaceLayout->setSpacing(0);
    workspaceLayout->addWidget(m_split, 1);
    workspaceLayout->addWidget(new TransportView(m_session, m_playback, workspace));
    stack->addWidget(m_welcome);
    stack->addWidget(workspace);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(stack, 1);
    connect(m_welcome, &WelcomeView::openRequested, this, [this](const QStringList& paths) {
        paths.isEmpty() ? m_commands->action(QStringLiteral("open"))->trigger() : openFiles(paths);
    });
    connect(m_welcome, &WelcomeView::lessonRequested, this,
            [this] { m_commands->action(QStringLiteral("lesson"))->trigger(); });
    connect(m_welcome, &WelcomeView::backRequested, m_pages.get(), &WindowPages::leaveWelcome);
    return centre;
}

void MainWindow::makeBars() {
    buildMenus(*menuBar(), *m_commands, interface());
    auto* expert = new QToolButton(menuBar());
    expert->setDefaultAction(m_commands->action(QStringLiteral("expert")));
    menuBar()->setCornerWidget(expert);
    connect(
        this, &MainWindow::interfaceChanged, menuBar(), [this] { buildMenus(*menuBar(), *m_commands, interface()); },
        Qt::QueuedConnection); // one of these menus may be what is asking
    QToolBar* toolBar = addToolBar(tr("Main"));
    toolBar->setObjectName(QStringLiteral("tool-bar"));
    fillToolBar(*toolBar, *m_commands);
    auto* modelBar = new ModelBar(m_session, *m_commands, this);
    modelBar->setInterface(interface());
    connect(this, &MainWindow::interfaceChanged, modelBar, [this, modelBar] { modelBar->setInterface(interface()); });
    connect(modelBar, &ModelBar::failed, m_messages.get(), &WindowMessages::showError);
    connect(modelBar, &ModelBar::settled, m_canvas,
            qOverload<>(&QWidget::setFocus)); // keys belong to the picture again
    addToolBar(modelBar);
    for (QToolBar* bar : {toolBar, static_cast<QToolBar*>(modelBar)}) {
        bar->setMovable(false);
        bar->setIconSize(QSize(kToolIconSize, kToolIconSize));
        bar->setContextMenuPolicy(Qt::PreventContextMenu);
    }
    auto* figures = new StatusLine(m_session, statusBar());
    connect(figures, &StatusLine::speedUpAsked, m_commands->action(QStringLiteral("show-panel-speed-up")),
            &QAction::trigger);
    const auto action = [this](const char* id) { return m_commands->action(QString::fromLatin1(id)); };
    findChild<TransportView*>()->setButtons({action("first"), action("step-back"), action("play"), action("pause"),
                                             action("step-forward"), action("last")});
    statusBar()->addWidget(figures, 1);
    statusBar()->addPermanentWidget(
        new BusyIndicator(m_session, m_commands->action(QStringLiteral("cancel")), statusBar()));
}

/// Called when all views exist, so that their slots run first. Slots of the same signal run in the order of these
/// lines: Cancel is disabled before a message goes.
void MainWindow::connectSession() {
    WindowMessages* messages = m_messages.get();
    connect(m_commands, &CommandRegistry::failed, messages, &WindowMessages::showError);
    connect(&m_session, &Session::failed, messages, &WindowMessages::showFailure);
    connect(&m_session, &Session::failed, m_pages.get(), &WindowPages::keepWelcome);
    connect(&m_session, &Session::noticed, messages, &WindowMessages::showNotice);
    connect(&m_session, &Session::givenEnded, messages, &WindowMessages::showGivenEnded);
    connect(&m_session, &Session::trainingEnded, messages, &WindowMessages::showTrainingEnded);
    connect(&m_session, &Session::snapshotChanged, this, &MainWindow::followSnapshot);
    connect(&m_session, &Session::busyChanged, this, &MainWindow::followBusy);
    connect(&m_session, &Session::busyChanged, messages, &WindowMessages::followEnd);
    connect(&m_session, &Session::benchChanged, this, &MainWindow::followBusy);
    connect(&m_session, &Session::sweepingChanged, messages, &WindowMessages::followSweep);
    connect(&m_session, &Session::indexingChanged, this, &MainWindow::followBusy);
    watchModule(m_session, this);
}

QDockWidget* MainWindow::panel(const QString& id) const {
    return dockOf(*this, id);
}

/// A lesson keeps its room: its text must stay readable beside what it opens.
void MainWindow::raisePanel(const QString& id) {
    raiseTab(*this, id);
    if (m_pages->arrangements().current() == Arrangement::Lesson) {
        panel(id)->show();
        panel(id)->raise();
    } else {
        raiseWithRoom(*this, *panel(id));
    }
}

void MainWindow::openSession(const QString& path) {
    if (const Status opened = m_keeper->open(path); !opened) {
        m_messages->showError(QString::fromStdString(opened.error().text()));
    }
}

bool MainWindow::isOfLesson(const QString& path) const {
    const Lesson* const lesson = findChild<LessonView*>()->lesson();
    const QString folder = QFileInfo(path).absolutePath();
    return QFileInfo(folder).absolutePath() == QFileInfo(lessonFolder()).absoluteFilePath() ||
           (lesson != nullptr && folder == QFileInfo(QString::fromStdString(lesson->folder)).absoluteFilePath());
}

void MainWindow::openFiles(const QStringList& paths, std::optional<TreeRange> trees) {
    if (paths.size() == 1 && paths.front().endsWith(QString::fromLatin1(kSessionSuffix))) {
        openSession(paths.front());
        return;
    }
    if (paths.size() == 1 && isModuleFile(paths.front().toStdString())) { // a net, for the trees that are open
        (void)m_commands->run(QStringLiteral("open-model"), {{QStringLiteral("path"), paths.front()}});
        return;
    }
    if (!paths.isEmpty() && std::all_of(paths.begin(), paths.end(), looksLikeRun)) {
        const QJsonObject runs = {{QStringLiteral("paths"), QJsonArray::fromStringList(paths)}};
        if (const Status shown = m_commands->run(QStringLiteral("open-runs"), runs); !shown) {
            m_messages->showError(QString::fromStdString(shown.error().text()));
        }
        return;
    }
    SessionConfig config = m_choice.config(); // what one file needed does not pass on to the next one
    if (!m_session.snapshot()->treebank) {
        config.aspect = m_pages->canvasAspect(); // once: later changes of the window must not lay everything out again
    }
    config.files.clear();
    for (const QString& path : paths) {
        config.files.push_back(path.toStdString());
    }
    config.graph.trees = trees.value_or(TreeRange{0, Session::kFirstTrees});
    config.graph.picked.clear();
    const bool isSame = config.files == m_session.config().files;
    config.run.fault = isSame ? config.run.fault : Fault::None;
    if (isSame) {
        config.graph.model = m_session.config().graph.model;
        config.graph.binarization = m_session.config().graph.binarization;
    }
    // Scripts and lessons count on their trees.
    const bool isReader =
        !trees && m_mode == Mode::Interactive &&
        !std::any_of(paths.begin(), paths.end(), [this](const QString& path) { return isOfLesson(path); });
    m_session.fitFirstTrees(isReader ? std::optional(m_pages->readableRoom()) : std::nullopt);
    m_messages->dismissOfTrees();
    m_pages->expectTrees();
    m_session.setConfig(config);
    if (isSame) {
        m_session.reload(); // who opens a file again wants what is in it now
    }
}

/// The page changes first, so that the messages are about what is shown.
void MainWindow::followSnapshot(Parts parts) {
    m_pages->followSnapshot(parts);
    const Snapshot& snapshot = *m_session.snapshot();
    if (!snapshot.treebank) {
        return;
    }
    if (parts.has(Part::Treebank)) {
        for (const std::string& file : snapshot.config.files) {
            const QString path = QString::fromStdString(file);
            if (m_mode == Mode::Interactive && !isOfLesson(path) &&
                (QFileInfo(path).isFile() || QFileInfo(path).isDir())) {
                m_settings.addRecentFile(path);
            }
        }
        updateRecentFiles();
    }
    m_messages->followSnapshot(parts);
}

void MainWindow::followBusy() {
    m_commands->action(QStringLiteral("cancel"))
        ->setEnabled(m_session.busy() || m_session.benchRunning() || m_session.indexing());
}

void MainWindow::chooseTheme(ThemeChoice choice) {
    m_settings.setTheme(choice);
    applyTheme(choice);
    emit themeChosen();
}

void MainWindow::setInterface(Interface shown) {
    if (shown != this->interface()) {
        m_settings.setInterface(shown);
        m_pages->setInterface(shown);
        emit interfaceChanged();
    }
}

void MainWindow::setReducedMotion(bool reduced) {
    m_settings.setReducedMotion(reduced);
    m_playback.setReducedMotion(reduced);
    m_commands->action(QStringLiteral("reduced-motion"))->setChecked(reduced);
}

void MainWindow::updateRecentFiles() {
    const QStringList recent = m_settings.recentFiles();
    for (int place = 0; place < Settings::kMostRecent; ++place) {
        QAction* action = m_commands->action(QStringLiteral("open-recent-%1").arg(place + 1));
        action->setVisible(place < recent.size());
        action->setText(place < recent.size() ? recent[place] : QString());
    }
    m_welcome->setRecentFiles(recent);
}

void MainWindow::remember() {
    SessionConfig config = m_choice.config();
    config.run.fault = Fault::None; // a rehearsal ends with the window
    m_settings.setChoices(remembered(config));
    m_pages->remember();
    m_settings.sync();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    remember();
    m_keeper->release();
    m_session.cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintCommandIcons(*m_commands, themeOf(*this));
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    openFiles(localFiles(*event->mimeData()));
    event->acceptProposedAction();
}

/// Space plays wherever the focus is, except on a control that Space itself works. Return works a focused button, too,
/// which Qt leaves to dialogs.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    const auto* widget = isOverride || event->type() == QEvent::KeyPress ? qobject_cast<QWidget*>(watched) : nullptr;
    if (widget == nullptr || widget->window() != this) {
        return QMainWindow::eventFilter(watched, event);
    }
    const auto& key = *static_cast<QKeyEvent*>(event);
    auto* button = qobject_cast<QAbstractButton*>(watched);
    const auto* tool = qobject_cast<QToolButton*>(watched);
    const bool opensMenu = tool != nullptr && tool->menu() != nullptr;
    if (isOverride && key.key() == Qt::Key_Space &&
        (button != nullptr || qobject_cast<QComboBox*>(watched) != nullptr)) {
        event->accept();
        return true;
    }
    if (m_pages->takesEscape(key)) {
        event->accept();
        if (!isOverride) {
            m_pages->endPresentation();
        }
        return true;
    }
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (!isOverride && isReturn && button != nullptr && button->isEnabled() && !opensMenu && !key.isAutoRepeat()) {
        button->click();
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace batchscope
