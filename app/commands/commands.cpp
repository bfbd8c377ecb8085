// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/schedule_store.h"
#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/session_keeper.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/base/check.h"
#include "views/canvas/widget/split_view.h"
#include "views/changes/changes_view.h"
#include "views/inspector/pair_view.h"
#include "views/inspector/slow_view.h"
#include "views/session/breakpoint_list.h"
#include "views/session/playback.h"
#include "views/session/session.h"
#include "views/session/tree_finder.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>
#include <QStatusBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace batchscope {

void addCommands(MainWindow& window) {
    addFileCommands(window);
    addUndoCommands(window);
    addBreakpointCommands(window);
    addBookmarkCommands(window);
    addExportCommands(window);
    addModelCommands(window);
    addSelectionCommands(window);
    addScheduleCommands(window);
    addPlayCommands(window);
    addNavigationCommands(window);
    addViewCommands(window);
    addPlotCommands(window);
    addTreebankCommands(window);
    addSplitCommands(window);
    addLessonCommands(window);
    connectCanvasMenu(window);
}

QAction* add(MainWindow& window, const CommandRow& row, const QString& arguments, CommandRegistry::Handler handler) {
    return window.commands().add(
        {.id = QString::fromLatin1(row.id),
         .text = MainWindow::tr(row.text),
         .tip = MainWindow::tr(row.tip),
         .menu = row.place.menu,
         .shortcuts = row.keys,
         .icon = row.icon == nullptr ? QString() : iconPath(row.icon),
         .needsArguments = !arguments.isEmpty() && row.place.menu.section == MenuSection::None,
         .arguments = arguments,
         .submenu = *row.place.submenu == '\0' ? QString() : MainWindow::tr(row.place.submenu)},
        std::move(handler));
}

QAction* add(MainWindow& window, const CommandRow& row, const char* arguments, CommandRegistry::Handler handler) {
    return add(window, row, QString::fromUtf8(arguments), std::move(handler));
}

QAction* add(MainWindow& window, const CommandRow& row, CommandRegistry::Handler handler) {
    return add(window, row, QString(), std::move(handler));
}

QAction* add(MainWindow& window, const CommandRow& row, std::function<void()> handler) {
    return add(window, row, [handler = std::move(handler)](const QJsonObject&) -> Status {
        handler();
        return Ok{};
    });
}

QAction* addPlain(MainWindow& window, const CommandSpec& spec, std::function<void()> handler) {
    return window.commands().add(spec, [handler = std::move(handler)](const QJsonObject&) -> Status {
        handler();
        return Ok{};
    });
}

void follow(MainWindow& window, QAction* action, const std::function<void()>& update) {
    QObject::connect(action, &QAction::triggered, action, update); // choosing what is checked must not uncheck it
    QObject::connect(&window.session(), &Session::configChanged, action, update);
    QObject::connect(&window.session(), &Session::snapshotChanged, action, update);
    QObject::connect(&window.playback(), &Playback::selectionChanged, action, update);
    QObject::connect(&window.pages(), &WindowPages::pageChanged, action, update);
    update();
}

std::function<void()> addNamed(MainWindow& window, const NamedChoice& choice) {
    window.commands().add({.id = choice.id,
                           .text = choice.text,
                           .tip = choice.tip,
                           .needsArguments = true,
                           .arguments = QStringLiteral("name: %1").arg(choice.known)},
                          [apply = choice.apply](const QJsonObject& arguments) -> Status {
                              const Result<QString> name = textArgument(arguments, "name");
                              return name ? apply(*name) : Status(name.error());
                          });
    auto* const group = new QActionGroup(&window.commands()); // menus show that it is one of these
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (const NamedChoice::Value& value : choice.values) {
        const CommandSpec spec{.id = choice.id % u'-' % value.name,
                               .text = value.text,
                               .tip = value.tip,
                               .menu = value.menu,
                               .submenu = choice.submenu};
        const auto handler = [apply = choice.apply, name = value.name](const QJsonObject&) { return apply(name); };
        QAction* const action = window.commands().add(spec, handler);
        action->setText(value.menuText.isEmpty() ? value.text : value.menuText);
        action->setData(value.name);
        action->setCheckable(true);
        group->addAction(action);
    }
    const auto update = [group, present = choice.present] {
        const QString now = present();
        for (QAction* const action : group->actions()) {
            action->setChecked(action->data().toString() == now);
        }
    };
    QObject::connect(group, &QActionGroup::triggered, group, update);
    follow(window, group->actions().front(), update);
    return update;
}

void change(MainWindow& window, const std::function<void(SessionConfig& config)>& change) {
    SessionConfig config = window.session().config();
    change(config);
    window.session().setConfig(config);
}

void showFault(MainWindow& window, const Status& status) {
    if (!status) {
        window.messages().showError(QString::fromStdString(status.error().text()));
    }
}

namespace {

Status askForPaths(MainWindow& window, const FileQuestion& question, QFileDialog::FileMode mode,
                   const std::function<Status(const QStringList& paths)>& use) {
    auto* const dialog = new QFileDialog(&window, question.title, question.suggested, question.filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    if (question.suffix != nullptr) {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QString::fromLatin1(question.suffix));
    }
    QObject::connect(dialog, &QFileDialog::filesSelected, &window,
                     [&window, use](const QStringList& paths) { showFault(window, use(paths)); });
    dialog->open(); // not exec: the window stays alive
    return Ok{};
}

} // namespace

