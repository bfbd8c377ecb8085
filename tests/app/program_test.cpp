// SPDX-License-Identifier: GPL-3.0-or-later
//
// The real program, as a shell starts it: scripts that make the pictures of the README, rendering, and its exit codes.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>

#include <csignal>

#include <sys/types.h>

namespace batchscope::program_test {

namespace {

/// Longer than a whole script takes (eight pictures: 41 s alone under sanitizers on a slow machine, more beside another
/// test), shorter than ctest waits for the program.
constexpr int kMostMilliseconds = 240'000;

struct Outcome {
    int code = -1;
    QString errors;
};

/// Runs batchscope in the folder, without a display.
Outcome runProgram(const QTemporaryDir& folder, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path()); // never the user's settings
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("XDG_RUNTIME_DIR")); // which a container or cron does not have
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder.path());
    process.start(QStringLiteral(BATCHSCOPE_PROGRAM), arguments);
    const bool ended = process.waitForFinished(kMostMilliseconds);
    const bool fine = ended && process.exitStatus() == QProcess::NormalExit;
    return {fine ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardError())};
}

Outcome runScript(const QTemporaryDir& folder, const QByteArray& text, const QStringList& options = {}) {
    QFile file(folder.filePath(QStringLiteral("s.json")));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        return {};
    }
    file.close();
    return runProgram(folder, QStringList{QStringLiteral("--script"), QStringLiteral("s.json")} + options);
}

/// How many different colours a picture has; 1 is blank.
qsizetype colours(const QImage& image) {
    QSet<QRgb> found;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) {
            found.insert(image.pixel(x, y));
        }
    }
    return found.size();
}

QString sampleFile() {
    return QStringLiteral(BATCHSCOPE_SOURCE_DIR "/sample_data/sentences.ptb");
}

/// The beginning of a script: the sample is open, and no speed-up is measured: no case here reads one.
QByteArray openedSample() {
    return QStringLiteral(R"([["measure-speed-up", {"name": "off"}], ["open", {"path": "%1"}], ["wait-idle"],)")
        .arg(sampleFile())
        .toUtf8();
}

} // namespace

class ProgramTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replaysTheScriptsOfTheReadme_data();
    void replaysTheScriptsOfTheReadme();
    void endsWithTheScript();
    void saysWhichCommandFailed();
    void savesWhenASignalEndsIt_data();
    void savesWhenASignalEndsIt();
    void refusesWhatDoesNotFitIntoMemory();
    void rendersWithoutADisplay();
    void drawsASavedRun();
    void saysWhatCannotBeDrawn();
    void leavesNothingWhenItIsStopped();
};

void ProgramTest::replaysTheScriptsOfTheReadme_data() {
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(BATCHSCOPE_SOURCE_DIR "/resources/scripts"));
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.json")})) {
        QTest::newRow(qPrintable(file.fileName())) << file.absoluteFilePath();
    }
}

void ProgramTest::replaysTheScriptsOfTheReadme() {
    QFETCH(const QString, path);
    const QTemporaryDir folder;
    const Outcome outcome = runProgram(folder, {QStringLiteral("--script"), path});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
    const QStringList pictures = QDir(folder.path()).entryList({QStringLiteral("*.png")});
    QCOMPARE(pictures.size(), 8);
    for (const QString& name : pictures) {
        const QImage picture(folder.filePath(name));
        QCOMPARE(picture.size(), QSize(1440, 900));
        QVERIFY2(colours(picture) > 100, qPrintable(name));
    }
}

void ProgramTest::endsWithTheScript() {
    const QTemporaryDir folder;
    QCOMPARE(runScript(folder, "[]").code, 0);
    QCOMPARE(runScript(folder, R"([["wait", {"ms": 10}], ["quit"], ["no-such-command"]])").code, 0);
}

void ProgramTest::saysWhichCommandFailed() {
    const QTemporaryDir folder;
    const Outcome outcome = runScript(
        folder, R"([["wait-idle"], {"command": "policy", "name": "nope"}, ["screenshot", {"path": "x.png"}]])");
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.errors.contains(QStringLiteral("s.json: command 2 (policy): error: ")),
             qPrintable(outcome.errors));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("x.png"))));
    const Outcome broken = runScript(folder, "[\n[");
    QCOMPARE(broken.code, 1);
    QVERIFY2(broken.errors.contains(QStringLiteral("s.json:2:")), qPrintable(broken.errors));
}

