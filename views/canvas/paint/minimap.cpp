// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/minimap.h"

#include "views/canvas/paint/legend.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace batchscope {

namespace {

/// Colors and counts of the nodes that fall on each pixel.
class NodeCounts {
public:
    NodeCounts(int width, int height)
        : m_width(width), m_height(height),
          m_cells(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

    void add(QPointF centre, double side, QRgb colour) {
        const double half = side / 2.0;
        const int left = std::max(0, static_cast<int>(std::floor(centre.x() - half)));
        const int top = std::max(0, static_cast<int>(std::floor(centre.y() - half)));
        const int right = std::min(m_width, static_cast<int>(std::ceil(centre.x() + half)));
        const int bottom = std::min(m_height, static_cast<int>(std::ceil(centre.y() + half)));
        for (int y = top; y < bottom; ++y) {
            for (int x = left; x < right; ++x) {
                Cell& cell = m_cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) +
                                     static_cast<std::size_t>(x)];
                cell.red += static_cast<float>(qRed(colour));
                cell.green += static_cast<float>(qGreen(colour));
                cell.blue += static_cast<float>(qBlue(colour));
                cell.count += 1.0F;
            }
        }
    }

    /// The mean color of a pixel, stronger where it has more nodes; `full` nodes are full strength.
    [[nodiscard]] QImage image(float full) const {
        constexpr float kFaintest = 0.45F;
        QImage image(m_width, m_height, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        for (int y = 0; y < m_height; ++y) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = 0; x < m_width; ++x) {
                const Cell& cell = m_cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) +
                                           static_cast<std::size_t>(x)];
                if (cell.count > 0.0F) {
                    const float share = std::min(1.0F, kFaintest + (1.0F - kFaintest) * cell.count / full);
                    const auto channel = [&](float sum) { return static_cast<int>(sum / cell.count); };
                    line[x] = qPremultiply(qRgba(channel(cell.red), channel(cell.green), channel(cell.blue),
                                                 static_cast<int>(share * 255.0F)));
                }
            }
        }
        return image;
    }

private:
    struct Cell {
        float red = 0.0F;
        float green = 0.0F;
        float blue = 0.0F;
        float count = 0.0F;
    };
    int m_width;
    int m_height;
    std::vector<Cell> m_cells;
};

QImage densityOf(const Scene& scene, const Minimap& map) {
    // While things move, a sample will do; the whole is counted at rest.
    constexpr std::size_t kMovingDots = 60'000;
    const std::size_t nodes = scene.state.nodes.size();
    const std::size_t stride = scene.options.motion == Motion::Moving ? 1 + nodes / kMovingDots : 1;
    const QSize size = map.inner.size().toSize();
    NodeCounts density(std::max(1, size.width()), std::max(1, size.height()));
    std::vector<QRgb> colours;
    for (std::size_t op = 0; op < scene.model.graph().ops.ops.size(); ++op) {
        colours.push_back(scene.theme.op(OpId(op)).rgb());
    }
    const double side = std::max(1.0, map.camera.scale * 0.9);
    for (std::size_t index = 0; index < nodes; index += stride) {
        const QPointF centre = map.camera.toPixel(scene.state.nodes[index]) - map.inner.topLeft();
        density.add(centre, side, colours[scene.model.graph().nodeOps[NodeId(index)].index()]);
    }
    const double perPixel = 1.0 / (map.camera.scale * map.camera.scale);
    return density.image(static_cast<float>(std::max(1.0, perPixel / static_cast<double>(stride))));
}

