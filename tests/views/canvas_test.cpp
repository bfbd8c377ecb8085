// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/trace/batch_view.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/canvas/input/canvas_navigation.h"
#include "views/canvas/paint/caption_strip.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/raster.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/scene/camera.h"
#include "views/canvas/scene/hit_test.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/export/frame_painter.h"

#include <QSignalSpy>
#include <QTemporaryFile>

#include <algorithm>
#include <cmath>
#include <set>

namespace batchscope::canvas_test {

class CanvasTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void zoomKeepsThePointUnderTheCursor() {
        const Camera camera{QRectF(10.0, 30.0, 800.0, 600.0), QPointF(5.0, 5.0), 8.0};
        const QPointF cursor(123.0, 456.0);
        const Point before = camera.toWorld(cursor);
        for (const double factor : {0.2, 1.25, 9.0}) {
            const Point after = camera.zoomedAt(cursor, factor).toWorld(cursor);
            QVERIFY(std::abs(after.x - before.x) < 0.01F && std::abs(after.y - before.y) < 0.01F);
        }
        QCOMPARE(camera.zoomedAt(cursor, 1e9).scale, Camera::kGreatestScale);
        QCOMPARE(camera.zoomedAt(cursor, 1e-12).scale, Camera::kLeastScale);
    }

    void fittedShowsTheWholeBox() {
        const Box world{-20.0F, 5.0F, 300.0F, 20.0F};
        const QRectF viewport(16.0, 40.0, 640.0, 400.0);
        const Camera camera = Camera::fitted(world, viewport, 44.0);
        QVERIFY(viewport.adjusted(-0.1, -0.1, 0.1, 0.1).contains(camera.toPixel(world)));
        QCOMPARE(Camera::fitted(Box{0.0F, 0.0F, 1.0F, 1.0F}, viewport, 44.0).scale, 44.0);
    }

    void everyNodeIsHitWhereItStands() {
        const SceneModel model(testing::snapshotOf(testing::kThreeTrees, "depth"));
        for (const double t : {0.0, 1.0, 2.0, 3.5, model.storyboard()->end()}) {
            const StoryState state = model.stateAt(t);
            for (std::size_t index = 0; index < state.nodes.size(); ++index) {
                QCOMPARE(hitTest(model, state, state.nodes[index], 0.1F).node, NodeId(index));
            }
        }
        const StoryState source = model.stateAt(0.0);
        const Box& tree = model.treeBoxes()[1];
        QCOMPARE(hitTest(model, source, {tree.x + 0.05F, tree.bottom() - 0.05F}, 0.1F).tree, TreeId(1));
        QVERIFY(!hitTest(model, source, {-1000.0F, 0.0F}, 0.1F).any());
    }

    void arrowsWalkToNeighborsAndBack() {
        const SceneModel model(testing::snapshotOf(testing::kThreeTrees, "depth"));
        const NodeId leaf(0);
        const NodeId parent = walked(model, leaf, WalkDirection::Consumer);
        QVERIFY(parent != leaf);
        QCOMPARE(walked(model, parent, WalkDirection::Argument), leaf);
        const NodeId sibling = walked(model, leaf, WalkDirection::Next);
        QVERIFY(sibling != leaf);
        QCOMPARE(walked(model, sibling, WalkDirection::Previous), leaf);
        QCOMPARE(walked(model, leaf, WalkDirection::Argument), leaf);
    }

