// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/snapshots.h"
#include "tests/views/recording_device.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/scene_painter.h"

#include <QPaintEngine>

#include <cstdlib>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace batchscope::edges_test {

namespace {

/// Draws nothing, and counts lines by their color.
class LineRecorder final : public QPaintEngine {
public:
    LineRecorder() : QPaintEngine(AllFeatures) {}
    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return User; }
    void updateState(const QPaintEngineState& changed) override {
        if ((changed.state() & DirtyPen) != 0) {
            m_colour = changed.pen().color().rgb();
        }
    }
    void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override {}
    void drawLines(const QLineF* /*lines*/, int count) override { m_lines[m_colour] += count; }

    [[nodiscard]] const std::map<QRgb, int>& lines() const { return m_lines; }

private:
    QRgb m_colour = 0;
    std::map<QRgb, int> m_lines;
};

/// A sentence of `words` words.
std::string sentence(int words) {
    std::string tree = "(2 a)";
    for (int word = 1; word < words; ++word) {
        tree = "(2 " + tree + " (2 b" + std::to_string(word) + "))";
    }
    return tree + '\n';
}

/// Lines of the picture of the source, by color.
std::map<QRgb, int> linesOf(const std::string& net, const std::string& bank) {
    GraphOptions options;
    options.model = net;
    const SceneModel model(testing::snapshotOf(bank, "agenda", options));
    const QSize size(1200, 800);
    const QRectF canvas(QPointF(0.0, 0.0), QSizeF(size));
    const StoryState state = model.stateAt(0.0);
    const Focus focus;
    const QFont font = QGuiApplication::font();
    testing::RecordingDevice<LineRecorder> device(size);
    QPainter painter(&device);
    paintEdges(painter,
               {model, state, focus, lightTheme(), followingCamera(model, state, canvas, font), canvas, font, {}});
    painter.end();
    return device.engine().lines();
}

int differenceFromGround(QRgb colour) {
    const QColor ground = lightTheme().lane;
    return std::abs(qRed(colour) - ground.red()) + std::abs(qGreen(colour) - ground.green()) +
           std::abs(qBlue(colour) - ground.blue());
}

} // namespace

class EdgesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void whereAllTakeFromAllEdgesAreFainter() {
        const std::map<QRgb, int> lines = linesOf("encoder-decoder", sentence(10));
        QCOMPARE(lines.size(), std::size_t{2});
        auto web = lines.begin();
        auto other = std::next(web);
        if (differenceFromGround(web->first) > differenceFromGround(other->first)) {
            std::swap(web, other);
        }
        QVERIFY(2 * differenceFromGround(web->first) < differenceFromGround(other->first));
        QVERIFY2(web->second >= 100, "each word is attended to from each"); // some are bent, of several lines
        QVERIFY(other->second >= 20);
    }

    void fewEndsAreNoWeb() {
        QCOMPARE(linesOf("encoder-decoder", sentence(3)).size(), std::size_t{1});
        QCOMPARE(linesOf("tree-lstm", sentence(10)).size(), std::size_t{1});
    }
};

BATCHSCOPE_NAMED_TEST("edges", QTEST_MAIN(EdgesTest))

} // namespace batchscope::edges_test

#include "edges_test.moc"
