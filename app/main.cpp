// SPDX-License-Identifier: GPL-3.0-or-later
//
// Starts the window, a script or a rendering. Whether a display is needed is decided before Qt looks for one.
#include "app/commands/commands.h"
#include "app/commands/script_runner.h"
#include "app/launch_options.h"
#include "app/render.h"
#include "app/window/main_window.h"
#include "app/window/session_keeper.h"
#include "core/base/budget.h"
#include "core/base/interrupt_watch.h"
#include "core/base/terminal.h"
#include "core/exec/machine.h"
#include "views/session/playback.h"

#include <QApplication>
#include <QLoggingCategory>
#include <QStandardPaths>
#include <QTimer>

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <stop_token>
#include <string_view>

#include <unistd.h>

namespace {

using namespace batchscope;

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kBadInput = 3;
constexpr int kCancelled = 5; // as batchscope-cli

QStringList listOf(int count, char** arguments) {
    QStringList list;
    for (int place = 0; place < count; ++place) {
        list.append(QString::fromLocal8Bit(arguments[place]));
    }
    return list;
}

void nameApplication() {
    QCoreApplication::setApplicationName(QStringLiteral("batchscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(BATCHSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Batchscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.batchscope.Batchscope"));
}

int fail(const std::string& message, int code) {
    fmt::print(stderr, "batchscope: {}\n", message);
    return code;
}

bool hasDisplay() {
    return qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || !qEnvironmentVariableIsEmpty("DISPLAY") ||
           !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

/// Call before creating the application. Also silences Qt's warnings about the missing display.
void useNoDisplay() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
}

/// Of a window that nobody sees.
int printCommands(int argc, char** argv) {
    useNoDisplay();
    const QApplication application(argc, argv);
    nameApplication();
    Settings settings(Settings::Storage::Memory);
    Lanes lanes;
    Session session(lanes);
    Playback playback(session);
    const MainWindow window(session, playback, settings, MainWindow::Mode::Scripted, addCommands);
    fmt::print("{}", commandList(window.commands()).toStdString());
    return 0;
}

/// One line, overwritten in place; only for a terminal.
void showProgress(std::string_view stage, std::size_t done, std::size_t total) {
    writeProgress(fmt::format("{} {} of {}", stage, done, total));
}

int renderPictureFile(int argc, char** argv, const LaunchOptions& options) {
    const InterruptWatch interrupt; // before Qt starts threads
    useNoDisplay();
    const QApplication application(argc, argv);
    nameApplication();
    const ProgressSink sink = isatty(STDERR_FILENO) == 1 ? ProgressSink(showProgress) : ProgressSink();
    const Status status = render(options, interrupt.token(), sink);
    if (sink) {
        writeProgress({});
    }
    if (!status && status.error().code == ErrorCode::Cancelled) {
        return fail(status.error().text(), kCancelled);
    }
    return status ? 0 : fail(status.error().text(), kFailed);
}

/// Everything that can be drawn is drawn, whatever is wrong with the rest.
int drawRunFiles(int argc, char** argv, const LaunchOptions& options) {
    useNoDisplay();
    const QApplication application(argc, argv);
    nameApplication();
    Result<BenchDocument> document = readBenchDocument(options.files.front().toStdString(), {});
    if (!document) {
        return fail(document.error().text(), kBadInput);
    }
    int code = 0;
    for (const Error& error : drawRun(std::make_shared<const BenchDocument>(std::move(*document)), options.drawing)) {
        code = fail(error.text(), kFailed);
    }
    return code;
}

/// What the command line asked for beyond the defaults, before anything is opened.
void applyChoices(Session& session, const LaunchOptions& options) {
    SessionConfig config = session.config();
    config.graph.model = options.model ? options.model->toStdString() : config.graph.model;
    config.policy = options.policy ? options.policy->toStdString() : config.policy;
    session.setConfig(config);
}

/// The end of the session, by the session manager, saves as closing the window does.
void endWithSession(MainWindow& window) {
    // The manager may end the program behind either of them, without a word.
    QObject::connect(qApp, &QGuiApplication::commitDataRequest, &window, &MainWindow::remember, Qt::DirectConnection);
    QObject::connect(qApp, &QGuiApplication::saveStateRequest, &window, &MainWindow::remember, Qt::DirectConnection);
}

/// A shutdown, a closed terminal and Ctrl+C save as closing the window does.
void endBySignal(MainWindow& window, int exitCode) {
    window.keeper().keepNow(); // without a question to the user: what is open comes back at the next start
    window.keeper().preserve();
    window.close();
    QCoreApplication::exit(exitCode); // also when a dialog is open
}

int runWindow(int argc, char** argv, const LaunchOptions& options) {
    Script script;
    const bool isScripted = !options.script.isEmpty();
    if (isScripted) {
        Result<Script> read = readScript(options.script);
        if (!read) {
            return fail(read.error().text(), kFailed);
        }
        script = std::move(*read);
    }
    const InterruptWatch interrupt({SIGTERM, SIGHUP, SIGINT}, std::chrono::seconds(1)); // before Qt starts threads
    QApplication application(argc, argv);
    nameApplication();
    Settings settings(isScripted ? Settings::Storage::Memory : Settings::Storage::Disk);
    if (options.resetSettings) {
        settings.reset();
    }
    applyTheme(options.theme.value_or(settings.theme()));
    Lanes lanes;
    Session session(lanes);
    Playback playback(session);
    MainWindow window(session, playback, settings,
                      isScripted ? MainWindow::Mode::Scripted : MainWindow::Mode::Interactive, addCommands);
    applyChoices(session, options); // after the window, which brings what is remembered
    window.show();
    if (!isScripted) {
        window.keeper().keepIn(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) % u"/sessions");
    }
    endWithSession(window);
    const std::stop_callback quit(interrupt.token(), [&window, code = isScripted ? kCancelled : 0] {
        QMetaObject::invokeMethod(
            &window, [&window, code] { endBySignal(window, code); }, Qt::QueuedConnection);
    });
    QTimer opening; // from the event loop: by then the window exists and knows its size
    opening.setSingleShot(true);
    QObject::connect(&opening, &QTimer::timeout, &window, [&window, &options] {
        options.session.isEmpty() ? window.openFiles(options.files, options.trees)
                                  : window.openSession(options.session);
    });
    if (!options.files.isEmpty() || !options.session.isEmpty()) {
        opening.start();
    }
    ScriptRunner runner(window, std::move(script));
    QObject::connect(&runner, &ScriptRunner::finished, &application, [](const QString& error) {
        if (!error.isEmpty()) {
            fmt::print(stderr, "{}\n", error.toStdString());
        }
        QCoreApplication::exit(error.isEmpty() ? 0 : kFailed);
    });
    if (isScripted) {
        runner.start();
    }
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    guardTerminal();
    chooseBlasKernels();
    const Result<LaunchOptions> options = parseLaunch(listOf(argc, argv));
    if (!options) {
        return fail(options.error().text() + "\nTry batchscope --help.", kUsage);
    }
    if (!options->answer.empty()) {
        fmt::print("{}", options->answer);
        return 0;
    }
    if (options->listCommands) {
        return printCommands(argc, argv);
    }
    setMemoryLimit(options->memoryLimit);
    if (!options->render.isEmpty()) {
        return renderPictureFile(argc, argv, *options);
    }
    if (!options->drawing.isEmpty()) {
        return drawRunFiles(argc, argv, *options);
    }
    if (!hasDisplay() && !options->script.isEmpty()) {
        useNoDisplay(); // a script needs no visible window
    }
    if (!hasDisplay()) {
        return fail("no display; use --render OUT.png FILE, or batchscope-cli", kFailed);
    }
    return runWindow(argc, argv, *options);
}
