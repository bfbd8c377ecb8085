// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/oklch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace batchscope {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

double toLinear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double fromLinear(double channel) {
    return channel <= 0.0031308 ? 12.92 * channel : 1.055 * std::pow(channel, 1.0 / 2.4) - 0.055;
}

Triple times(const Matrix& matrix, const Triple& vector) {
    Triple result{};
    for (std::size_t row = 0; row < result.size(); ++row) {
        for (std::size_t column = 0; column < vector.size(); ++column) {
            result[row] += matrix[row][column] * vector[column];
        }
    }
    return result;
}

Triple linearOf(const QColor& colour) {
    return {toLinear(static_cast<double>(colour.redF())), toLinear(static_cast<double>(colour.greenF())),
            toLinear(static_cast<double>(colour.blueF()))};
}

Triple oklabOf(const QColor& colour) {
    constexpr Matrix kToCones = {{{0.4122214708, 0.5363325363, 0.0514459929},
                                  {0.2119034982, 0.6806995451, 0.1073969566},
                                  {0.0883024619, 0.2817188376, 0.6299787005}}};
    constexpr Matrix kToLab = {{{0.2104542553, 0.7936177850, -0.0040720468},
                                {1.9779984951, -2.4285922050, 0.4505937099},
                                {0.0259040371, 0.7827717662, -0.8086757660}}};
    Triple cones = times(kToCones, linearOf(colour));
    std::ranges::transform(cones, cones.begin(), [](double cone) { return std::cbrt(cone); });
    return times(kToLab, cones);
}

Triple linearOf(const Oklch& value) {
    constexpr Matrix kToCones = {
        {{1.0, 0.3963377774, 0.2158037573}, {1.0, -0.1055613458, -0.0638541728}, {1.0, -0.0894841775, -1.2914855480}}};
    constexpr Matrix kToRgb = {{{4.0767416621, -3.3077115913, 0.2309699292},
                                {-1.2684380046, 2.6097574011, -0.3413193965},
                                {-0.0041960863, -0.7034186147, 1.7076147010}}};
    const double angle = value.hue * std::numbers::pi / 180.0;
    Triple cones = times(kToCones, {value.lightness, value.chroma * std::cos(angle), value.chroma * std::sin(angle)});
    std::ranges::transform(cones, cones.begin(), [](double cone) { return cone * cone * cone; });
    return times(kToRgb, cones);
}

bool isOnScreen(const Triple& linear) {
    constexpr double kRounding = 1e-4;
    return std::ranges::all_of(linear,
                               [](double channel) { return channel >= -kRounding && channel <= 1.0 + kRounding; });
}

double luminanceOf(const QColor& colour) {
    const Triple linear = linearOf(colour);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

} // namespace

Oklch oklchOf(const QColor& colour) {
    const Triple lab = oklabOf(colour);
    return {lab[0], std::hypot(lab[1], lab[2]), std::atan2(lab[2], lab[1]) * 180.0 / std::numbers::pi};
}

QColor colourOf(Oklch value) {
    constexpr double kLess = 0.97;
    constexpr double kGrey = 0.004;
    Triple linear = linearOf(value);
    while (!isOnScreen(linear) && value.chroma > kGrey) {
        value.chroma *= kLess;
        linear = linearOf(value);
    }
    const auto channel = [](double part) {
        return static_cast<float>(std::clamp(fromLinear(std::clamp(part, 0.0, 1.0)), 0.0, 1.0));
    };
    const QColor exact = QColor::fromRgbF(channel(linear[0]), channel(linear[1]), channel(linear[2]));
    return QColor::fromRgb(exact.rgb()); // as a screen has it, so that equal colors compare equal
}

double distanceOf(const QColor& left, const QColor& right) {
    const Triple a = oklabOf(left);
    const Triple b = oklabOf(right);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double contrastOf(const QColor& left, const QColor& right) {
    const double a = luminanceOf(left);
    const double b = luminanceOf(right);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace batchscope
