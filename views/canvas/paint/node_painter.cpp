// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/raster.h"
#include "views/canvas/scene/camera.h"

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace batchscope {

namespace {

// Below one pixel per unit, many nodes share a pixel. The pixel gets the mean of their colors, and of the background in
// proportion to the space they leave, so that a million nodes still show where they are dense and what they are.
// Letting the last node win would produce noise.

class Density {
public:
    /// Red, green and blue from 0 to 255, and 1 as the weight: four floats that are added at once.
    using Color = float __attribute__((vector_size(16)));
    [[nodiscard]] static Color colorOf(const QColor& color);

    /// Covers these pixels of the painter's device. Cells have `side` logical pixels, at most one device pixel. At most
    /// one Density may exist per thread. `grain`: device pixels per pixel of the mean.
    Density(QPainter& painter, const QRectF& canvas, const Camera& camera, double side, double grain = 1.0);

    /// Adds a cell around this point of the world; parts outside the canvas are left out.
    void add(Point center, Color color) {
        // There is one more column and row on each side, so that a cell across the border needs no test.
        const auto x = static_cast<float>(static_cast<double>(center.x) * m_scale + m_left);
        const auto y = static_cast<float>(static_cast<double>(center.y) * m_scale + m_up);
        if (!(x >= 0.0F && y >= 0.0F && x < m_right && y < m_down)) {
            return;
        }
        const int column = static_cast<int>(x);
        const int row = static_cast<int>(y);
        const Shares& across = m_shares[static_cast<std::size_t>((x - static_cast<float>(column)) * kPlaces)];
        const Shares& down = m_shares[static_cast<std::size_t>((y - static_cast<float>(row)) * kPlaces)];
        m_top = std::min(m_top, row);
        m_bottom = std::max(m_bottom, row + 2);
        Color* const sum =
            m_sums + (static_cast<std::ptrdiff_t>(row) * (m_width + 2) + column); // NOLINTBEGIN(*-pointer-arithmetic)
        const Color above = color * down.here;
        const Color below = color * down.next;
        sum[0] += above * across.here;
        sum[1] += above * across.next;
        sum[m_width + 2] += below * across.here;
        sum[m_width + 3] += below * across.next; // NOLINTEND(*-pointer-arithmetic)
    }
    /// Puts what was added onto the painter's device.
    void flush();

private:
    static constexpr float kPlaces = 64.0F; ///< positions within a pixel; a table avoids an unpredictable branch
    /// How a cell is divided between the pixel in which it begins and the next.
    struct Shares {
        float here;
        float next;
    };

    QPainter& m_painter;
    QRectF m_canvas;
    double m_ratio; ///< pixels of the mean per logical pixel
    double m_scale; ///< pixels of the mean per unit
    double m_left = 0.0;
    double m_up = 0.0;
    float m_right = 0.0F;
    float m_down = 0.0F;
    float m_side;         ///< side of a drawn cell, in device pixels: thin cells must not vanish
    float m_exact = 1.0F; ///< the share of a drawn cell that the real cell covers
    int m_width;
    int m_height;
    std::array<Shares, static_cast<std::size_t>(kPlaces)> m_shares = {};
    Color* m_sums = nullptr; ///< sums of colors by covered share, and of that share; with a border of one cell
    int m_top = 0;           ///< half-open range of touched rows
    int m_bottom = 0;
};

constexpr float kLeastSide = 0.7F;  // device pixels
constexpr float kThinAlpha = 0.55F; // least opacity of a pixel that is covered by thin cells
/// Zeroed sums, kept from frame to frame: fresh pages cost more than drawing in them.
std::vector<Density::Color>& keptSums() {
    thread_local std::vector<Density::Color> sums;
    return sums;
}

QImage& keptDensityImage(QSize size) {
    thread_local QImage image;
    if (image.size() != size) {
        image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    }
    return image;
}

Density::Color Density::colorOf(const QColor& color) {
    const Color channels = {static_cast<float>(color.red()), static_cast<float>(color.green()),
                            static_cast<float>(color.blue()), 1.0F};
    return channels;
}

Density::Density(QPainter& painter, const QRectF& canvas, const Camera& camera, double side, double grain)
    : m_painter(painter), m_canvas(canvas), m_ratio(painter.device()->devicePixelRatioF() / grain),
      m_scale(camera.scale * m_ratio), m_side(std::clamp(static_cast<float>(side * m_ratio), kLeastSide, 1.0F)),
      m_width(std::max(1, static_cast<int>(std::ceil(canvas.width() * m_ratio)))),
      m_height(std::max(1, static_cast<int>(std::ceil(canvas.height() * m_ratio)))) {
    m_top = m_height + 2;
    const float share = static_cast<float>(side * m_ratio) / m_side;
    m_exact = share * share;
    const auto cells = static_cast<std::size_t>(m_width + 2) * static_cast<std::size_t>(m_height + 2);
    std::vector<Color>& sums = keptSums();
    if (sums.size() < cells) {
        sums.resize(cells, Color{});
    }
    m_sums = sums.data();
    for (std::size_t place = 0; place < m_shares.size(); ++place) {
        const float next = std::max(0.0F, static_cast<float>(place) / kPlaces + m_side - 1.0F);
        m_shares[place] = {m_side - next, next};
    }
    const QPointF origin = camera.toPixel(Point{0.0F, 0.0F}) - canvas.topLeft();
    m_left = origin.x() * m_ratio + 1.0 - static_cast<double>(m_side) / 2.0;
    m_up = origin.y() * m_ratio + 1.0 - static_cast<double>(m_side) / 2.0;
    m_right = static_cast<float>(m_width + 1);
    m_down = static_cast<float>(m_height + 1);
}

void Density::flush() {
    const int first = std::max(1, m_top);
    const int last = std::min(m_height + 1, m_bottom);
    QImage& image = keptDensityImage({m_width, m_height});
    const std::ptrdiff_t width = m_width + 2;
    for (int row = m_top; row < m_bottom; ++row) {
        Color* const sums = m_sums + static_cast<std::ptrdiff_t>(row) * width; // NOLINT(*-pointer-arithmetic)
        if (row >= first && row < last) {
            auto* const pixels = reinterpret_cast<QRgb*>(image.scanLine(row - 1)); // NOLINT(*-reinterpret-cast)
            for (int column = 0; column < m_width; ++column) {
                const Color sum = sums[column + 1]; // NOLINT(*-pointer-arithmetic)
                if (sum[3] <= 0.0F) {
                    pixels[column] = 0; // NOLINT(*-pointer-arithmetic)
                    continue;
                }
                const float covered = std::min(1.0F, sum[3]);
                const float alpha = std::max(std::min(1.0F, sum[3] * m_exact), kThinAlpha * covered);
                const float share = alpha / sum[3];
                // Values are never negative; lround would be a call for each of a million pixels.
                const auto rounded = [](float value) {
                    return static_cast<int>(value + 0.5F); // NOLINT(*-incorrect-roundings)
                };
                const auto channel = [&](int index) { return rounded(sum[index] * share); };
                pixels[column] = qRgba(channel(0), channel(1), channel(2), // NOLINT(*-pointer-arithmetic)
                                       rounded(alpha * 255.0F));
            }
        }
        std::fill(sums, sums + width, Color{}); // NOLINT(*-pointer-arithmetic)
    }
    if (first < last) {
        const QRectF source(0.0, first - 1, m_width, last - first);
        m_painter.drawImage(
            QRectF(m_canvas.x(), m_canvas.y() + (first - 1) / m_ratio, m_width / m_ratio, (last - first) / m_ratio),
            image, source);
    }
    m_top = m_height + 2;
    m_bottom = 0;
}

constexpr double kTileSide = 0.94;
constexpr double kWordsSeen = 4.0; // pixels per unit from which words are shown
constexpr double kNamesSeen = 56.0;
constexpr double kStripe = 0.2; // share of a tile's height for the stripe at its foot, in the color of its tree

/// How strongly a node is colored. All tones are opaque mixtures, so that nothing shines through.
enum class Tone { Aside, Waiting, Empty, Finished, Full };
constexpr std::array kTones = {Tone::Aside, Tone::Waiting, Tone::Empty, Tone::Finished, Tone::Full};

double shareOf(const Scene& scene, Tone tone) {
    constexpr double kEmpty = 0.38; // for a row that is not computed yet
    const bool isStrong = scene.theme.id == ThemeId::HighContrast;
    const double waiting = isStrong ? 0.6 : 0.4;
    const double dimmed = isStrong ? 0.5 : 0.3; // beside a batch that is being put together
    switch (tone) {
    case Tone::Aside: // while the caption is about another signature
        return 1.0 + (waiting - 1.0) * static_cast<double>(scene.state.signatures * (1.0F - scene.state.laned));
    case Tone::Waiting: return waiting + (dimmed - waiting) * static_cast<double>(scene.state.grouped);
    case Tone::Empty: return 1.0 + (kEmpty - 1.0) * static_cast<double>(scene.state.closed);
    case Tone::Finished: return 0.68;
    case Tone::Full: break;
    }
    return 1.0;
}

Tone progressTone(const StoryState& now, NodeId node) {
    return now.roles[node.index()] == NodeRole::Waiting ? Tone::Waiting : Tone::Full;
}

Tone toneOf(const Scene& scene, NodeId node) {
    if (scene.options.progress != nullptr) {
        return progressTone(*scene.options.progress, node);
    }
    const StoryStage stage = scene.state.stage;
    if (stage == StoryStage::Signatures || stage == StoryStage::Lanes) {
        const SignatureId told = scene.model.commonestSignature();
        return !told.valid() || scene.model.graph().nodeSignatures[node] == told ? Tone::Full : Tone::Aside;
    }
    if (!isBatchStage(stage)) {
        return Tone::Full;
    }
    const NodeRole role = scene.state.roles[node.index()];
    const bool selected = scene.focus.tree.valid() && scene.model.graph().origins[node].tree == scene.focus.tree;
    if (selected) {
        return Tone::Full;
    }
    if (role == NodeRole::Active) {
        const bool isComputed = scene.model.schedule()->places[node].row < scene.rowsComputed();
        return isComputed ? Tone::Full : Tone::Empty;
    }
    return role == NodeRole::Done ? Tone::Finished : Tone::Waiting;
}

struct Tile {
    QRectF box;
    TreeId tree;
};

/// Nodes of one color, so that each color is set only once.
struct Bucket {
    std::vector<QPointF> glyphs;
    std::vector<TreeId> glyphTrees; ///< the tree of each glyph, if marks are drawn
    std::vector<Tile> tiles;
};

class Buckets {
public:
    explicit Buckets(const Scene& scene) : m_buckets(scene.model.graph().signatures.size() * kTones.size()) {}
    Bucket& at(SignatureId signature, Tone tone) {
        return m_buckets[signature.index() * kTones.size() + static_cast<std::size_t>(tone)];
    }

    [[nodiscard]] const std::vector<Bucket>& all() const { return m_buckets; }

private:
    std::vector<Bucket> m_buckets;
};

QColor colorOf(const Scene& scene, SignatureId signature, Tone tone) {
    return mixedColor(scene.colorOf(signature), scene.theme.lane, shareOf(scene, tone));
}

/// A node in a block is a tile; a node anywhere else is a glyph.
bool isTile(const StoryState& state, NodeId node) {
    const NodeRole role = state.roles[node.index()];
    return state.closeUp < 1.0F && (role == NodeRole::Done || (role == NodeRole::Active && state.closed > 0.0F));
}

double tileSide(const Scene& scene, NodeId node) {
    if (scene.state.roles[node.index()] == NodeRole::Done) {
        return kTileSide;
    }
    return 2.0 * kGlyphRadius + (kTileSide - 2.0 * kGlyphRadius) * static_cast<double>(scene.state.closed);
}

Buckets bucketsOf(const Scene& scene) {
    Buckets buckets(scene);
    const OpGraph& graph = scene.model.graph();
    const bool marked = scene.state.laned > 0.0F; // the mark below a node shows its tree, like a tile's stripe
    forNodesInSight(scene, 1.0, [&](NodeId node) {
        const QPointF center = scene.pixelOf(node);
        Bucket& bucket = buckets.at(graph.nodeSignatures[node], toneOf(scene, node));
        if (isTile(scene.state, node)) {
            const double side = tileSide(scene, node) * scene.camera.scale;
            bucket.tiles.push_back(
                {QRectF(center.x() - side / 2.0, center.y() - side / 2.0, side, side), graph.origins[node].tree});
        } else {
            bucket.glyphs.push_back(center);
            if (marked) {
                bucket.glyphTrees.push_back(graph.origins[node].tree);
            }
        }
    });
    return buckets;
}

/// The side of a cell. Cells have no gaps where nodes touch (gaps that change by a pixel make bands that look like
/// structure); in trees, where nodes are apart, cells are a little smaller.
double cellSide(const Scene& scene) {
    constexpr double kInTrees = 0.82;
    return scene.nodeUnit() * (1.0 - (1.0 - kInTrees) * (1.0 - static_cast<double>(scene.state.laned)));
}

/// The growth of a signature's glyphs in S1: signatures pulse one after the other, or all at once if there are many.
double pulseOf(const Scene& scene, SignatureId signature) {
    constexpr std::size_t kMostPulses = 6;
    constexpr double kGrowth = 0.32;
    if (scene.state.pulse <= 0.0F || scene.state.pulse >= 1.0F) {
        return 1.0;
    }
    const std::size_t count = scene.model.graph().signatures.size();
    const std::size_t turns = count > kMostPulses ? 1 : count;
    const double turn = static_cast<double>(scene.state.pulse) * static_cast<double>(turns) -
                        static_cast<double>(signature.index() % turns);
    return turn <= 0.0 || turn >= 1.0 ? 1.0 : 1.0 + kGrowth * std::pow(std::sin(turn * M_PI), 2.0);
}

void drawGlyphs(QPainter& painter, const Scene& scene, SignatureId signature, const QColor& color,
                const std::vector<QPointF>& centers) {
    constexpr std::size_t kMany = 1200;
    const double radius = kGlyphRadius * scene.nodeUnit() * pulseOf(scene, signature);
    const OpId op = scene.model.graph().signatures[signature].op;
    if (scene.detail() < Detail::Glyphs) {
        painter.setRenderHint(QPainter::Antialiasing, centers.size() < kMany);
        std::vector<QRectF> squares;
        squares.reserve(centers.size());
        const double side = cellSide(scene);
        for (const QPointF& center : centers) {
            squares.emplace_back(center.x() - side / 2.0, center.y() - side / 2.0, side, side);
        }
        painter.setBrush(color);
        painter.drawRects(squares.data(), static_cast<int>(squares.size()));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (centers.size() > kMany && paintsPixels(painter)) {
        stampGlyphs(painter, op, radius, color, centers);
        return;
    }
    for (const QPointF& center : centers) {
        drawGlyph(painter, op, center, radius, color);
    }
}

void drawTreeMarks(QPainter& painter, const Scene& scene, const Buckets& buckets) {
    const double unit = scene.nodeUnit();
    const double strength = 0.85 * static_cast<double>(scene.state.laned) *
                            (1.0 - 0.6 * static_cast<double>(scene.state.grouped)); // weaker beside a batch
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Bucket& bucket : buckets.all()) {
        for (std::size_t index = 0; index < bucket.glyphTrees.size(); ++index) {
            const QPointF center = bucket.glyphs[index];
            painter.fillRect(QRectF(center.x() - unit * kGlyphRadius, center.y() + unit * (kGlyphRadius + 0.02),
                                    2.0 * unit * kGlyphRadius, std::max(1.0, unit * 0.1)),
                             withAlpha(scene.theme.tree(bucket.glyphTrees[index]), strength));
        }
    }
}

/// Draws tiles of a block, with the stripe that shows the tree.
void drawTiles(QPainter& painter, const Scene& scene, OpId op, const QColor& color, const std::vector<Tile>& tiles,
               double treeShare) {
    constexpr std::size_t kMany = 5000;
    painter.setRenderHint(QPainter::Antialiasing, tiles.size() < kMany && scene.camera.scale > 3.0);
    std::vector<QRectF> boxes;
    boxes.reserve(tiles.size());
    for (const Tile& tile : tiles) {
        boxes.push_back(tile.box);
    }
    painter.setBrush(color);
    painter.drawRects(boxes.data(), static_cast<int>(boxes.size()));
    if (!boxes.empty() && boxes.size() < kMany && boxes.front().width() >= 2.0 * kPatternSeen) {
        QPainterPath area;
        for (const QRectF& box : boxes) {
            area.addRect(box);
        }
        drawPattern(painter, op, area, color);
    }
    if (scene.detail() < Detail::Glyphs) {
        return;
    }
    for (const Tile& tile : tiles) {
        QRectF stripe = tile.box;
        stripe.setTop(stripe.bottom() - std::max(1.5, stripe.height() * kStripe));
        painter.fillRect(stripe, mixedColor(scene.theme.tree(tile.tree), scene.theme.lane, treeShare));
    }
}

/// How exactly the mean color of many nodes is drawn.
struct Grain {
    double pixels = 1.0;    ///< side in device pixels of an area with one color
    std::size_t stride = 1; ///< one of this many nodes is drawn, in place of all of them

    /// True for the nodes to draw: the same in each frame, and without the patterns that ids have.
    [[nodiscard]] bool takes(NodeId node) const {
        constexpr std::uint32_t kSpread = 2654435769U; // 2^32 by the golden ratio: neighbors are far apart
        const std::uint32_t place = static_cast<std::uint32_t>(node.index()) * kSpread;
        return stride == 1 || place <= ~std::uint32_t{0} / stride;
    }
};

/// Coarse while a picture of very many nodes moves, so that frames keep pace with the hand; exact at rest.
Grain grainOf(const Scene& scene) {
    constexpr std::size_t kCoarse = 60'000;
    constexpr std::size_t kMost = 250'000;
    const std::size_t nodes =
        scene.options.nodesInSight != nullptr ? scene.options.nodesInSight->size() : scene.model.graph().size();
    return scene.options.motion == Motion::Moving && nodes > kCoarse ? Grain{2.0, 1 + nodes / kMost} : Grain{};
}

/// Draws cells straight into an image, because a frame of a million nodes must still be quick.
void paintCells(QPainter& painter, const Scene& scene) {
    const OpGraph& graph = scene.model.graph();
    std::vector<std::array<QRgb, kTones.size()>> colors(graph.signatures.size());
    for (std::size_t index = 0; index < colors.size(); ++index) {
        for (const Tone tone : kTones) {
            colors[index][static_cast<std::size_t>(tone)] = colorOf(scene, SignatureId(index), tone).rgb();
        }
    }
    const double side = cellSide(scene);
    const double ratio = painter.device()->devicePixelRatioF();
    if (side * ratio <= 1.0) {
        const Grain grain = grainOf(scene);
        std::vector<Density::Color> mixed;
        for (const auto& tones : colors) {
            for (const QRgb tone : tones) {
                mixed.push_back(Density::colorOf(tone) * static_cast<float>(grain.stride));
            }
        }
        Density density(painter, scene.canvas, scene.camera, side, grain.pixels);
        forNodesInSight(scene, 1.0, [&](NodeId node) {
            if (!grain.takes(node)) {
                return;
            }
            density.add(scene.state.nodes[node.index()], mixed[graph.nodeSignatures[node].index() * kTones.size() +
                                                               static_cast<std::size_t>(toneOf(scene, node))]);
        });
        density.flush();
        return;
    }
    Raster raster(painter, scene.canvas);
    forNodesInSight(scene, 1.0, [&](NodeId node) {
        raster.cell(scene.pixelOf(node), side,
                    colors[graph.nodeSignatures[node].index()][static_cast<std::size_t>(toneOf(scene, node))]);
    });
    raster.flush();
}

void paintOpNames(QPainter& painter, const Scene& scene) {
    const OpGraph& graph = scene.model.graph();
    const double size = std::min(scene.camera.scale * 0.15, pixelSize(scene.font) * 1.15);
    if (size < scene.leastText(0.0)) {
        return;
    }
    painter.setFont(atSize(scene.font, size));
    forNodesInSight(scene, 1.0, [&](NodeId node) {
        const double half = scene.nodeUnit() * kGlyphRadius;
        const QPointF center = scene.pixelOf(node);
        const bool strong = toneOf(scene, node) == Tone::Full;
        painter.setPen(strong ? scene.theme.onOp(graph.nodeOps[node]) : scene.theme.text);
        QRectF place(center.x() - half, center.y() - half, 2.0 * half, 2.0 * half);
        QString text = scene.model.opName(graph.nodeOps[node]);
        if (isTile(scene.state, node)) { // a tile has no place for its word below it
            place.setBottom(place.bottom() - 2.0 * half * kStripe * 0.6);
            const QString word = scene.model.caption(node);
            if (!word.isEmpty()) {
                text += QStringLiteral("\n“") +
                        QFontMetricsF(painter.font()).elidedText(word, Qt::ElideRight, 1.7 * half) +
                        QStringLiteral("”");
            }
        }
        if (scene.takesLabel(painter.boundingRect(place, Qt::AlignCenter, text))) {
            painter.drawText(place, Qt::AlignCenter, text);
        }
    });
}

} // namespace

void paintNodes(QPainter& painter, const Scene& scene) {
    const Detail detail = scene.detail();
    const bool asCells = detail == Detail::Dots || (detail == Detail::Rects && paintsPixels(painter));
    if (asCells) {
        painter.save();
        painter.setOpacity(painter.opacity() * (1.0 - static_cast<double>(scene.state.bundled)));
        paintCells(painter, scene);
        painter.restore();
        return;
    }
    Buckets buckets = bucketsOf(scene);
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setOpacity(painter.opacity() * (1.0 - static_cast<double>(scene.state.bundled)));
    for (std::size_t index = 0; index < scene.model.graph().signatures.size(); ++index) {
        const SignatureId signature(index);
        for (const Tone tone : kTones) {
            const Bucket& bucket = buckets.at(signature, tone);
            const QColor color = colorOf(scene, signature, tone);
            drawTiles(painter, scene, scene.model.graph().signatures[signature].op, color, bucket.tiles,
                      shareOf(scene, tone));
            drawGlyphs(painter, scene, signature, color, bucket.glyphs);
        }
    }
    drawTreeMarks(painter, scene, buckets);
    painter.restore();
}

void paintCaptions(QPainter& painter, const Scene& scene) {
    constexpr double kGone = 0.05;
    painter.save();
    if (scene.camera.scale >= kNamesSeen) {
        paintOpNames(painter, scene);
    }
    constexpr double kWordsGone = 0.7; // words disappear before their leaves have moved far
    const double share = (1.0 - static_cast<double>(scene.state.laned) - kWordsGone) / (1.0 - kWordsGone);
    if (share > kGone && scene.camera.scale >= kWordsSeen && scene.hasLegibleWords()) {
        painter.setOpacity(painter.opacity() * share);
        painter.setFont(scene.worldFont(kWordHeight * static_cast<double>(scene.state.nodeScale)));
        painter.setPen(scene.theme.text);
        paintWords(painter, scene);
        paintNodeLabels(painter, scene);
    }
    painter.restore();
}

} // namespace batchscope
