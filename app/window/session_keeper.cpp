// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_keeper.h"

#include "app/window/main_window.h"
#include "app/window/settings.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/schedule/schedule_json.h"
#include "core/session/session_choice.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/session/bookmark_list.h"
#include "views/session/breakpoint_list.h"
#include "views/session/playback.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <fmt/format.h>

#include <utility>

namespace batchscope {

namespace {

QString suffix() {
    return QString::fromLatin1(kSessionSuffix);
}

QByteArray programOf(qint64 process) {
    QFile name(QStringLiteral("/proc/%1/comm").arg(process));
    return name.open(QIODevice::ReadOnly) ? name.readAll() : QByteArray();
}

/// True if the process is a running Batchscope. Process ids are reused, so the program names are compared.
bool isAlive(qint64 process) {
    const QByteArray program = programOf(process);
    return !program.isEmpty() && program == programOf(QCoreApplication::applicationPid());
}

QStringList namesOf(const std::vector<std::string>& files) {
    QStringList names;
    for (const std::string& file : files) {
        names.append(QFileInfo(QString::fromStdString(file)).fileName());
    }
    return names;
}

} // namespace

SessionKeeper::SessionKeeper(MainWindow& window) : QObject(&window), m_window(window), m_lane(*this) {
    m_timer.setInterval(kAutosaveEvery);
    connect(&m_timer, &QTimer::timeout, this, &SessionKeeper::keepSoon);
    // Queued, so that slots that store the previous place have run by then.
    connect(&window.session(), &Session::snapshotChanged, this, &SessionKeeper::follow, Qt::QueuedConnection);
    connect(&window.session(), &Session::failed, this, [this] { // the failure may also be that of a sweep
        if (m_awaited && !sameChoices(m_window.session().config(), m_awaited->config)) {
            m_awaited.reset();
        }
    });
    connect(&window.session(), &Session::cancelled, this, [this] { m_awaited.reset(); });
}

SavedSession SessionKeeper::Present::withSchedule() const {
    SavedSession saved = session;
    saved.schedule = given ? scheduleJson(*graph, *given) : std::string();
    return saved;
}

Result<std::string> SessionKeeper::Present::write(const std::string& written, const std::string& file) const {
    const SavedSession saved = withSchedule();
    std::string text = sessionText(saved, {});
    TRY(text == written ? Status(Ok{}) : saveSession(saved, file));
    return text;
}

std::optional<SessionKeeper::Present> SessionKeeper::present() const {
    const Session& session = m_window.session();
    if (session.config().files.empty() || session.snapshot()->treebank == nullptr) {
        return std::nullopt;
    }
    SavedSession saved;
    saved.config = session.config();
    saved.moment = m_window.playback().time();
    saved.focus = m_window.playback().focus();
    saved.breakpoints = session.breakpoints().all();
    saved.bookmarks = session.bookmarks().all();
    saved.arrangement = enumName(m_window.pages().arrangements().current());
    const Snapshot& snapshot = *session.snapshot();
    return Present{std::move(saved), snapshot.graph, snapshot.graph ? snapshot.config.given : nullptr};
}

Status SessionKeeper::save(const QString& path) {
    const std::optional<Present> now = present();
    return now ? saveSession(now->withSchedule(), path.toStdString())
               : Status(Error{ErrorCode::Config, "nothing is open, so there is no session to save"});
}

Status SessionKeeper::open(const QString& path) {
    Result<SavedSession> saved = readSession(path.toStdString());
    TRY(saved);
    const std::vector<std::string> changed = changedFiles(*saved, path.toStdString());
    m_awaited = std::move(*saved);
    Session& session = m_window.session();
    session.breakpoints().clear();
    for (const Breakpoint& breakpoint : m_awaited->breakpoints) {
        const std::size_t before = session.breakpoints().all().size();
        const Status added = session.breakpoints().add(QString::fromStdString(breakpoint.query));
        if (added && session.breakpoints().all().size() > before) {
            session.breakpoints().setOn(before, breakpoint.isOn);
        }
    }
    session.bookmarks().replace(m_awaited->bookmarks);
    m_window.messages().dismissOfTrees();
    m_window.pages().expectTrees();
    if (const auto arrangement = parseEnum<Arrangement>(m_awaited->arrangement)) {
        m_window.pages().arrange(*arrangement);
    }
    SessionConfig present = session.config();
    if (!session.snapshot()->treebank) {
        present.aspect = m_window.pages().canvasAspect(); // like MainWindow::openFiles()
    }
    const bool isSame = m_awaited->config.files == present.files;
    session.setConfig(withChoicesOf(m_awaited->config, present));
    if (isSame) {
        session.reload(); // the files may have changed
    }
    if (!changed.empty()) {
        m_window.findChild<MessageBar*>()->showMessage(
            MessageBar::Topic::Notice,
            QString::fromStdString(
                fmt::format("Changed since the session was saved: {}. Tree and node numbers may now refer to others.",
                            namesOf(changed).join(QStringLiteral(", ")).toStdString())));
    }
    return Ok{};
}

void SessionKeeper::follow() {
    const Snapshot& snapshot = *m_window.session().snapshot();
    if (m_awaited && snapshot.storyboard && sameChoices(snapshot.config, m_awaited->config)) {
        if (!m_awaited->schedule.empty()) {
            askForSchedule();
            return;
        }
        const SavedSession saved = std::move(*m_awaited);
        m_awaited.reset();
        returnTo(saved);
    }
}

/// Parses the schedule that was shown, now that its graph exists. Moment and selection follow when the schedule is
/// shown, or if it does not fit.
void SessionKeeper::askForSchedule() {
    if (m_lane.isOpen()) {
        return;
    }
    m_lane.ask(
        [text = m_awaited->schedule, graph = m_window.session().snapshot()->graph](const JobControl&) {
            return parseSchedule(text, "schedule", *graph);
        },
        [this](Result<Schedule> schedule) {
            if (!m_awaited) { // the request was canceled or failed meanwhile
                return;
            }
            m_awaited->schedule.clear();
            if (!schedule) {
                m_window.messages().showError(tr("The edited schedule of this session does not fit these trees: %1")
                                                  .arg(QString::fromStdString(schedule.error().message)));
                follow();
                return;
            }
            m_awaited->config.given = std::make_shared<const Schedule>(std::move(*schedule));
            SessionConfig config = m_window.session().config();
            config.given = m_awaited->config.given;
            m_window.session().setConfig(config);
        });
}

void SessionKeeper::returnTo(const SavedSession& saved) {
    const Snapshot& snapshot = *m_window.session().snapshot();
    Playback& playback = m_window.playback();
    playback.seek(saved.moment);
    if (!m_restored.isEmpty()) {
        QFile::remove(m_restored);
        m_restored.clear();
    }
    const Focus& focus = saved.focus;
    if (!focus.tree.valid() || focus.tree.index() < snapshot.treebank->trees.size()) {
        m_window.canvas().sight().select({focus.node, focus.batch, focus.tree});
    }
    if (playback.focus().node.valid() && focus.second.valid()) {
        playback.markSecond(focus.second);
    }
}

QStringList SessionKeeper::leftIn(const QString& folder) {
    QStringList left;
    for (const QFileInfo& file : QDir(folder).entryInfoList({u'*' % suffix()}, QDir::Files, QDir::Time)) {
        bool isNumber = false;
        const qint64 process = file.completeBaseName().toLongLong(&isNumber);
        if (isNumber && !isAlive(process)) {
            left.append(file.filePath());
        }
    }
    return left;
}

void SessionKeeper::keepIn(const QString& folder) {
    if (!QDir().mkpath(folder)) {
        return; // the folder cannot be written: nothing is saved, but nothing else fails
    }
    for (const QString& path : leftIn(folder)) {
        if (offer(path)) {
            break; // the next start offers the next one
        }
    }
    m_file = folder % u'/' % QString::number(QCoreApplication::applicationPid()) % suffix();
    m_timer.start();
}

/// Fails if the file is not a valid session.
Status SessionKeeper::offer(const QString& path) {
    const Result<SavedSession> saved = readSession(path.toStdString());
    TRY(saved);
    auto* bar = m_window.findChild<MessageBar*>();
    const auto restore = [this, path] {
        if (const Status opened = open(path); opened) {
            m_restored = path; // removed when the session is shown
            m_window.findChild<MessageBar*>()->dismiss(MessageBar::Topic::Restore);
        } else {
            m_window.messages().showError(QString::fromStdString(opened.error().text()));
        }
    };
    const auto discard = [bar, path] {
        QFile::remove(path);
        bar->dismiss(MessageBar::Topic::Restore);
    };
    bar->showMessage(MessageBar::Topic::Restore,
                     tr("The last session ended unexpectedly while %1 was open.")
                         .arg(namesOf(saved->config.files).join(QStringLiteral(", "))),
                     {{tr("Restore"), restore}, {tr("Discard"), discard}});
    return Ok{};
}

void SessionKeeper::keepNow() {
    m_keeping.reset(); // a write in progress has older contents
    if (const std::optional<Present> now = m_file.isEmpty() ? std::nullopt : present()) {
        if (Result<std::string> text = now->write(m_written, m_file.toStdString())) {
            m_written = std::move(*text);
        }
    }
}

void SessionKeeper::keepSoon() {
    const std::optional<Present> now = m_file.isEmpty() ? std::nullopt : present();
    if (!now || (m_keeping && m_keeping->isOpen())) {
        return;
    }
    if (!m_keeping) {
        m_keeping = std::make_unique<ViewLane>(*this);
    }
    m_keeping->ask([now = *now, written = m_written,
                    file = m_file.toStdString()](const JobControl&) { return now.write(written, file); },
                   [this](Result<std::string> text) { m_written = text ? std::move(*text) : std::string(); });
}

void SessionKeeper::release() {
    m_timer.stop();
    m_keeping.reset();
    if (!m_file.isEmpty() && !m_isPreserved) {
        QFile::remove(m_file);
        m_written.clear();
    }
}

} // namespace batchscope
