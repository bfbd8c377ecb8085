// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is decided before a window exists: the command line, scripts as data, settings.
#include "app/commands/script_runner.h"
#include "app/launch_options.h"
#include "app/window/settings.h"
#include "tests/support/named_test.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace batchscope::launch_test {

namespace {

Result<LaunchOptions> parse(const QStringList& arguments) {
    return parseLaunch(QStringList{QStringLiteral("batchscope")} + arguments);
}

} // namespace

class LaunchTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheCommandLine();
    void refusesWrongCommandLines_data();
    void refusesWrongCommandLines();
    void readsScripts();
    void saysWhereAScriptIsWrong_data();
    void saysWhereAScriptIsWrong();
    void remembersOnDisk();
    void survivesForeignSettings();
    void readsTheMemoryLimit();
};

void LaunchTest::readsTheCommandLine() {
    const Result<LaunchOptions> options =
        parse({QStringLiteral("a.ptb"), QStringLiteral("--policy"), QStringLiteral("agenda"), QStringLiteral("--trees"),
               QStringLiteral("2:"), QStringLiteral("b.ptb"), QStringLiteral("--theme=dark")});
    QVERIFY(options.hasValue());
    QCOMPARE(options->files, QStringList({QStringLiteral("a.ptb"), QStringLiteral("b.ptb")}));
    QCOMPARE(*options->policy, QStringLiteral("agenda"));
    QCOMPARE(options->trees->begin, std::size_t{2});
    QCOMPARE(options->trees->end, TreeRange().end);
    QVERIFY(options->theme == ThemeChoice::Dark);
    const Result<LaunchOptions> render =
        parse({QStringLiteral("--render"), QStringLiteral("x.SVG"), QStringLiteral("a.ptb"), QStringLiteral("--size"),
               QStringLiteral("800x600"), QStringLiteral("--time"), QStringLiteral("2.5")});
    QVERIFY(render.hasValue());
    QCOMPARE(render->rendering.size, QSize(800, 600));
    QCOMPARE(*render->rendering.time, 2.5);
    const Result<LaunchOptions> film =
        parse(QStringLiteral("--render x.gif a.ptb --fps 12 --seconds 3 --scale 2 --theme paper").split(u' '));
    QVERIFY(film.hasValue());
    QCOMPARE(film->rendering.framesPerSecond.value_or(0.0), 12.0);
    QCOMPARE(*film->rendering.seconds, 3.0);
    QCOMPARE(film->rendering.scale, 2.0);
    QVERIFY(!film->rendering.transparent);
    const Result<LaunchOptions> drawing =
        parse(QStringLiteral("--plot a.pdf --plot phases=b.SVG --plot-width 120 --report r.html --memory-limit 1G -")
                  .split(u' '));
    QVERIFY(drawing.hasValue());
    QCOMPARE(drawing->files, QStringList(QStringLiteral("-")));
    QCOMPARE(drawing->drawing.plots.size(), std::size_t{2});
    QVERIFY(drawing->drawing.plots[0].kind == PlotKind::Time && drawing->drawing.plots[1].kind == PlotKind::Phases);
    QCOMPARE(drawing->drawing.plots[1].path, QStringLiteral("b.SVG"));
    QCOMPARE(drawing->drawing.plotWidth, 120.0);
    QCOMPARE(drawing->drawing.report, QStringLiteral("r.html"));
    for (const auto& [text, kind, path] :
         {std::tuple("./a=b.png", PlotKind::Time, "./a=b.png"), std::tuple("x/a=b.png", PlotKind::Time, "x/a=b.png"),
          std::tuple("a.b=c.png", PlotKind::Time, "a.b=c.png"),
          std::tuple("phases=/tmp/p.pdf", PlotKind::Phases, "/tmp/p.pdf")}) {
        const Result<LaunchOptions> named =
            parse({QStringLiteral("--plot"), QString::fromLatin1(text), QStringLiteral("run.json")});
        QVERIFY2(named.hasValue(), text);
        QVERIFY2(named->drawing.plots[0].kind == kind, text);
        QCOMPARE(named->drawing.plots[0].path, QString::fromLatin1(path));
    }
    QVERIFY(!parse({QStringLiteral("--help")})->answer.empty());
    QVERIFY(parse({})->files.isEmpty());
}

void LaunchTest::refusesWrongCommandLines_data() {
    QTest::addColumn<QString>("line");
    for (const char* line : {"--nonsense",
                             "--policy",
                             "--model none a",
                             "--trees 5:2 a",
                             "--trees a:b a",
                             "--theme pink",
                             "--render x.jpg a",
                             "--render x.png",
                             "--time 2 a",
                             "--render x.png --size 5x900 a",
                             "--render x.png --time -1 a",
                             "--render x.gif --fps x a",
                             "--fps 8 a",
                             "--transparent a",
                             "--render x.png --script s.json a",
                             "--render x.png --fps 8 a",
                             "--render x.gif --transparent a",
                             "--render x.gif --time 2 a",
                             "--trees 0:2",
                             "--plot a.jpg run.json",
                             "--plot pie=a.pdf run.json",
                             "--plot time= run.json",
                             "--plot a.pdf --plot phases=a.pdf run.json",
                             "--plot a.pdf run.json other.json",
                             "--plot-width 100 run.json",
                             "--plot a.pdf --plot-width 5 run.json",
                             "--plot a.pdf --model tree-lstm run.json",
                             "--plot a.pdf --render x.png run.json",
                             "--plot a.pdf --reset-settings run.json",
                             "--report run.json run.json",
                             "--report a.html",
                             "--report a.html --plot-width 100 run.json"}) {
        QTest::newRow(line) << QString::fromLatin1(line);
    }
}