void ProgramTest::savesWhenASignalEndsIt_data() {
    QTest::addColumn<QList<int>>("asQuit");
    QTest::newRow("SIGTERM") << QList{SIGTERM};
    QTest::newRow("SIGHUP") << QList{SIGHUP};
    QTest::newRow("SIGINT") << QList{SIGINT};
    QTest::newRow("end of a session") << QList{SIGTERM, SIGHUP};
}

void ProgramTest::savesWhenASignalEndsIt() {
    QFETCH(const QList<int>, asQuit);
    const QTemporaryDir folder;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] { // shells ignore some for us
        for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
            std::signal(signal, SIG_DFL);
        }
    });
    process.start(QStringLiteral(BATCHSCOPE_PROGRAM),
                  {sampleFile(), QStringLiteral("--policy"), QStringLiteral("agenda")});
    const auto saved = [&folder] {
        QFile file(folder.filePath(QStringLiteral("batchscope/batchscope.conf")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY(saved().contains("sentences.ptb")); // open: it is among the recent files
    const auto docks = [&folder] {
        const QSettings file(folder.filePath(QStringLiteral("batchscope/batchscope.conf")), QSettings::IniFormat);
        return file.value(QStringLiteral("layout/story-docks")).toByteArray(); // of a fresh start
    };
    QVERIFY(docks().isEmpty());
    for (const int signal : asQuit) {
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    }
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY(process.exitStatus() == QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(!docks().isEmpty());
    QVERIFY(saved().contains("geometry="));
    const QSettings file(folder.filePath(QStringLiteral("batchscope/batchscope.conf")), QSettings::IniFormat);
    QCOMPARE(file.value(QStringLiteral("choices")).toMap().value(QStringLiteral("policy")).toString(),
             QStringLiteral("agenda"));
}

void ProgramTest::refusesWhatDoesNotFitIntoMemory() {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("bomb.ptb")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(20 << 20, '('));
    file.close();
    const Outcome bomb = runScript(folder, openedSample() + R"(["open", {"path": "bomb.ptb"}], ["wait-idle"]])");
    QCOMPARE(bomb.code, 1);
    QVERIFY2(bomb.errors.contains(QStringLiteral("bomb.ptb:1:1: error: this tree has more than")) &&
                 bomb.errors.contains(QStringLiteral("--memory-limit")),
             qPrintable(bomb.errors));
    const Outcome wide = runScript(folder, openedSample() + R"(["dim", {"value": 16384}], ["wait-idle"]])",
                                   {QStringLiteral("--memory-limit"), QStringLiteral("1G")});
    QCOMPARE(wide.code, 1);
    QVERIFY2(wide.errors.contains(QStringLiteral("the limit is 1.0 GiB: raise it with --memory-limit ")),
             qPrintable(wide.errors));
}

void ProgramTest::rendersWithoutADisplay() {
    const QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("x.png"));
    const Outcome outcome =
        runProgram(folder, {QStringLiteral("--render"), png, sampleFile(), QStringLiteral("--size"),
                            QStringLiteral("640x400"), QStringLiteral("--time"), QStringLiteral("0")});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
    QCOMPARE(outcome.errors, QString());
    const QImage picture(png);
    QCOMPARE(picture.size(), QSize(640, 400));
    QVERIFY(colours(picture) > 20);
    const Outcome none = runProgram(folder, {QStringLiteral("--render"), png, QStringLiteral("none.ptb")});
    QCOMPARE(none.code, 1);
    QVERIFY2(none.errors.contains(QStringLiteral("none.ptb")), qPrintable(none.errors));
}

/// The window measures, and saves the run and its report; what is drawn of the saved run later is the same.
void ProgramTest::drawsASavedRun() {
    const QTemporaryDir folder;
    const auto bytesIn = [&folder](const char* name) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const Outcome measured = runScript(folder, openedSample() + R"(["show-panel", {"id": "timing"}],
            ["measure", {"dims": [8], "batches": [1, 2, 4], "repeats": 3}],
            ["wait-idle"], ["save-table", {"panel": "timing", "path": "run.json"}],
            ["save-report", {"path": "window.html"}]])");
    QVERIFY2(measured.code == 0, qPrintable(measured.errors));
    const Outcome drawn = runProgram(folder, QStringLiteral("--report again.html --plot t.pdf --plot phases=p.svg "
                                                            "--plot speed-up=l.png --plot-width 120 run.json")
                                                 .split(u' '));
    QVERIFY2(drawn.code == 0, qPrintable(drawn.errors));
    QVERIFY(bytesIn("t.pdf").startsWith("%PDF"));
    QVERIFY(bytesIn("p.svg").startsWith("<?xml") && bytesIn("p.svg").contains("width=\"120mm\""));
    QCOMPARE(QImage(folder.filePath(QStringLiteral("l.png"))).width(), 1417); // 300 dpi
    QVERIFY(bytesIn("window.html").contains("data:image/svg+xml") &&
            bytesIn("window.html").contains("tree-lstm on sentences.ptb"));
    QCOMPARE(bytesIn("again.html"), bytesIn("window.html"));
}

