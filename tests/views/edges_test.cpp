// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/snapshots.h"
#include "tests/views/recording_device.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/scene_painter.h"

#include <QPaintEngine>
#include <fmt/format.h>

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

/// Words that are summed up one after the other, and all of them once more for each.
std::string attention(int words) {
    std::string calls;
    std::string outputs;
    std::string all;
    for (int word = 0; word < words; ++word) {
        all += fmt::format("{}\"w{}\"", word == 0 ? "" : ", ", word);
    }
    for (int word = 0; word < words; ++word) {
        calls += fmt::format(R"({0}{{"name": "w{1}", "op": "word", "args": [{{"constant": [{1}]}}]}},
            {{"name": "s{1}", "op": "join", "args": ["w{1}", "{2}"]}})",
                             word == 0 ? "" : ",\n", word, word == 0 ? "w0" : fmt::format("s{}", word - 1));
    }
    for (int word = 0; word < words; ++word) {
        calls += fmt::format(R"(,
            {{"name": "a{0}", "op": "attend", "args": [[{1}]]}}, {{"name": "o{0}", "op": "join", "args": ["a{0}", "s{0}"]}})",
                             word, all);
        outputs += fmt::format("{}\"o{}\"", word == 0 ? "" : ", ", word);
    }
    return fmt::format(R"({{"batchscope_program": 1, "ops": [
        {{"name": "word", "arguments": [{{"name": "a", "class": "constant", "width": 1}}], "body": [], "outputs": ["a"]}},
        {{"name": "join", "arguments": [{{"name": "x", "class": "row", "width": 1}}, {{"name": "y", "class": "row", "width": 1}}],
          "body": [{{"name": "z", "do": "add", "of": ["x", "y"]}}], "outputs": ["z"]}},
        {{"name": "attend", "arguments": [{{"name": "x", "class": "row", "width": 1, "variadic": true}}],
          "body": [{{"name": "z", "do": "segment_sum", "of": ["x"]}}], "outputs": ["z"]}}],
        "calls": [{}], "outputs": [{}]}})",
                       calls, outputs);
}

/// Lines of the picture of the source, by color.
std::map<QRgb, int> linesOf(const std::string& bank) {
    const SceneModel model(testing::snapshotOf(bank, "agenda", {}));
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
        const std::map<QRgb, int> lines = linesOf(attention(10));
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
        QCOMPARE(linesOf(attention(3)).size(), std::size_t{1});
        QCOMPARE(linesOf(sentence(10)).size(), std::size_t{1});
    }
};

BATCHSCOPE_NAMED_TEST("edges", QTEST_MAIN(EdgesTest))

} // namespace batchscope::edges_test

#include "edges_test.moc"
