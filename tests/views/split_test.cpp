// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/sessions.h"
#include "tests/support/snapshots.h"
#include "views/canvas/widget/split_view.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

namespace batchscope::split_test {

class SplitTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void init() {
        m_session = std::make_unique<Session>(m_lanes);
        testing::setTiming(*m_session, Timing::Off);
        m_playback = std::make_unique<Playback>(*m_session);
        m_split = std::make_unique<SplitView>(*m_session, *m_playback);
        m_split->resize(1200, 500);
        m_split->show();
        m_session->open({m_file.path()});
        QTRY_VERIFY(m_session->snapshot()->report != nullptr && !m_session->busy());
    }
    void cleanup() {
        m_split.reset();
        m_playback.reset();
        m_session.reset();
    }

    void theOtherSideRunsTheSameTreesAnotherWay() {
        QVERIFY(m_split->otherCanvas() == nullptr);
        compareWith("regular");
        const auto* boxes = m_split->findChild<QComboBox*>();
        QCOMPARE(boxes->currentText(), QStringLiteral("One by one"));
        QCOMPARE(boxes->currentData().toString(), QStringLiteral("regular"));
        QVERIFY(!m_split->otherCanvas()->grab().isNull());
        QVERIFY(m_split->canvas().sight().marked().empty()); // everything differs from node by node
        const auto facts = texts();
        QVERIFY2(facts.contains(QStringLiteral("By level")), qPrintable(facts));
        const QString nodes = QStringLiteral("%1 batches").arg(m_session->snapshot()->graph->size());
        QVERIFY2(facts.contains(nodes), qPrintable(facts));
    }

    void figuresOfThisSideNeverStandOverTheOther() {
        SessionConfig config = m_session->config();
        config.policy = "agenda";
        m_session->setConfig(config); // busy: the other side cannot begin, and starts from this one
        QVERIFY(m_split->compareWith(QStringLiteral("regular")).hasValue());
        const auto* facts =
            m_split->findChild<QComboBox*>()->parentWidget()->findChild<QLabel*>(QStringLiteral("split-facts"));
        const auto says = [facts] { return facts->text(); };
        QCOMPARE(says(), QStringLiteral("computing…"));
        const QString nodes = QStringLiteral("%1 batches").arg(m_session->snapshot()->graph->size());
        QTRY_VERIFY(says() != QStringLiteral("computing…"));
        QVERIFY2(says().startsWith(nodes), qPrintable(says()));
    }

    void nothingIsReadAgain() {
        compareWith("agenda");
        QVERIFY(QFile::remove(QString::fromStdString(m_file.path()))); // it would be missed
        compareWith("sufficient");
        compareWith("primitive");
        QFile again(QString::fromStdString(m_file.path()));
        QVERIFY(again.open(QIODevice::WriteOnly) && again.write(testing::kThreeTrees.data()) > 0);
    }

    void followingWhileBusyLeavesNothingHanging() {
        compareWith("regular");
        SessionConfig config = m_session->config();
        config.graph.dim = 16;
        m_session->setConfig(config);
        QVERIFY(m_split->compareWith(QStringLiteral("depth")).hasValue()); // the same as on the left
        QTRY_VERIFY(!m_split->busy());
        QVERIFY(m_split->compareWith(QStringLiteral("regular")).hasValue());
        QVERIFY(m_split->compareWith(QStringLiteral("depth")).hasValue());
        QTRY_VERIFY(!m_split->busy());
        const QString batches = QStringLiteral("%1 batches").arg(m_session->snapshot()->schedule->batchCount());
        QTRY_COMPARE(texts().count(batches), 2);
    }