Status withPath(MainWindow& window, const QJsonObject& arguments, const FileQuestion& question,
                const std::function<Status(const QString& path)>& use) {
    if (arguments.contains(QStringLiteral("path"))) {
        const Result<QString> path = textArgument(arguments, "path");
        return path ? use(*path) : Status(path.error());
    }
    TRY(checkDialog(window, arguments));
    return askForPaths(window, question, question.suffix == nullptr ? QFileDialog::ExistingFile : QFileDialog::AnyFile,
                       [use](const QStringList& paths) { return use(paths.front()); });
}

Status withPaths(MainWindow& window, const QJsonObject& arguments, const FileQuestion& question,
                 const std::function<Status(const QStringList& paths)>& use) {
    QStringList paths;
    for (const QJsonValue path : arguments.value(QStringLiteral("paths")).toArray()) {
        paths << path.toString();
    }
    if (arguments.contains(QStringLiteral("path"))) {
        const Result<QString> path = textArgument(arguments, "path");
        TRY(path);
        paths << *path;
    }
    if (!paths.isEmpty()) {
        return use(paths);
    }
    TRY(checkDialog(window, arguments));
    return askForPaths(window, question, QFileDialog::ExistingFiles, use);
}

Status checkDialog(const MainWindow& window, const QJsonObject& arguments) {
    const bool isAsked = arguments.value(QStringLiteral("dialog")).toBool();
    return window.mode() == MainWindow::Mode::Interactive || isAsked
               ? Status(Ok{})
               : Error{ErrorCode::Config, R"("path" is needed here, because scripts cannot open dialogs)"};
}

QString suggestedPath(const MainWindow& window, const QString& what, const char* ending) {
    const std::vector<std::string>& files = window.session().config().files;
    const QString trees =
        files.empty() ? QStringLiteral("batchscope") : QFileInfo(QString::fromStdString(files.front())).baseName();
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) % u'/' % trees % u'-' % what % u'.' %
           QLatin1String(ending);
}

void tellSaved(MainWindow& window, const QString& path) {
    constexpr int kShownMs = 10'000;
    window.statusBar()->showMessage(MainWindow::tr("Saved %1").arg(path), kShownMs);
}

QString iconPath(const char* name) {
    return QStringLiteral(":/icons/%1.svg").arg(QString::fromLatin1(name));
}

namespace {

Error wrongArgument(QAnyStringView key, const char* wanted) {
    return Error{ErrorCode::Config, "the argument \"" + key.toString().toStdString() + "\" must be " + wanted};
}

} // namespace

Result<QString> textArgument(const QJsonObject& arguments, QAnyStringView key) {
    const QJsonValue value = arguments.value(key.toString());
    if (!value.isString() || value.toString().isEmpty()) {
        return wrongArgument(key, "a non-empty string");
    }
    return value.toString();
}

Result<double> numberArgument(const QJsonObject& arguments, QAnyStringView key) {
    const QJsonValue value = arguments.value(key.toString());
    if (!value.isDouble()) {
        return wrongArgument(key, "a number");
    }
    return value.toDouble();
}

Result<std::size_t> indexArgument(const QJsonObject& arguments, QAnyStringView key) {
    constexpr double kLargest = 4294967295.0; // ids have 32 bits
    const double value = arguments.value(key.toString()).toDouble(-1.0);
    if (value < 0.0 || value > kLargest || std::floor(value) != value) {
        return wrongArgument(key, "a non-negative integer");
    }
    return static_cast<std::size_t>(value);
}

QString commandList(const CommandRegistry& commands) {
    constexpr int kColumn = 28;
    QString text;
    for (const QString& id : commands.ids()) {
        const CommandSpec& spec = commands.spec(id);
        text += id.leftJustified(kColumn) % u' ' % spec.tip % u'\n';
        if (!spec.arguments.isEmpty()) {
            text += QString(kColumn + 1, u' ') % spec.arguments % u'\n';
        }
    }
    return text;
}

bool isIdle(const MainWindow& window) {
    const Session& session = window.session();
    const bool works = session.busy() || session.benchRunning() || session.indexing() || session.finder().running() ||
                       session.breakpoints().running() || window.split().busy();
    const auto* const pair = qobject_cast<PairView*>(window.panel(QStringLiteral("pair"))->widget());
    const auto* const slow = qobject_cast<SlowView*>(viewOf(window, QStringLiteral("slow")));
    const auto* const changes = qobject_cast<ChangesView*>(window.panel(QStringLiteral("changes"))->widget());
    const bool tries = (changes != nullptr && changes->isComparing()) || (pair != nullptr && pair->isTrying()) ||
                       (slow != nullptr && slow->isLooking());
    const auto* const store = window.findChild<ScheduleStore*>(QString(), Qt::FindDirectChildrenOnly);
    const bool stores = (store != nullptr && store->isBusy()) || window.keeper().isReading();
    return !works && !stores && !tries && !window.playback().moving();
}

} // namespace batchscope
