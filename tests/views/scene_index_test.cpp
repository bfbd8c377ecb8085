// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/generated_text.h"
#include "tests/support/named_test.h"
#include "tests/support/snapshots.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/scene/hit_test.h"

#include <random>

namespace batchscope::scene_index_test {

class SceneIndexTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void itHitsWhatLookingAtAllHits_data() { everyPolicy(); }
    void itHitsWhatLookingAtAllHits() {
        QFETCH(QString, policy);
        const SceneModel model(forest(policy));
        std::mt19937 random(3);
        SceneIndex index;
        SceneIndex twin;
        for (double t = 0.0; t <= model.storyboard()->end(); t += model.storyboard()->end() / 37.0) {
            const StoryState state = model.stateAt(t);
            index.forget();
            std::uniform_real_distribution<float> across(state.view.x - 3.0F, state.view.right() + 3.0F);
            std::uniform_real_distribution<float> down(state.view.y - 3.0F, state.view.bottom() + 3.0F);
            for (int attempt = 0; attempt < 200; ++attempt) {
                const Point place{across(random), down(random)};
                for (const float reach : {0.1F, 0.5F, 3.0F}) {
                    QCOMPARE(hitTest(model, state, place, reach, &index, &twin), hitTest(model, state, place, reach));
                }
            }
        }
    }

    void itFindsEveryNodeInSight_data() { everyPolicy(); }
    void itFindsEveryNodeInSight() {
        QFETCH(QString, policy);
        const SceneModel model(forest(policy));
        SceneIndex index;
        std::vector<NodeId> found;
        for (double t = 0.0; t <= model.storyboard()->end(); t += model.storyboard()->end() / 23.0) {
            const StoryState state = model.stateAt(t);
            index.forget();
            const Box area{state.view.x + state.view.width * 0.3F, state.view.y + state.view.height * 0.2F,
                           state.view.width * 0.25F, state.view.height * 0.4F};
            index.nodesIn(model, state, area, found);
            std::vector<NodeId> expected;
            for (std::size_t node = 0; node < state.nodes.size(); ++node) {
                if (area.contains(state.nodes[node])) {
                    expected.emplace_back(node);
                }
            }
            QVERIFY(found == expected);
        }
    }

    void thePictureIsTheSameWithAndWithoutIt_data() { everyPolicy(); }
    void thePictureIsTheSameWithAndWithoutIt() {
        QFETCH(QString, policy);
        const SceneModel model(forest(policy));
        SceneIndex index;
        std::vector<NodeId> nodes;
        std::vector<NodeId> edges;
        const QSize size(420, 300);
        const QRectF canvas(QPointF(0.0, 0.0), QSizeF(size));
        for (double t = 0.0; t <= model.storyboard()->end(); t += model.storyboard()->end() / 7.0) {
            const StoryState state = model.stateAt(t);
            index.forget();
            for (const double scale : {1.3, 4.0, 7.0, 19.0, 64.0}) {
                Camera camera = Camera::fitted(state.view, canvas, 1e9);
                camera.scale = scale;
                const Focus focus;
                Scene scene{model, state, focus, lightTheme(), camera, canvas, QGuiApplication::font()};
                const QImage plain = pictureOf(scene, size);
                index.nodesIn(model, state, scene.visibleWorld(Scene::kSightMargin), nodes);
                scene.options.nodesInSight = &nodes;
                if (SceneIndex::knowsEdges(state)) {
                    index.edgesIn(model, state, scene.visibleWorld(Scene::kSightMargin), edges);
                    scene.options.edgesInSight = &edges;
                }
                QVERIFY(pictureOf(scene, size) == plain);
            }
        }
    }

private:
    static void everyPolicy() {
        QTest::addColumn<QString>("policy");
        for (const char* policy : {"depth", "agenda", "regular"}) {
            QTest::newRow(policy) << QString::fromLatin1(policy);
        }
    }

    static Snapshot forest(const QString& policy) {
        return testing::snapshotOf(testing::generatedText({.leaves = {2, 17}, .trees = 70}), policy.toStdString());
    }

    static QImage pictureOf(const Scene& scene, QSize size) {
        QImage image(size, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        paintScene(painter, scene);
        return image;
    }
};

BATCHSCOPE_NAMED_TEST("scene_index", QTEST_MAIN(SceneIndexTest))

} // namespace batchscope::scene_index_test

#include "scene_index_test.moc"