void paintFound(QPainter& painter, const Scene& scene, const Minimap& map) {
    if (scene.options.found == nullptr) {
        return;
    }
    constexpr double kDot = 3.0;
    // One dot a cell of its own size: a hundred thousand dots on one pixel say no more than one.
    const int columns = static_cast<int>(map.inner.width() / kDot) + 1;
    const int rows = static_cast<int>(map.inner.height() / kDot) + 1;
    std::vector<bool> taken(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (const NodeId node : *scene.options.found) {
        const QPointF place = map.camera.toPixel(scene.state.nodes[node.index()]) - map.inner.topLeft();
        const int column = static_cast<int>(std::floor(place.x() / kDot));
        const int row = static_cast<int>(std::floor(place.y() / kDot));
        if (column < 0 || row < 0 || column >= columns || row >= rows) {
            continue;
        }
        const std::size_t cell =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
        if (!taken[cell]) {
            taken[cell] = true;
            painter.fillRect(QRectF(map.inner.topLeft() + QPointF(column * kDot, row * kDot), QSizeF(kDot, kDot)),
                             scene.theme.found);
        }
    }
}

} // namespace

Point Minimap::worldAt(QPointF pixel) const {
    return camera.toWorld(QPointF(std::clamp(pixel.x(), inner.left(), inner.right()),
                                  std::clamp(pixel.y(), inner.top(), inner.bottom())));
}

std::optional<Minimap> minimapOf(const SceneModel& model, const StoryState& state, const Camera& camera,
                                 const QRectF& canvas, const QFont& font) {
    constexpr double kZoomed = 1.35; // times larger than fitted
    constexpr double kLeastSide = 80.0;
    constexpr double kFrame = 5.0;
    const Box& view = state.view; // what the story wants to be seen
    const Camera whole =
        Camera::fitted(view, pictureArea(canvas, font, legendRows(model, canvas, font)), Camera::kGreatestScale);
    const double side = std::min(190.0, canvas.width() * 0.24);
    const Box seen = camera.toWorld(canvas);
    const bool showsAll =
        seen.x <= view.x && seen.y <= view.y && seen.right() >= view.right() && seen.bottom() >= view.bottom();
    if (state.closeUp >= 1.0F || showsAll || camera.scale < whole.scale * kZoomed || side < kLeastSide) {
        return std::nullopt;
    }
    const double height = std::clamp(side * static_cast<double>(view.height / std::max(view.width, 1.0F)), 40.0, 150.0);
    const double margin = std::round(pixelSize(font) * 0.7);
    Minimap map;
    const double bottom = legendTop(model, canvas, font);
    map.box = QRectF(canvas.right() - margin - side, std::round(bottom - margin - height), side, std::round(height));
    map.inner = map.box.adjusted(kFrame, kFrame, -kFrame, -kFrame);
    map.camera = Camera::fitted(view, map.inner, Camera::kGreatestScale);
    return map;
}

const QImage& MinimapPicture::of(const Scene& scene, const Minimap& map) {
    const bool isSample = scene.options.motion == Motion::Moving;
    if (m_image.isNull() || m_inner != map.inner || m_theme != scene.theme.id || (m_isSample && !isSample)) {
        m_image = densityOf(scene, map);
        m_inner = map.inner;
        m_isSample = isSample;
        m_theme = scene.theme.id;
    }
    return m_image;
}

void paintMinimap(QPainter& painter, const Scene& scene, const Minimap& map, MinimapPicture* picture) {
    MinimapPicture own;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(scene.theme.edge, 1.0));
    painter.setBrush(withAlpha(scene.theme.panel, 0.94));
    painter.drawRoundedRect(map.box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
    painter.drawImage(map.inner.topLeft(), (picture != nullptr ? *picture : own).of(scene, map));
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFound(painter, scene, map);
    painter.setRenderHint(QPainter::Antialiasing);
    if (const NodeId node = scene.focus.node; node.valid() && node.index() < scene.state.nodes.size()) {
        painter.setPen(QPen(scene.theme.panel, 1.5));
        painter.setBrush(scene.theme.accent);
        painter.drawEllipse(map.camera.toPixel(scene.state.nodes[node.index()]), 4.0, 4.0);
    }
    const QRectF seen =
        map.camera.toPixel(scene.camera.toWorld(scene.canvas)).intersected(map.inner.adjusted(-2, -2, 2, 2));
    painter.setPen(QPen(scene.theme.accent, 1.5));
    painter.setBrush(withAlpha(scene.theme.accent, 0.12));
    painter.drawRect(seen);
    painter.restore();
}

} // namespace batchscope
