// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/palette.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace batchscope {

namespace {

constexpr QRgb kColourBits = 0xFFFFFF;

struct Weighted {
    std::array<double, 3> channels = {};
    double weight = 0.0;
};

/// Some colors, their mean, and their distance from it.
struct Cluster {
    std::vector<Weighted> colours;
    std::array<double, 3> mean = {};
    double spread = 0.0; ///< weighted sum of squared distances from the mean
    std::size_t axis = 0;
};

Cluster clusterOf(std::vector<Weighted> colours) {
    Cluster cluster{std::move(colours)};
    double weight = 0.0;
    std::array<double, 3> squares = {};
    for (const Weighted& colour : cluster.colours) {
        weight += colour.weight;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cluster.mean[axis] += colour.weight * colour.channels[axis];
            squares[axis] += colour.weight * colour.channels[axis] * colour.channels[axis];
        }
    }
    std::array<double, 3> spreads = {};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cluster.mean[axis] /= weight;
        spreads[axis] = std::max(0.0, squares[axis] - weight * cluster.mean[axis] * cluster.mean[axis]);
        cluster.spread += spreads[axis];
    }
    cluster.axis = static_cast<std::size_t>(std::max_element(spreads.begin(), spreads.end()) - spreads.begin());
    return cluster;
}

QRgb rgbOf(const std::array<double, 3>& channels) {
    return qRgb(static_cast<int>(std::lround(channels[0])), static_cast<int>(std::lround(channels[1])),
                static_cast<int>(std::lround(channels[2])));
}

/// The means of at most `most` clusters, made by cutting the one of the greatest spread again and again.
std::vector<QRgb> means(std::vector<Weighted> colours, std::size_t most) {
    std::vector<QRgb> result;
    if (colours.empty() || most == 0) {
        return result;
    }
    std::vector<Cluster> clusters;
    clusters.reserve(most);
    clusters.push_back(clusterOf(std::move(colours)));
    const auto lessSpread = [](const Cluster& left, const Cluster& right) { return left.spread < right.spread; };
    while (clusters.size() < most) {
        const auto widest = std::max_element(clusters.begin(), clusters.end(), lessSpread);
        if (widest->colours.size() < 2 || widest->spread <= 0.0) {
            break;
        }
        std::vector<Weighted> all = std::move(widest->colours);
        const std::size_t axis = widest->axis;
        const double middle = widest->mean[axis];
        const auto cut = std::partition(
            all.begin(), all.end(), [axis, middle](const Weighted& colour) { return colour.channels[axis] <= middle; });
        std::vector<Weighted> above(cut, all.end());
        all.erase(cut, all.end());
        if (all.empty() || above.empty()) { // rounding: they are as good as equal
            widest->colours = all.empty() ? std::move(above) : std::move(all);
            widest->spread = 0.0;
            continue;
        }
        *widest = clusterOf(std::move(all));
        clusters.push_back(clusterOf(std::move(above)));
    }
    result.reserve(clusters.size());
    for (const Cluster& cluster : clusters) {
        result.push_back(rgbOf(cluster.mean));
    }
    return result;
}

} // namespace

Palette::Palette(std::vector<QRgb> colours)
    : m_colours(std::move(colours)), m_known(std::size_t{kColourBits} + 1, std::int16_t{-1}) {
    if (m_colours.empty()) {
        m_colours.push_back(qRgb(0, 0, 0));
    }
}

std::uint8_t Palette::indexOf(QRgb colour) {
    std::int16_t& known = m_known[colour & kColourBits];
    if (known < 0) {
        int best = std::numeric_limits<int>::max();
        for (std::size_t index = 0; index < m_colours.size(); ++index) {
            const int red = qRed(colour) - qRed(m_colours[index]);
            const int green = qGreen(colour) - qGreen(m_colours[index]);
            const int blue = qBlue(colour) - qBlue(m_colours[index]);
            const int distance = red * red + green * green + blue * blue;
            if (distance < best) {
                best = distance;
                known = static_cast<std::int16_t>(index);
            }
        }
    }
    return static_cast<std::uint8_t>(known);
}

int Palette::distance(QRgb colour, std::uint8_t index) const {
    const QRgb other = m_colours[index];
    return std::max({std::abs(qRed(colour) - qRed(other)), std::abs(qGreen(colour) - qGreen(other)),
                     std::abs(qBlue(colour) - qBlue(other))});
}

void PaletteBuilder::add(const QImage& frame) {
    for (int row = 0; row < frame.height(); ++row) {
        const auto* line = reinterpret_cast<const QRgb*>(frame.constScanLine(row)); // NOLINT(*-reinterpret-cast)
        int begin = 0;
        for (int column = 1; column <= frame.width(); ++column) { // by runs: a look-up for each pixel is too slow
            if (column == frame.width() || line[column] != line[begin]) { // NOLINT(*-pointer-arithmetic)
                m_counts[line[begin] & kColourBits] += static_cast<std::uint64_t>(column - begin); // NOLINT
                begin = column;
            }
        }
    }
}

Palette PaletteBuilder::palette() const {
    std::vector<std::pair<std::uint64_t, QRgb>> sorted;
    sorted.reserve(m_counts.size());
    std::uint64_t pixels = 0;
    for (const auto& [colour, count] : m_counts) {
        sorted.emplace_back(count, colour);
        pixels += count;
    }
    std::sort(sorted.rbegin(), sorted.rend()); // ties by color: equal frames give equal palettes
    // A flat color is one that a smooth edge could not make so often.
    constexpr std::uint64_t kRarest = 20'000;
    constexpr std::size_t kMostExact = 128;
    std::vector<QRgb> colours;
    colours.reserve(Palette::kColours);
    std::size_t exact = 0;
    while (exact < sorted.size() &&
           (sorted.size() <= Palette::kColours || (exact < kMostExact && sorted[exact].first * kRarest > pixels))) {
        colours.push_back(sorted[exact++].second | ~kColourBits);
    }
    std::vector<Weighted> others;
    others.reserve(sorted.size() - exact);
    for (std::size_t place = exact; place < sorted.size(); ++place) {
        const QRgb colour = sorted[place].second;
        // By the root: the eye judges the worst edge, not the average one.
        others.push_back({{static_cast<double>(qRed(colour)), static_cast<double>(qGreen(colour)),
                           static_cast<double>(qBlue(colour))},
                          std::sqrt(static_cast<double>(sorted[place].first))});
    }
    for (const QRgb colour : means(std::move(others), Palette::kColours - colours.size())) {
        colours.push_back(colour);
    }
    return Palette(std::move(colours));
}

} // namespace batchscope