    void theSlowerSideReachesItsEnd() {
        compareWith("regular");
        const auto picture = [&] { return m_split->otherCanvas()->grab().toImage(); };
        const double end = m_playback->storyboard()->end();
        m_playback->seek(Storyboard::kFirstBatchStop);
        const QImage before = picture();
        m_playback->last();
        QCOMPARE(m_playback->time(), m_playback->end());
        const QImage folded = picture();
        QVERIFY(folded != before);
        m_playback->first();
        m_playback->setSpeed(Playback::kFastest);
        m_playback->play(); // to the very end
        QTRY_VERIFY(!m_playback->playing());
        QCOMPARE(m_playback->time(), m_playback->end());
        QCOMPARE(picture(), folded);
        QVERIFY(m_split->compareWith(QStringLiteral("none")).hasValue());
        QCOMPARE(m_playback->end(), end); // and who was at the end is at the end
        QCOMPARE(m_playback->time(), end);
    }

    void theResultWaitsForBothSides() {
        QCOMPARE(m_split->result(), QString());
        compareWith("regular");
        const auto footers = m_split->findChildren<QLabel*>(QStringLiteral("split-progress"));
        QCOMPARE(footers.size(), 2);
        const QString nodes = QStringLiteral("of %1").arg(m_session->snapshot()->graph->size());
        m_playback->seek(Storyboard::kFirstBatchStop); // neither is done
        const auto finished = [&] {
            return std::count_if(footers.begin(), footers.end(), [](const QLabel* footer) {
                return footer->text().endsWith(QStringLiteral("finished"));
            });
        };
        QCOMPARE(finished(), 0);
        QVERIFY2(!m_split->result().contains(QStringLiteral("calls")), qPrintable(m_split->result()));
        m_playback->last();
        QCOMPARE(finished(), 2);
        QVERIFY2(m_split->result().contains(QStringLiteral("calls")), qPrintable(m_split->result()));
        QVERIFY(footers[0]->text().contains(nodes) || footers[1]->text().contains(nodes));
        QVERIFY(m_split->compareWith(QStringLiteral("none")).hasValue());
        QCOMPARE(m_split->result(), QString());
    }

    void bothPicturesStandSideBySideAndNoFigureIsClipped() {
        compareWith("regular");
        for (const int width : {1600, 1200, 700, 420}) {
            m_split->resize(width, 500);
            QCoreApplication::processEvents();
            const CanvasView& own = m_split->canvas();
            const CanvasView& other = *m_split->otherCanvas();
            QCOMPARE(own.mapTo(m_split.get(), QPoint()).y(), other.mapTo(m_split.get(), QPoint()).y());
            QCOMPARE(own.height(), other.height());
            for (const QLabel* facts : m_split->findChildren<QLabel*>(QStringLiteral("split-facts"))) {
                const int needed = facts->fontMetrics().horizontalAdvance(facts->text());
                QVERIFY(!facts->text().isEmpty());
                QVERIFY2(facts->width() >= needed || width < 700,
                         qPrintable(QStringLiteral("%1 at %2").arg(facts->text()).arg(width)));
                QCOMPARE(facts->toolTip(), facts->text());
            }
        }
    }

    void closingLeavesOnePicture() {
        compareWith("largest");
        const QSignalSpy changed(m_split.get(), &SplitView::rivalChanged);
        for (auto* button : m_split->findChildren<QToolButton*>()) {
            if (button->accessibleName() == QStringLiteral("Stop comparing")) {
                button->click();
            }
        }
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(m_split->otherCanvas() == nullptr);
        QCOMPARE(m_split->rival(), QStringLiteral("none"));
        m_playback->seek(2.0); // nothing follows any more, and nothing crashes
    }

private:
    void compareWith(const char* rival) {
        QVERIFY(m_split->compareWith(QString::fromLatin1(rival)).hasValue());
        QTRY_VERIFY(!m_split->busy() && !texts().contains(QStringLiteral("computing…")));
    }
    [[nodiscard]] QString texts() const {
        QString all;
        for (const QLabel* label : m_split->findChildren<QLabel*>()) {
            all += label->text() + u'\n';
        }
        return all;
    }

    testing::TreesFile m_file;
    Lanes m_lanes;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Playback> m_playback;
    std::unique_ptr<SplitView> m_split;
};

BATCHSCOPE_NAMED_TEST("split", QTEST_MAIN(SplitTest))

} // namespace batchscope::split_test

#include "split_test.moc"
