// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/layout/dot.h"
#include "tests/support/fake_dot.h"
#include "tests/support/named_test.h"
#include "tests/support/sessions.h"
#include "views/layout/dot_process.h"

#include <QProcess>
#include <QStringBuilder>

#include <chrono>
#include <optional>

namespace batchscope::dot_test {

using std::chrono::milliseconds;

class DotTest final : public QObject {
    Q_OBJECT

    const Diagram m_diagram{{{"a", 3.0F, 2.0F}, {"b", 3.0F, 2.0F}, {"c", 3.0F, 2.0F}}, {{0, 1}, {0, 2}, {1, 2}}};

    /// Asks once and waits for what comes.
    DotAnswer ask(milliseconds budget = milliseconds(5000)) {
        DotProcess dot;
        dot.setBudget(budget);
        std::optional<DotAnswer> answer;
        dot.layOut(dotText(m_diagram, {}), [&](const DotAnswer& got) { answer = got; });
        if (!dot.running() || answer) {
            qWarning("the answer came from within");
        }
        [&] { QTRY_VERIFY(answer); }();
        if (dot.running()) {
            qWarning("it still runs after the answer");
        }
        return answer.value_or(DotAnswer{DotFailure::TooSlow, QStringLiteral("no answer"), {}});
    }

    /// No process, or one that nobody has waited for yet.
    static bool isGone(const QByteArray& process) {
        if (process.trimmed().toInt() <= 1) {
            return false; // it never said its number
        }
        QFile status(QStringLiteral("/proc/%1/stat").arg(QString::fromLatin1(process.trimmed())));
        return !status.open(QIODevice::ReadOnly) || status.readAll().split(' ').value(2) == "Z";
    }

    /// Nobody is left who could answer: no process, and nothing that is queued.
    static bool isLeftAlone(const DotProcess& dot) {
        const bool isGone =
            QTest::qWaitFor([&dot] { return dot.findChildren<QProcess*>().isEmpty(); }, testing::kPatienceMs);
        testing::settle();
        return isGone && dot.findChildren<QObject*>().size() <= 1; // its deadline, at most
    }

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void cleanup() { qunsetenv("BATCHSCOPE_DOT"); }

    void layOutByTheRealProgram() {
        if (dotProgram().isEmpty()) {
            QSKIP("Graphviz (dot) is not installed here");
        }
        const DotAnswer answer = ask();
        QCOMPARE(answer.failure, DotFailure::None);
        const auto graphs = readDotPlain(answer.plain.toStdString());
        QVERIFY(graphs.hasValue());
        const auto placed = placedBy(graphs->front(), m_diagram);
        QVERIFY(placed.hasValue());
        QVERIFY(placed->boxes[0].bottom() < placed->boxes[1].y);
        QVERIFY(placed->boxes[1].bottom() < placed->boxes[2].y);
        QCOMPARE(placed->arrows.size(), std::size_t{3});
    }

