// SPDX-License-Identifier: GPL-3.0-or-later
//
// The source trees placed by Graphviz: as a choice, and whatever the program does instead of placing them.
#include "tests/app/fixture.h"

#include "core/layout/dot.h"
#include "tests/support/fake_dot.h"
#include "tests/support/named_test.h"
#include "views/layout/dot_process.h"

#include <QStandardPaths>

#include <algorithm>
#include <cmath>

namespace batchscope::layout_test {

using batchscope::test::Application;

namespace {

QJsonObject named(const char* name) {
    return {{QStringLiteral("name"), QString::fromLatin1(name)}};
}

bool waitForLayouts(const Application& app) {
    return QTest::qWaitFor(
        [&app] {
            const auto layouts = app.window.findChildren<DotProcess*>();
            const bool lays =
                std::any_of(layouts.begin(), layouts.end(), [](const DotProcess* dot) { return dot->running(); });
            return !app.session.busy() && !lays;
        },
        testing::kPatienceMs);
}

/// Nodes whose unit squares cover each other.
std::size_t overlaps(const std::vector<Point>& nodes) {
    constexpr float kSide = 0.99F; // dot counts in points, of which a side has 18
    std::size_t count = 0;
    for (std::size_t left = 0; left < nodes.size(); ++left) {
        for (std::size_t right = left + 1; right < nodes.size(); ++right) {
            const bool covers =
                std::abs(nodes[left].x - nodes[right].x) < kSide && std::abs(nodes[left].y - nodes[right].y) < kSide;
            count += covers ? 1 : 0;
        }
    }
    return count;
}

/// The picture begins with these places; where the whole of it lies is the storyboard's.
bool showsPlaces(const Snapshot& snapshot, const std::vector<Point>& nodes) {
    const std::vector<Point> shown = snapshot.storyboard->state(0.0).nodes;
    const Point offset{shown[0].x - nodes[0].x, shown[0].y - nodes[0].y};
    return std::equal(shown.begin(), shown.end(), nodes.begin(), nodes.end(), [offset](Point at, Point place) {
        return std::abs(at.x - place.x - offset.x) < 0.01F && std::abs(at.y - place.y - offset.y) < 0.01F;
    });
}

} // namespace

class LayoutTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesTreesAndPrograms_data();
    void placesTreesAndPrograms();
    void staysWithOtherPoliciesAndGoes();
    void isNotForLargeGraphs();
    void goesOnWhateverDotDoes_data();
    void goesOnWhateverDotDoes();
    void isLateForAnotherGraph();
};

void LayoutTest::placesTreesAndPrograms_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"sentences.ptb", "exp_chain.json", "toy_bcd.json"}) {
        QTest::newRow(file) << QString::fromLatin1(file);
    }
}

void LayoutTest::placesTreesAndPrograms() {
    QFETCH(QString, file);
    if (dotProgram().isEmpty()) {
        QSKIP("Graphviz (dot) is not installed here");
    }
    Application app;
    QVERIFY(app.openSample(qPrintable(file)));
    const ForestLayout native = *app.snapshot().forest;
    QCOMPARE(app.ask("layout", named("dot")), QString());
    QVERIFY(waitForLayouts(app));
    QTRY_COMPARE(app.snapshot().forestBy, SourceLayout::Dot);
    const ForestLayout& forest = *app.snapshot().forest;
    QCOMPARE(overlaps(forest.nodes), std::size_t{0});
    QCOMPARE(forest.treeIds, native.treeIds);
    for (std::size_t node = 0; node < forest.nodes.size(); ++node) {
        const TreeId tree = app.snapshot().graph->origins[NodeId(node)].tree;
        const auto place = std::find(forest.treeIds.begin(), forest.treeIds.end(), tree) - forest.treeIds.begin();
        QVERIFY(forest.trees[static_cast<std::size_t>(place)].contains(forest.nodes[node]));
        for (const Argument& argument : app.snapshot().graph->argumentsOf(NodeId(node))) {
            QVERIFY(!argument.isValue() || forest.nodes[argument.node().index()].y > forest.nodes[node].y);
        }
    }
    QVERIFY(showsPlaces(app.snapshot(), forest.nodes));
    QVERIFY(!showsPlaces(app.snapshot(), native.nodes));
    QVERIFY(app.window.messages().text().isEmpty());
}

