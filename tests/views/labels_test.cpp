// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/generated_text.h"
#include "tests/support/named_test.h"
#include "tests/support/snapshots.h"
#include "tests/views/recording_device.h"
#include "views/canvas/paint/scene_painter.h"

#include <QPaintEngine>

#include <array>
#include <vector>

namespace batchscope::labels_test {

namespace {

/// Draws nothing, and keeps where each text's ink would be.
class TextRecorder final : public QPaintEngine {
public:
    struct Text {
        QString text;
        QRectF ink;
    };

    TextRecorder() : QPaintEngine(AllFeatures) {}
    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return User; }
    void updateState(const QPaintEngineState& changed) override {
        if ((changed.state() & DirtyOpacity) != 0) {
            m_opacity = changed.opacity();
        }
    }
    void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override {}
    void drawImage(const QRectF& /*to*/, const QImage& /*image*/, const QRectF& /*from*/,
                   Qt::ImageConversionFlags /*flags*/) override {}
    void drawPath(const QPainterPath& /*path*/) override {}
    void drawPolygon(const QPointF* /*points*/, int /*count*/, PolygonDrawMode /*mode*/) override {}
    void drawTextItem(const QPointF& place, const QTextItem& item) override {
        constexpr double kSeen = 0.2; // of those that fade
        if (m_opacity >= kSeen && !item.text().trimmed().isEmpty()) {
            m_texts.push_back(
                {item.text(), QFontMetricsF(item.font()).tightBoundingRect(item.text()).translated(place)});
        }
    }

    [[nodiscard]] const std::vector<Text>& texts() const { return m_texts; }

private:
    double m_opacity = 1.0;
    std::vector<Text> m_texts;
};

constexpr std::string_view kSentences =
    "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tinternationalisation\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
    "3\tworks\twork\tVERB\t_\t_\t0\troot\t_\t_\n4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_\n\n"
    "1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\truns\trun\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\tvery\tvery\tADV\t_\t_\t4\tadvmod\t_\t_\n4\tfast\tfast\tADV\t_\t_\t2\tadvmod\t_\t_\n\n";

/// An idx file of pictures of 2 × 2 pixels.
QByteArray images(int count) {
    QByteArray bytes;
    for (const int number : {0x803, count, 2, 2}) {
        for (const int shift : {24, 16, 8, 0}) {
            bytes.append(static_cast<char>((number >> shift) & 0xff));
        }
    }
    for (int pixel = 0; pixel < count * 4; ++pixel) {
        bytes.append(static_cast<char>(pixel & 0x7f));
    }
    return bytes;
}

} // namespace

class LabelsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void noTextLiesOnAnother_data() {
        QTest::addColumn<QString>("net");
        QTest::addColumn<QByteArray>("bank");
        const QByteArray random = QByteArray::fromStdString(testing::generatedText({.leaves = {3, 14}, .trees = 9}));
        const QByteArray binary =
            QByteArray::fromStdString(testing::generatedText({.leaves = {2, 30}, .trees = 24, .seed = 5}));
        const QByteArray wide = QByteArray::fromStdString(
            testing::generatedText({.shape = TreeShape::Nary, .leaves = {3, 20}, .trees = 8, .vocabulary = 200'000}));
        const QByteArray sentences(kSentences.data(), static_cast<qsizetype>(kSentences.size()));
        QTest::newRow("tree-lstm") << QStringLiteral("tree-lstm") << random;
        QTest::newRow("tree-lstm, more trees") << QStringLiteral("tree-lstm") << binary;
        QTest::newRow("child-sum") << QStringLiteral("child-sum-tree-lstm") << wide;
        QTest::newRow("bilstm-char") << QStringLiteral("bilstm-char-tagger") << random;
        QTest::newRow("transition-parser") << QStringLiteral("transition-parser") << sentences.repeated(3);
        QTest::newRow("mlp") << QStringLiteral("mlp") << images(40);
    }
    void noTextLiesOnAnother() {
        QFETCH(QString, net);
        QFETCH(QByteArray, bank);
        GraphOptions options;
        options.model = net.toStdString();
        const SceneModel model(testing::snapshotOf(bank.toStdString(), "agenda", options));
        std::size_t seen = 0;
        for (const QSize size : {QSize(900, 600), QSize(480, 330)}) {
            const QRectF canvas(QPointF(0.0, 0.0), QSizeF(size));
            const QFont font = QGuiApplication::font();
            const double end = model.storyboard()->end();
            for (double time = 0.0; time <= end; time += std::max(0.31, end / 29.0)) {
                const StoryState state = model.stateAt(time);
                const Camera fitted = followingCamera(model, state, canvas, font);
                for (const double zoom : {0.3, 1.0, 1.7, 3.1, 6.4, 15.0}) {
                    const Camera camera = fitted.zoomedAt({canvas.width() * 0.61, canvas.height() * 0.43}, zoom);
                    const Focus focus;
                    testing::RecordingDevice<TextRecorder> device(size);
                    QPainter painter(&device);
                    paintScene(painter, {model,
                                         state,
                                         focus,
                                         lightTheme(),
                                         camera,
                                         canvas,
                                         font,
                                         {Motion::Rest, captionAt(model.snapshot(), time)}});
                    painter.end();
                    seen += device.engine().texts().size();
                    check(device.engine().texts(), canvas, QStringLiteral("t = %1, zoom %2").arg(time).arg(zoom));
                }
            }
        }
        QVERIFY(seen > 1000); // the recorder does see what is written
    }

private:
    static void check(const std::vector<TextRecorder::Text>& texts, const QRectF& canvas, const QString& where) {
        constexpr double kTouch = 1.0; // pixel
        for (std::size_t index = 0; index < texts.size(); ++index) {
            const auto& [text, ink] = texts[index];
            QVERIFY2(canvas.adjusted(-kTouch, -kTouch, kTouch, kTouch).contains(ink),
                     qPrintable(QStringLiteral("“%1” is cut: %2").arg(text, where)));
            for (std::size_t other = 0; other < index; ++other) {
                const QRectF common = ink.intersected(texts[other].ink);
                QVERIFY2(common.width() <= kTouch || common.height() <= kTouch,
                         qPrintable(QStringLiteral("“%1” on “%2”: %3").arg(text, texts[other].text, where)));
            }
        }
    }
};

BATCHSCOPE_NAMED_TEST("labels", QTEST_MAIN(LabelsTest))

} // namespace batchscope::labels_test

#include "labels_test.moc"
