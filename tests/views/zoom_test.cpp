// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/generated_text.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/widget/canvas_view.h"

#include <QTemporaryFile>
#include <QWheelEvent>

#include <array>
#include <cmath>

namespace batchscope::zoom_test {

namespace {

constexpr QSize kSize(400, 300);
constexpr double kWholeWindow = 1200.0; // pixels a unit
const QRectF kCanvas(QPointF(0.0, 0.0), QSizeF(kSize));

std::string chain(std::size_t leaves) {
    return testing::generatedText({.shape = TreeShape::Sequence, .leaves = leaves, .trees = 1});
}

QImage pictureAt(const SceneModel& model, const StoryState& state, QPointF center, double scale) {
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    const Focus focus;
    paintScene(painter,
               {model, state, focus, lightTheme(), Camera{kCanvas, center, scale}, kCanvas, QGuiApplication::font()});
    return image;
}

int difference(QRgb left, QRgb right) {
    return std::abs(qRed(left) - qRed(right)) + std::abs(qGreen(left) - qGreen(right)) +
           std::abs(qBlue(left) - qBlue(right));
}

} // namespace

class ZoomTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void initTestCase() {
        constexpr std::size_t kDeep = 20'000;
        m_model = SceneModel(testing::snapshotOf(chain(kDeep), "depth"));
    }

    void oneNodeFillsTheWindow() {
        const double end = m_model.storyboard()->end();
        for (const double time : {0.0, end - 4000.0, end}) {
            const StoryState state = m_model.stateAt(time);
            for (const std::size_t node : {std::size_t{0}, state.nodes.size() / 2, state.nodes.size() - 1}) {
                const QPointF center(static_cast<double>(state.nodes[node].x),
                                     static_cast<double>(state.nodes[node].y));
                const QImage small = pictureAt(m_model, state, center, 40.0);
                const QImage large = pictureAt(m_model, state, center, kWholeWindow);
                const auto colorIn = [](const QImage& image, double scale) {
                    const QPointF place = kCanvas.center() + QPointF(-0.11, 0.07) * scale;
                    return image.pixel(place.toPoint());
                };
                QVERIFY(difference(colorIn(small, 40.0), colorIn(large, kWholeWindow)) < 12);
                QVERIFY(difference(colorIn(large, kWholeWindow), lightTheme().canvas.rgb()) > 24);
            }
        }
    }

    void panningByAPixelMovesThePictureByAPixel() {
        for (const double time : {0.0, m_model.storyboard()->end()}) {
            const StoryState state = m_model.stateAt(time);
            const Point place = state.nodes.back();
            for (const double scale : {21.0, 300.0, 3000.0}) {
                Camera camera{kCanvas, QPointF(static_cast<double>(place.x), static_cast<double>(place.y)), scale};
                const QImage before = pictureAt(m_model, state, camera.center, scale);
                const QImage after = pictureAt(m_model, state, camera.panned(QPointF(7.0, 0.0)).center, scale);
                for (int y = 110; y < 180; ++y) {
                    for (int x = 60; x < 280; ++x) { // left of the minimap
                        QVERIFY(difference(before.pixel(x, y), after.pixel(x + 7, y)) < 24);
                    }
                }
            }
        }
    }

    void farOutEverythingIsADot() {
        for (const double time : {0.0, m_model.storyboard()->end()}) {
            const StoryState state = m_model.stateAt(time);
            const QPointF center(static_cast<double>(state.view.x + state.view.width / 2.0F),
                                 static_cast<double>(state.view.y + state.view.height / 2.0F));
            const double scale = 1.0 / static_cast<double>(std::max(state.view.width, state.view.height));
            const QImage image = pictureAt(m_model, state, center, scale);
            int marked = 0;
            for (int y = 140; y < 160; ++y) {
                for (int x = 190; x < 210; ++x) {
                    marked += difference(image.pixel(x, y), lightTheme().canvas.rgb()) > 12 ? 1 : 0;
                }
            }
            QVERIFY(marked >= 1 && marked <= 12);
        }
    }

    void theWheelGoesAllTheWay() {
        testing::ShownView<CanvasView> shown(kSize);
        Session& session = shown.session;
        CanvasView& view = shown.view;
        QTemporaryFile file;
        QVERIFY(file.open());
        const std::string text = chain(3000);
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        session.open({file.fileName().toStdString()});
        QTRY_VERIFY(session.snapshot()->storyboard != nullptr && !session.busy());
        view.grab();
        const auto wheel = [&](int notches) {
            const QPointF at(180.0, 140.0);
            QWheelEvent event(at, view.mapToGlobal(at), {}, {0, notches * 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(&view, &event);
        };
        for (int turn = 0; turn < 100; ++turn) {
            wheel(1);
        }
        QVERIFY(view.sight().camera().scale >= 400.0);
        QVERIFY(!view.grab().isNull());
        for (int turn = 0; turn < 200; ++turn) {
            wheel(-1);
        }
        QVERIFY(view.sight().camera().scale <= 1.0 / 2000.0);
        QVERIFY(std::isfinite(view.sight().camera().center.x()) && std::isfinite(view.sight().camera().center.y()));
        QVERIFY(!view.grab().isNull());
        for (int turn = 0; turn < 200; ++turn) {
            wheel(1);
        }
        QVERIFY(view.sight().camera().scale >= 400.0); // the way back is open
    }

private:
    SceneModel m_model;
};

BATCHSCOPE_NAMED_TEST("zoom", QTEST_MAIN(ZoomTest))

} // namespace batchscope::zoom_test

#include "zoom_test.moc"