    void whateverItDoesTheReasonComes_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<DotFailure>("failure");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* script, DotFailure failure, const char* says) {
            QTest::newRow(name) << QString::fromUtf8(script) << failure << QString::fromUtf8(says);
        };
        row("sleeps", "exec sleep 1000", DotFailure::TooSlow, "took longer than 0.3 s");
        row("sleeps in a child", "sleep 1000; true", DotFailure::TooSlow, "took longer");
        row("reads nothing and sleeps", "exec < /dev/null; sleep 1000", DotFailure::TooSlow, "took longer");
        row("spins", "while true; do true; done", DotFailure::TooSlow, "took longer");
        row("ends with an error", "echo 'no such font' >&2; exit 3", DotFailure::Refused, "no such font");
        row("ends with a silent error", "exit 3", DotFailure::Refused, "exit code 3");
        row("is killed", "kill -9 $$", DotFailure::Killed, "signal 9");
        row("is asked to end", "kill -TERM $$", DotFailure::Killed, "signal 15");
        row("crashes", "kill -SEGV $$", DotFailure::Crashed, "signal 11");
        row("aborts", "kill -ABRT $$", DotFailure::Crashed, "signal 6");
        row("writes without end", "exec head -c 104857600 /dev/zero", DotFailure::TooMuch, "exceeded the limit");
    }
    void whateverItDoesTheReasonComes() {
        QFETCH(QString, script);
        QFETCH(DotFailure, failure);
        QFETCH(QString, says);
        const testing::FakeDot fake(script);
        const DotAnswer answer = ask(failure == DotFailure::TooSlow ? milliseconds(300) : milliseconds(15000));
        QCOMPARE(answer.failure, failure);
        QVERIFY2(answer.message.contains(says), qPrintable(answer.message));
        QVERIFY(answer.plain.isEmpty());
    }

    void whatIsNoLayoutIsTheReadersToRefuse_data() {
        QTest::addColumn<QString>("script");
        QTest::newRow("garbage") << QStringLiteral("head -c 65536 /dev/urandom");
        QTest::newRow("half a line") << QStringLiteral("printf 'graph 1 2 3\\nnode n0 0.5 2'");
        QTest::newRow("nothing") << QStringLiteral("true");
    }
    void whatIsNoLayoutIsTheReadersToRefuse() {
        QFETCH(QString, script);
        const testing::FakeDot fake(script);
        const DotAnswer answer = ask();
        QCOMPARE(answer.failure, DotFailure::None);
        QVERIFY(!readDotPlain(answer.plain.toStdString()).hasValue());
    }

    void missingPrograms() {
        qputenv("BATCHSCOPE_DOT", "/no/such/program");
        const DotAnswer missing = ask();
        QCOMPARE(missing.failure, DotFailure::Missing);
        QVERIFY(missing.message.contains(QStringLiteral("/no/such/program")));
        const testing::FakeDot broken(QStringLiteral("true"), QStringLiteral("#!/no/such/interpreter"));
        QCOMPARE(ask().failure, DotFailure::Missing);
    }

    void theNewestRequestWins() {
        testing::FakeDot fake(QStringLiteral("read line\n") % testing::FakeDot::waits() %
                              QStringLiteral("echo \"$line\""));
        DotProcess dot;
        QList<int> heard;
        for (int request = 0; request < 5; ++request) {
            dot.layOut("request " + std::to_string(request) + "\n", [&heard, request](const DotAnswer& answer) {
                heard.append(answer.plain == "request " + QByteArray::number(request) + "\n" ? request : -1);
            });
        }
        fake.letGo(); // all five would answer
        QTRY_VERIFY(!dot.running());
        QVERIFY(isLeftAlone(dot));
        QCOMPARE(heard, QList<int>{4});
    }

    void aMissingProgramIsNotHeardByALaterRequest() {
        DotProcess dot;
        QList<DotFailure> heard;
        qputenv("BATCHSCOPE_DOT", "/no/such/program");
        dot.layOut("a", [&](const DotAnswer& answer) { heard.append(answer.failure); });
        const testing::FakeDot fake(QStringLiteral("cat"));
        dot.layOut("b", [&](const DotAnswer& answer) { heard.append(answer.failure); });
        QTRY_VERIFY(!dot.running());
        QVERIFY(isLeftAlone(dot));
        QCOMPARE(heard, QList<DotFailure>{DotFailure::None});
    }

    void cancelledRequestsAreNotHeard() {
        const testing::FakeDot fake(QStringLiteral("cat"));
        DotProcess dot;
        bool heard = false;
        dot.layOut("a", [&](const DotAnswer&) { heard = true; });
        dot.cancel();
        QVERIFY(!dot.running());
        QVERIFY(isLeftAlone(dot));
        QVERIFY(!heard);
    }

    void aReceiverMayAskAgain() {
        const testing::FakeDot fake(QStringLiteral("cat"));
        DotProcess dot;
        QByteArray second;
        dot.layOut("a",
                   [&](const DotAnswer&) { dot.layOut("b", [&](const DotAnswer& answer) { second = answer.plain; }); });
        QTRY_COMPARE(second, QByteArray("b"));
    }

    void whatItStartedDiesWithIt() {
        const testing::FakeDot fake(QStringLiteral("sleep 1000 & echo $! > \"$here/child\"; wait"));
        // On a busy machine the first budgets may be over before the script has begun its child.
        for (milliseconds budget(500); fake.file(QStringLiteral("child")).isEmpty() && budget < milliseconds(16000);
             budget *= 2) {
            QCOMPARE(ask(budget).failure, DotFailure::TooSlow);
        }
        QTRY_VERIFY(isGone(fake.file(QStringLiteral("child"))));
    }

    void itIsGoneWithItsOwner() {
        const testing::FakeDot fake(QStringLiteral("echo $$ > \"$here/self\"; exec sleep 1000"));
        bool heard = false;
        {
            DotProcess dot;
            dot.layOut("a", [&](const DotAnswer&) { heard = true; });
            QTRY_VERIFY(fake.file(QStringLiteral("self")).endsWith('\n'));
        }
        QVERIFY(isGone(fake.file(QStringLiteral("self"))));
        testing::settle();
        QVERIFY(!heard);
    }
};

BATCHSCOPE_NAMED_TEST("dot", QTEST_MAIN(DotTest))

} // namespace batchscope::dot_test

#include "dot_test.moc"