    void everyMomentCanBeRenderedInBothThemes() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "agenda");
        Focus focus;
        focus.node = NodeId(4);
        focus.batch = snapshot.schedule->places[focus.node].batch;
        focus.tree = snapshot.graph->origins[focus.node].tree;
        for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
            for (double t = 0.0; t <= snapshot.storyboard->end(); t += 0.35) {
                const FramePainter frames(snapshot, {.size = QSize(480, 300), .theme = theme, .focus = focus});
                const QImage image = frames.image(t);
                QCOMPARE(image.size(), QSize(480, 300));
                QVERIFY(colorsOf(image) > 8);
            }
        }
    }

    void aNodeIsHitWithinSixteenPixelsAtAnyZoom() {
        testing::ShownView<CanvasView> shown(QSize(640, 400));
        auto& [file, lanes, session, playback, view] = shown;
        QVERIFY(shown.open());
        for (const double time : {0.0, 2.0, playback.storyboard()->end() - 1.0}) {
            playback.seek(time);
            view.sight().fitAll();
            view.grab();
            for (int zoom = 0; zoom < 30; ++zoom) {
                view.sight().zoomOut();
            }
            for (int zoom = 0; zoom < 60; zoom += 6) {
                view.grab();
                for (int x = 20; x < 640; x += 37) {
                    for (int y = 20; y < 400; y += 23) {
                        checkTarget(view, QPointF(x, y), session.snapshot()->graph->size());
                    }
                }
                const QPointF beside = view.sight().nodeRect(NodeId(2)).center() + QPointF(7.0, 0.0);
                QVERIFY(view.sight().hitAt(beside).node.valid() && view.sight().nodeRect(NodeId(2)).contains(beside));
                for (int step = 0; step < 6; ++step) {
                    view.sight().zoomIn();
                }
            }
        }
    }

    void aCtrlClickMarksASecondNodeAndKeepsTheFirst() {
        testing::ShownView<CanvasView> shown(QSize(640, 400));
        auto& [file, lanes, session, playback, view] = shown;
        QVERIFY(shown.open());
        view.grab();
        const auto click = [&](NodeId node, Qt::KeyboardModifiers keys) {
            QTest::mouseClick(&view, Qt::LeftButton, keys, view.sight().nodeRect(node).center().toPoint());
        };
        click(NodeId(2), Qt::ControlModifier); // nothing is selected yet: as without Ctrl
        QCOMPARE(playback.focus().node, NodeId(2));
        const QImage one = view.grab().toImage();
        click(NodeId(4), Qt::ControlModifier);
        QCOMPARE(playback.focus().node, NodeId(2));
        QCOMPARE(playback.focus().second, NodeId(4));
        QVERIFY(view.grab().toImage() != one);
        click(NodeId(4), Qt::ControlModifier);
        QVERIFY(!playback.focus().second.valid());
        click(NodeId(4), Qt::ControlModifier);
        click(NodeId(1), Qt::NoModifier);
        QCOMPARE(playback.focus().node, NodeId(1));
        QVERIFY(!playback.focus().second.valid());
    }

    void aSelectedNodeShowsItsBatchMates() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        const SceneModel model(snapshot);
        const QSize size(640, 400);
        const QRectF canvas{QPointF(), QSizeF(size)};
        const QFont font = QGuiApplication::font();
        const StoryState state = model.stateAt(0.0);
        const Camera camera = followingCamera(model, state, canvas, font);
        const auto picture = [&](const Focus& focus) {
            QImage image(size, QImage::Format_ARGB32_Premultiplied);
            QPainter painter(&image);
            paintScene(painter, {model, state, focus, lightTheme(), camera, canvas, font});
            return image;
        };
        const Place place = snapshot.schedule->places[NodeId(0)];
        const NodeId mate = snapshot.schedule->batch(place.batch).back();
        QVERIFY(mate != NodeId(0) && snapshot.graph->origins[mate].tree != snapshot.graph->origins[NodeId(0)].tree);
        const QRect around =
            QRectF(camera.toPixel(state.nodes[mate.index()]) - QPointF(20.0, 20.0), QSizeF(40.0, 40.0)).toAlignedRect();
        const QImage with = picture({NodeId(0), place.batch, {}});
        const QImage without = picture({NodeId(0), {}, {}});
        QVERIFY(with.copy(around) != without.copy(around));
    }

    void theLegendIsAlwaysShown_data() {
        QTest::addColumn<QString>("net");
        for (const char* net : {"tree-lstm", "bilstm-char-tagger", "child-sum-tree-lstm"}) {
            QTest::newRow(net) << QString::fromLatin1(net);
        }
    }
    void theLegendIsAlwaysShown() {
        QFETCH(QString, net);
        GraphOptions options;
        options.model = net.toStdString();
        for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
            options.granularity = granularity;
            const SceneModel model(testing::snapshotOf(testing::kThreeTrees, "depth", options));
            for (const QSizeF size : {QSizeF(1000, 640), QSizeF(640, 400), QSizeF(420, 300), QSizeF(320, 220)}) {
                const QRectF canvas(QPointF(), size);
                const QFont font = QGuiApplication::font();
                std::set<double> tops;
                for (const double time : {0.0, 0.5, 1.0, 2.0, 3.0, 3.7, model.storyboard()->end()}) {
                    const StoryState state = model.stateAt(time);
                    const Focus focus;
                    const Camera camera = followingCamera(model, state, canvas, font);
                    const Legend legend = legendOf({model, state, focus, lightTheme(), camera, canvas, font});
                    const QString where =
                        QStringLiteral("%1 × %2 at %3").arg(size.width()).arg(size.height()).arg(time);
                    QVERIFY2(!legend.rows.front().empty() && canvas.contains(legend.box), qPrintable(where));
                    QVERIFY2(legend.box.top() >= legendTop(model, canvas, font) - 0.5, qPrintable(where));
                    tops.insert(camera.viewport.top());
                }
                QCOMPARE(tops.size(), std::size_t{1}); // the picture does not jump
            }
        }
    }

    void cellsThatTouchLeaveNoGap() {
        for (const double pitch : {0.4, 1.1, 2.7, 4.4, 5.3}) {
            QImage image(200, 20, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            Raster raster(painter, QRectF(image.rect()));
            for (int cell = -3; cell < 600; ++cell) { // also outside
                raster.cell({(cell + 0.5) * pitch, 10.0}, pitch, qRgb(0, 0, 200));
            }
            raster.line({-50.0, 1.0}, {500.0, 1.0}, qRgb(200, 0, 0));
            raster.line({5.0, -1e7}, {5.0, -9e6}, qRgb(200, 0, 0));
            raster.flush();
            painter.end();
            for (int x = 0; x < 200; ++x) {
                QCOMPARE(image.pixel(x, 10), qRgb(0, 0, 200));
                QCOMPARE(image.pixel(x, 1), qRgb(200, 0, 0));
            }
        }
    }

    void theHeadlineStandsAboveThePictureWhole() {
        const QFont font = QGuiApplication::font();
        const Caption caption{
            "132 calls became 16, of the longest words: 3.7 times as fast.",
            "Measured: 3.7× (3.5–3.9). There are 8 times fewer calls, but the same arithmetic. No policy "
            "can use fewer than 14."};
        const auto words = [](const CaptionStrip& strip) {
            QStringList lines;
            for (const CaptionLine& line : strip.lines) {
                lines.append(line.text);
            }
            return lines.join(u' ').replace(QChar::Nbsp, u' ').toStdString();
        };
        QVERIFY(captionStrip({0.0, 0.0, 700.0, 500.0}, font, {}, ReasonLayer::Open).lines.empty());
        for (const QSizeF size : {QSizeF(1300.0, 700.0), QSizeF(700.0, 600.0), QSizeF(560.0, 420.0)}) {
            const QRectF canvas(QPointF(0.0, 0.0), size);
            const CaptionStrip strip = captionStrip(canvas, font, caption, ReasonLayer::Button);
            QVERIFY(canvas.contains(strip.box) && strip.box.contains(strip.button));
            QVERIFY(strip.lines.size() <= headlineLines(canvas, font));
            QVERIFY2(strip.box.bottom() <= pictureArea(canvas, font, 1).top(),
                     qPrintable(QString::number(strip.box.bottom())));
            QCOMPARE(words(strip), caption.what);
            const CaptionStrip open = captionStrip(canvas, font, caption, ReasonLayer::Open);
            QVERIFY(canvas.contains(open.box) && open.button.isNull());
            QCOMPARE(words(open), caption.text());
            QVERIFY(open.lines.front().font.pixelSize() > QFontInfo(open.lines.back().font).pixelSize());
            for (const CaptionLine& line : open.lines) {
                QVERIFY(open.box.contains(line.box));
            }
            QVERIFY(captionStrip(canvas, font, {caption.what, {}}, ReasonLayer::Button).button.isNull());
        }
    }

    void theButtonOpensTheReasonAndAClickClosesIt() {
        testing::ShownView<CanvasView> shown(QSize(900, 600));
        QVERIFY(shown.open());
        shown.playback.seek(3.0);
        const auto strip = [&shown] { return shown.view.sight().captionStrip(); };
        const std::size_t closed = strip().lines.size();
        QVERIFY(!strip().button.isNull());
        QTest::mouseClick(&shown.view, Qt::LeftButton, Qt::NoModifier, strip().button.center().toPoint());
        QVERIFY(shown.playback.reasonsShown() && strip().button.isNull() && strip().lines.size() > closed);
        QTest::mouseClick(&shown.view, Qt::LeftButton, Qt::NoModifier, strip().box.center().toPoint());
        QVERIFY(!shown.playback.reasonsShown() && strip().lines.size() == closed);
    }

    void labelsOfBlocksStayOnTheCanvas() {
        const QFont font = QGuiApplication::font();
        for (const char* policy : {"regular", "depth"}) {
            const SceneModel model(testing::snapshotOf(testing::kThreeTrees, policy));
            for (const QSize size : {QSize(900, 300), QSize(500, 500)}) {
                const QRectF canvas{QPointF(), QSizeF(size)};
                for (double t = 3.0; t <= model.storyboard()->end(); t += 0.5) { // the first block is complete
                    const Camera camera = followingCamera(model, model.stateAt(t), canvas, font);
                    const double end = camera.toPixel(Point{model.blocksRight(), 0.0F}).x();
                    QVERIFY(end + blockLabelWidth(model, font) < canvas.right() + 2.0);
                }
            }
        }
    }

    void aGraphThatChangesUnderTheMouseIsNoFault() {
        testing::ShownView<CanvasView> shown(QSize(640, 400));
        Session& session = shown.session;
        CanvasView& view = shown.view;
        // At the very moment of each snapshot, before any frame of it.
        connect(&session, &Session::snapshotChanged, &view, [&view] {
            for (int x = 10; x < 640; x += 30) {
                QTest::mouseMove(&view, {x, 200});
            }
        });
        const auto open = [&](const QByteArray& text) {
            QTemporaryFile file;
            QVERIFY(file.open());
            file.write(text);
            file.close();
            session.open({file.fileName().toStdString()});
            QTRY_VERIFY(!session.busy());
            QVERIFY(!view.grab().isNull());
        };
        const QByteArray trees(testing::kThreeTrees.data(), static_cast<qsizetype>(testing::kThreeTrees.size()));
        open(trees);
        open(trees.repeated(40));
        open("(2 (2 few) (2 nodes))\n");
        QVERIFY(session.snapshot()->graph != nullptr);
        open("(S (NP a) (VP b) (PP c))\n"); // what this net takes binarized only
        QVERIFY(session.snapshot()->graph != nullptr);
    }

private:
    /// Brute force: the nearest node within 8 pixels, as the accessible boxes have it.
    static void checkTarget(CanvasView& view, QPointF pixel, std::size_t nodes) {
        constexpr double kHalf = CanvasPicture::kTargetSide / 2.0;
        double best = kHalf;
        bool isNear = false;
        for (std::size_t index = 0; index < nodes; ++index) {
            const QPointF apart = view.sight().nodeRect(NodeId(index)).center() - pixel;
            best = std::min(best, std::hypot(apart.x(), apart.y()));
            isNear = isNear || std::hypot(apart.x(), apart.y()) < kHalf - 0.01;
        }
        const NodeId hit = view.sight().hitAt(pixel).node;
        QVERIFY(hit.valid() || !isNear);
        if (isNear) {
            const QPointF apart = view.sight().nodeRect(hit).center() - pixel;
            QVERIFY(std::hypot(apart.x(), apart.y()) <= best + 0.01);
        }
    }

    static int colorsOf(const QImage& image) {
        QSet<QRgb> colors;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                colors.insert(image.pixel(x, y));
            }
        }
        return static_cast<int>(colors.size());
    }
};

BATCHSCOPE_NAMED_TEST("canvas", QTEST_MAIN(CanvasTest))

} // namespace batchscope::canvas_test

#include "canvas_test.moc"
