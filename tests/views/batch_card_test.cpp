// SPDX-License-Identifier: GPL-3.0-or-later
//
// The card that shows what a batch computes: when and where it is shown, and that its colors are recorded numbers.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/base/text.h"
#include "tests/support/generated_text.h"
#include "tests/support/named_test.h"
#include "tests/support/sessions.h"
#include "tests/support/snapshots.h"
#include "tests/support/waiting.h"
#include "views/canvas/paint/batch_card.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/session/lanes.h"
#include "views/session/session.h"

#include <QGuiApplication>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace batchscope::batch_card_test {

namespace {

std::string generatedTrees() {
    return testing::generatedText({.leaves = {4, 9}, .trees = 6, .seed = 3});
}

/// What the window knows after it has opened the trees and run them.
Snapshot recordedSnapshot() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("trees.ptb")).toStdString();
    std::ofstream(path) << generatedTrees();
    testing::UnmeasuredSession own;
    Session& session = own.session;
    session.open({path});
    if (!QTest::qWaitFor([&] { return session.snapshot()->recorded != nullptr && !session.busy(); },
                         testing::kPatienceMs)) {
        qFatal("nothing was recorded");
    }
    return *session.snapshot();
}

struct Picture {
    explicit Picture(const Snapshot& snapshot, QSize size = {1000, 640})
        : model(snapshot), canvas(QPointF(0.0, 0.0), QSizeF(size)) {}

    SceneModel model;
    QRectF canvas;
    Focus focus;
    QFont font = QGuiApplication::font();

    [[nodiscard]] std::optional<BatchCard> cardAt(double time) const {
        const StoryState state = model.stateAt(time, StepView::CloseUp);
        const Scene scene{model,  state, focus, lightTheme(), followingCamera(model, state, canvas, font),
                          canvas, font,  {}};
        return batchCardOf(scene);
    }
    /// The moment in which the batch's rows are one tensor, before they are computed.
    [[nodiscard]] std::vector<double> momentsOf(StoryStage stage) const {
        std::vector<double> moments;
        for (double time = 0.0; time <= model.storyboard()->end(); time += 0.125) {
            if (model.stateAt(time).stage == stage) {
                moments.push_back(time);
            }
        }
        return moments;
    }
};

} // namespace

class BatchCardTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void initTestCase() { m_recorded = recordedSnapshot(); }

    void itIsShownOnlyWhileABatchIsMade() {
        const Picture picture(m_recorded);
        QVERIFY(!picture.cardAt(0.0));
        QVERIFY(!picture.cardAt(picture.model.storyboard()->end()));
        for (const StoryStage stage : {StoryStage::Stack, StoryStage::Run}) {
            const std::vector<double> moments = picture.momentsOf(stage);
            QVERIFY(!moments.empty());
            for (const double time : moments) {
                QVERIFY2(picture.cardAt(time), qPrintable(QString::number(time)));
            }
        }
    }

    void itCountsWhatTheScheduleSays() {
        const Picture picture(m_recorded);
        for (const double time : picture.momentsOf(StoryStage::Stack)) {
            const BatchId batch = picture.model.stateAt(time).active;
            const auto card = picture.cardAt(time);
            QVERIFY(card);
            const std::size_t size = m_recorded.schedule->batchSize(batch);
            const Op& op = m_recorded.graph->opOf(m_recorded.schedule->batchSignatures[batch]);
            QVERIFY(card->rows.size() <= std::min(size, BatchCard::kMostRows));
            QCOMPARE(card->more.isEmpty(), card->rows.size() == size);
            const std::size_t weights = m_recorded.graph->ops.weightCount(op);
            QCOMPARE(card->weights, weights > 0 ? QString::fromStdString(withThousands(weights)) : QString());
            QVERIFY(card->outputs.contains(QStringLiteral("[%1, %2]").arg(size).arg(op.outputWidth(0))));
        }
    }

    void itsColorsAreTheRecordedNumbers() {
        const Picture picture(m_recorded);
        std::size_t seen = 0;
        for (const double time : picture.momentsOf(StoryStage::Run)) {
            const auto card = picture.cardAt(time);
            QVERIFY(card);
            std::vector<double> numbers;
            std::vector<float> cells;
            for (std::size_t row = 0; row < card->rows.size(); ++row) {
                for (std::uint32_t output = 0; output < card->rows[row].outputs.size(); ++output) {
                    const auto values = m_recorded.recorded->row({card->rows[row].node, output});
                    const auto& strip = card->rows[row].outputs[output].cells;
                    QCOMPARE(strip.size(), std::min(values.size(), BatchCard::kCells));
                    for (std::size_t cell = 0; cell < strip.size(); ++cell) {
                        numbers.push_back(std::abs(values[cell * values.size() / strip.size()]));
                        cells.push_back(strip[cell]);
                    }
                }
            }
            const double largest = *std::max_element(numbers.begin(), numbers.end());
            for (std::size_t cell = 0; cell < cells.size(); ++cell) {
                QVERIFY(std::abs(static_cast<double>(cells[cell]) - numbers[cell] / largest) < 1e-5);
                ++seen;
            }
        }
        QVERIFY(seen > 100);
    }

    void closeUpItTakesTheRoomBesideTheTrees() {
        const Picture picture(m_recorded);
        const QRectF area =
            pictureArea(picture.canvas, picture.font, legendRows(picture.model, picture.canvas, picture.font));
        for (const double time : picture.momentsOf(StoryStage::Run)) {
            const auto card = picture.cardAt(time);
            QVERIFY(card);
            QVERIFY(area.adjusted(-1.0, -1.0, 1.0, 1.0).contains(card->box));
            const StoryState state = picture.model.stateAt(time, StepView::CloseUp);
            const Camera camera = followingCamera(picture.model, state, picture.canvas, picture.font);
            for (const Box& tree : state.trees) {
                QVERIFY(std::min(camera.toPixel(tree).right(), card->clip.isNull() ? 1e9 : card->clip.right()) <
                        card->box.left());
            }
        }
        const auto phrases = picture.cardAt(4.0);
        QCOMPARE(phrases->rows.front().words.split(u' ').size(), 2); // of a phrase of two
    }

    /// Where all trees are too small to read, the view goes to those of the batch's rows.
    void closeUpWordsCanBeReadAndRowsComeFromWhatIsInSight() {
        std::size_t clipped = 0;
        for (const QSize size : {QSize(1440, 760), QSize(1000, 640), QSize(800, 420)}) {
            const Picture picture(m_recorded, size);
            for (const double time : picture.momentsOf(StoryStage::Run)) {
                const StoryState state = picture.model.stateAt(time, StepView::CloseUp);
                const Camera camera = followingCamera(picture.model, state, picture.canvas, picture.font);
                QVERIFY(camera.scale * kWordHeight > 10.99);
                const auto card = picture.cardAt(time);
                QVERIFY(card);
                const auto nodes = m_recorded.schedule->batch(state.active);
                const auto inSight = [&](NodeId node) {
                    return card->clip.isNull() || card->clip.contains(camera.toPixel(state.nodes[node.index()]));
                };
                const auto seen = std::count_if(nodes.begin(), nodes.end(), inSight);
                const auto shown = std::count_if(card->rows.begin(), card->rows.end(),
                                                 [&](const BatchCard::Row& row) { return inSight(row.node); });
                QVERIFY(seen > 0);
                QCOMPARE(shown, std::min<std::ptrdiff_t>(seen, static_cast<std::ptrdiff_t>(card->rows.size())));
                clipped += card->clip.isNull() ? 0 : 1;
            }
        }
        QVERIFY(clipped > 0);
    }

    void itKeepsInsideThePictureOrStaysAway() {
        std::size_t shown = 0;
        std::size_t away = 0;
        for (const QSize size : {QSize(1600, 1000), QSize(700, 420), QSize(320, 200), QSize(160, 120)}) {
            const Picture picture(m_recorded, size);
            const QRectF area =
                pictureArea(picture.canvas, picture.font, legendRows(picture.model, picture.canvas, picture.font));
            for (const double time : picture.momentsOf(StoryStage::Run)) {
                const auto card = picture.cardAt(time);
                (card ? shown : away) += 1;
                QVERIFY(!card || area.adjusted(-1.0, -1.0, 1.0, 1.0).contains(card->box));
            }
        }
        QVERIFY(shown > 0 && away > 0);
    }

private:
    Snapshot m_recorded;
};

BATCHSCOPE_NAMED_TEST("batch_card", QTEST_MAIN(BatchCardTest))

} // namespace batchscope::batch_card_test

#include "batch_card_test.moc"