void LaunchTest::refusesWrongCommandLines() {
    QFETCH(const QString, line);
    QVERIFY(!parse(line.split(u' ')).hasValue());
}

void LaunchTest::readsScripts() {
    const Result<Script> script =
        parseScript(R"([{"command": "open", "path": "x"}, ["seek", {"stop": 2}], ["quit"]])", QStringLiteral("s.json"));
    QVERIFY(script.hasValue());
    QCOMPARE(script->steps.size(), std::size_t{3});
    QCOMPARE(script->steps[0].command, QStringLiteral("open"));
    QCOMPARE(script->steps[0].arguments, QJsonObject({{QStringLiteral("path"), QStringLiteral("x")}}));
    QCOMPARE(script->steps[1].arguments.value(QStringLiteral("stop")).toInt(), 2);
    QVERIFY(parseScript("[]", {}).hasValue());
}

void LaunchTest::saysWhereAScriptIsWrong_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("syntax") << QByteArray("[\n  {\"command\": }\n]") << QStringLiteral("s.json:2:");
    QTest::newRow("object") << QByteArray("{}") << QStringLiteral("a list of commands");
    QTest::newRow("no id") << QByteArray(R"([["quit"], {"path": "x"}])") << QStringLiteral("command 2");
    QTest::newRow("three") << QByteArray(R"([["seek", {}, 3]])") << QStringLiteral("command 1");
    QTest::newRow("number") << QByteArray("[3]") << QStringLiteral("command 1");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("s.json:1:1");
}

void LaunchTest::saysWhereAScriptIsWrong() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, message);
    const Result<Script> script = parseScript(text, QStringLiteral("s.json"));
    QVERIFY(!script.hasValue());
    const QString error = QString::fromStdString(script.error().text());
    QVERIFY2(error.contains(message), qPrintable(error));
}

void LaunchTest::remembersOnDisk() {
    QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    const QString file = folder.filePath(QStringLiteral("a.ptb"));
    QVERIFY(QFile(file).open(QIODevice::WriteOnly));
    {
        Settings settings(Settings::Storage::Disk);
        settings.setTheme(ThemeChoice::Dark);
        settings.addRecentFile(file);
        settings.addRecentFile(folder.filePath(QStringLiteral("gone.ptb")));
        settings.setLayout({"geometry", "docks"});
    }
    Settings settings(Settings::Storage::Disk);
    QVERIFY(settings.theme() == ThemeChoice::Dark);
    QCOMPARE(settings.recentFiles(), QStringList({file})); // what is gone is left out
    QCOMPARE(settings.layout().docks, QByteArray("docks"));
    settings.reset();
    QVERIFY(settings.recentFiles().isEmpty());
    QVERIFY(settings.theme() == ThemeChoice::System);
}

void LaunchTest::survivesForeignSettings() {
    QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("batchscope")));
    QFile file(folder.filePath(QStringLiteral("batchscope/batchscope.conf")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[General]\nversion=99\ntheme=@Invalid()\nrecent=7\n[layout]\ndocks=\xff\xfe\x00garbage\n[[[\n");
    file.close();
    const Settings settings(Settings::Storage::Disk);
    QVERIFY(settings.layout().docks.isEmpty()); // of another version
    QVERIFY(settings.theme() == ThemeChoice::System);
    QVERIFY(settings.recentFiles().isEmpty());
}

void LaunchTest::readsTheMemoryLimit() {
    QVERIFY(!parse({})->memoryLimit);
    QCOMPARE(*parse({QStringLiteral("--memory-limit"), QStringLiteral("2G")})->memoryLimit, std::uint64_t{2} << 30U);
    const Result<LaunchOptions> wrong = parse({QStringLiteral("--memory-limit"), QStringLiteral("lots")});
    QVERIFY(!wrong.hasValue());
    QVERIFY(QString::fromStdString(wrong.error().message).contains(QStringLiteral("such as 512M or 24G")));
    const Result<Script> endless = readScript(QStringLiteral("/dev/zero"));
    QVERIFY(!endless.hasValue());
    QVERIFY(QString::fromStdString(endless.error().text()).contains(QStringLiteral("larger than the limit of 16 MiB")));
}

BATCHSCOPE_NAMED_TEST("launch", QTEST_GUILESS_MAIN(LaunchTest))

} // namespace batchscope::launch_test

#include "launch_test.moc"
