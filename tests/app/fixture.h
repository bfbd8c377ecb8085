// SPDX-License-Identifier: GPL-3.0-or-later
//
// A whole window for a test, with settings that live in memory, and the few things that every case does with it.
#pragma once

#include "app/commands/commands.h"
#include "app/commands/schedule_store.h"
#include "app/window/main_window.h"
#include "app/window/session_keeper.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "core/bytes/file_writer.h"
#include "core/schedule/schedule_json.h"
#include "tests/support/sessions.h"
#include "tests/support/split_schedule.h"
#include "views/changes/changes_view.h"
#include "views/commands/command_registry.h"
#include "views/session/playback.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace batchscope::test {

inline QString sample(const char* name) {
    return QStringLiteral(BATCHSCOPE_SOURCE_DIR "/sample_data/") % QString::fromLatin1(name);
}

/// No test sees the data of the user, nor another test's.
struct OwnDataFolder {
    QTemporaryDir folder;

    OwnDataFolder() { qputenv("XDG_DATA_HOME", folder.path().toLocal8Bit()); }
};

/// Members in the order in which main.cpp makes them: the window goes first when it ends. Speed-ups are measured only
/// for who asserts something of them.
struct Application {
    OwnDataFolder data; // before all else: it must be there when the window goes
    Settings settings{Settings::Storage::Memory};
    Lanes lanes;
    Session session{lanes};
    Playback playback{session};
    MainWindow window{session, playback, settings, MainWindow::Mode::Scripted, addCommands};

    explicit Application(Timing timing = Timing::Off) {
        testing::setTiming(session, timing);
        window.resize(1200, 800);
        window.show();
    }

    /// Runs a command; the error's text, or nothing.
    QString ask(const char* command, const QJsonObject& arguments = {}) {
        const Status status = window.commands().run(QString::fromLatin1(command), arguments);
        return status ? QString() : QString::fromStdString(status.error().text());
    }

    /// As the box "Run on" does.
    void runOnEngine() { ask("passes", {{QStringLiteral("name"), QStringLiteral("all")}}); }

    /// Until nothing runs, nothing moves, and the views have caught up; false after a minute.
    [[nodiscard]] bool waitIdle() {
        const auto isQuiet = [this] {
            const auto* const store = window.findChild<ScheduleStore*>();
            const auto* const changes = window.findChild<ChangesView*>();
            return !session.busy() && !session.benchRunning() && !playback.moving() && !store->isBusy() &&
                   !changes->isComparing() && !window.keeper().isReading();
        };
        bool came = false;
        do { // what the views do when they catch up may be a request
            came = QTest::qWaitFor(isQuiet, testing::kPatienceMs);
            testing::settle();
        } while (came && !isQuiet());
        return came;
    }

    /// Shows a schedule from the file split.json: five rows of the first batch, then the rest of it.
    [[nodiscard]] QString openSplitSchedule() {
        const QString path = data.folder.filePath(QStringLiteral("split.json"));
        const Snapshot& shown = snapshot();
        const Status written = batchscope::writeFile(
            path.toStdString(),
            scheduleJson(*shown.graph, testing::withFirstBatchSplit(*shown.graph, *shown.schedule, 5)),
            Replaces::Opened);
        return written ? ask("open-schedule", {{QStringLiteral("path"), path}})
                       : QString::fromStdString(written.error().text());
    }

    [[nodiscard]] bool openSample(const char* name) {
        window.openFiles({sample(name)});
        return waitIdle();
    }

    [[nodiscard]] const Snapshot& snapshot() const { return *session.snapshot(); }
};

inline bool writeFile(const QString& path, const QByteArray& text) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

/// The sentences of the sample, `times` over: enough to keep the worker busy for a while.
inline QByteArray manySentences(int times) {
    QFile file(sample("sentences.ptb"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().repeated(times) : QByteArray();
}

} // namespace batchscope::test