void ProgramTest::saysWhatCannotBeDrawn() {
    const QTemporaryDir folder;
    const auto draw = [&folder](const char* line) { return runProgram(folder, QString::fromLatin1(line).split(u' ')); };
    QFile broken(folder.filePath(QStringLiteral("broken.json")));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"results\": []}") > 0);
    broken.close();
    const Outcome none = draw("--report r.html none.json");
    QCOMPARE(none.code, 3);
    QVERIFY2(none.errors.contains(QStringLiteral("none.json: error: ")), qPrintable(none.errors));
    const Outcome damaged = draw("--plot t.pdf broken.json");
    QCOMPARE(damaged.code, 3);
    QVERIFY2(damaged.errors.contains(QStringLiteral("broken.json: error: ")), qPrintable(damaged.errors));
    QCOMPARE(draw("--plot pie=t.pdf broken.json").code, 2);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList(QStringLiteral("broken.json")));
    const Outcome measured = runScript(folder, openedSample() + R"(["show-panel", {"id": "timing"}],
            ["measure", {"dims": [8], "batches": [1], "repeats": 1}],
            ["wait-idle"], ["save-table", {"panel": "timing", "path": "run.json"}]])");
    QVERIFY2(measured.code == 0, qPrintable(measured.errors));
    const Outcome partly =
        draw("--plot split=p.pdf --plot /no/such/folder/t.svg --plot t.svg --report /no/such/folder/r.html run.json");
    QCOMPARE(partly.code, 1);
    for (const char* said : {"p.pdf: error: No split", "/no/such/folder/t.svg: error: cannot write",
                             "/no/such/folder/r.html: error: cannot write"}) {
        QVERIFY2(partly.errors.contains(QLatin1String(said)), qPrintable(partly.errors));
    }
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("t.svg"))));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("p.pdf"))));
}

void ProgramTest::leavesNothingWhenItIsStopped() {
    const QTemporaryDir folder;
    QProcess process;
    process.setWorkingDirectory(folder.path());
    // More frames than any machine makes before it is asked to stop.
    process.start(QStringLiteral(BATCHSCOPE_PROGRAM),
                  {QStringLiteral("--render"), QStringLiteral("x.mp4"), sampleFile(), QStringLiteral("--size"),
                   QStringLiteral("2000x1200"), QStringLiteral("--fps"), QStringLiteral("25"),
                   QStringLiteral("--seconds"), QStringLiteral("600")});
    const QDir inside(folder.path());
    const auto entries = [&inside] {
        return inside.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size();
    };
    QVERIFY(process.waitForStarted(kMostMilliseconds));
    QFile children(QStringLiteral("/proc/%1/task/%1/children").arg(process.processId()));
    const auto films = [&children] { // ffmpeg is its child; what it writes has no name before it is whole
        const bool isOpen = children.open(QIODevice::ReadOnly);
        const QByteArray ids = isOpen ? children.readAll() : QByteArray();
        children.close();
        return !ids.isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(films(), kMostMilliseconds);
    process.terminate();
    QVERIFY(process.waitForFinished(kMostMilliseconds));
    QCOMPARE(process.exitCode(), 5);
    QCOMPARE(entries(), 0);
}

BATCHSCOPE_NAMED_TEST("program", QTEST_GUILESS_MAIN(ProgramTest))

} // namespace batchscope::program_test

#include "program_test.moc"