void LayoutTest::staysWithOtherPoliciesAndGoes() {
    if (dotProgram().isEmpty()) {
        QSKIP("Graphviz (dot) is not installed here");
    }
    Application app;
    QCOMPARE(app.ask("layout", named("dot")), QString()); // before anything is open
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(waitForLayouts(app));
    QTRY_COMPARE(app.snapshot().forestBy, SourceLayout::Dot);
    QVERIFY(app.waitIdle());
    QVERIFY(app.snapshot().report); // what was published after the answer keeps the places
    const auto forest = app.snapshot().forest;
    app.playback.seek(2.0);
    QCOMPARE(app.ask("policy", named("agenda")), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(app.snapshot().forest == forest);
    QVERIFY(showsPlaces(app.snapshot(), forest->nodes));
    QCOMPARE(app.ask("layout", named("native")), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().forestBy, SourceLayout::Native);
    QVERIFY(!showsPlaces(app.snapshot(), forest->nodes));
    QVERIFY(app.snapshot().report); // nothing ran again
    QCOMPARE(app.snapshot().config.policy, std::string("agenda"));
    QCOMPARE(app.playback.time(), 2.0);
}

void LayoutTest::isNotForLargeGraphs() {
    const batchscope::testing::FakeDot fake(QStringLiteral("touch \"$(dirname \"$0\")/asked\""));
    Application app;
    QCOMPARE(app.ask("layout", named("dot")), QString());
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(waitForLayouts(app));
    QCOMPARE(app.ask("granularity", named("primitive")), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(app.snapshot().graph->size() > kMostNodesForDot);
    QCOMPARE(app.snapshot().forestBy, SourceLayout::Native);
    QVERIFY(app.window.messages().text().contains(QStringLiteral("native layout")));
    QCOMPARE(app.ask("layout", named("native")), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(app.window.messages().text().isEmpty());
}

void LayoutTest::goesOnWhateverDotDoes_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* script, const char* says) {
        QTest::newRow(name) << QString::fromLatin1(script) << QString::fromLatin1(says);
    };
    row("sleeps", "exec sleep 1000", "longer than 2 s");
    row("fails", "echo no fonts >&2; exit 3", "no fonts");
    row("is killed", "kill -9 $$", "killed");
    row("crashes", "kill -SEGV $$", "crashed");
    row("prints garbage", "head -c 20000 /dev/urandom", "malformed");
    row("prints half a line", "printf 'graph 1 2'", "malformed");
    row("prints without end", "exec head -c 104857600 /dev/zero", "exceeded the limit");
    row("prints another graph", "printf 'graph 1 1 1\\nnode n0 0 0 1 1 x\\nstop\\n'", "malformed");
    row("is missing", nullptr, "was not found");
}

void LayoutTest::goesOnWhateverDotDoes() {
    QFETCH(QString, script);
    QFETCH(QString, says);
    const batchscope::testing::FakeDot fake(script);
    if (script.isEmpty()) {
        qputenv("BATCHSCOPE_DOT", "/no/such/dot");
    }
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const auto forest = app.snapshot().forest;
    QCOMPARE(app.ask("layout", named("dot")), QString());
    app.playback.seek(2.0); // while it is asked, the window works
    QCOMPARE(app.playback.time(), 2.0);
    QTRY_VERIFY2_WITH_TIMEOUT(app.window.messages().text().contains(says), qPrintable(app.window.messages().text()),
                              testing::kPatienceMs);
    QVERIFY(app.snapshot().forest == forest);
    QVERIFY(app.waitIdle());
    app.window.messages().dismissAll(); // other trees: the same choice is not told again
    QCOMPARE(app.ask("trees", {{QStringLiteral("begin"), 1}, {QStringLiteral("end"), 2}}), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(waitForLayouts(app));
    QCOMPARE(app.window.messages().text(), QString());
    QCOMPARE(app.snapshot().forestBy, SourceLayout::Native);
    QCOMPARE(app.ask("last"), QString());
    QCOMPARE(app.playback.time(), app.snapshot().storyboard->end());
}

void LayoutTest::isLateForAnotherGraph() {
    batchscope::testing::FakeDot fake(batchscope::testing::FakeDot::waits() % QStringLiteral("exec dot \"$@\""));
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("Graphviz (dot) is not installed here");
    }
    Application app;
    QCOMPARE(app.ask("layout", named("dot")), QString());
    for (DotProcess* dot : app.window.findChildren<DotProcess*>()) {
        dot->setBudget(batchscope::testing::kPatience); // it waits for this test
    }
    QVERIFY(app.openSample("sentences.ptb"));
    for (int end = 1; end <= 3; ++end) {
        QCOMPARE(app.ask("trees", {{QStringLiteral("begin"), 0}, {QStringLiteral("end"), end}}), QString());
        QVERIFY(app.waitIdle());
    }
    fake.letGo();
    QTRY_COMPARE(app.snapshot().forestBy, SourceLayout::Dot);
    QCOMPARE(app.snapshot().forest->trees.size(), std::size_t{3});
    QVERIFY(app.window.messages().text().isEmpty());
}

BATCHSCOPE_NAMED_TEST("layout", QTEST_MAIN(LayoutTest))

} // namespace batchscope::layout_test

#include "layout_test.moc"
