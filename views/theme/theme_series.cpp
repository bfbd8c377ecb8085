// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme_series.h"

#include "views/theme/oklch.h"

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

// Hues after Okabe and Ito, then moved (hue, lightness, chroma) by simulated annealing so that, for normal sight and
// for Machado's protan-, deuter- and tritanopia, ops of one shape are far apart and no two ops fall together.
constexpr ThemeSeries kLight = {
    {0xFF1C5FCF, 0xFFC46200, 0xFF0A7A4B, 0xFFB83088, 0xFF4A3A05, 0xFF02485A, 0xFF828891, 0xFF5B2C86},
    {0xFF0468B5, 0xFFC00D2D, 0xFF0C8B51, 0xFF926902, 0xFF9B34D8, 0xFF0B91AB, 0xFFC96F07, 0xFF8B7DCF, 0xFF555C05,
     0xFFB23E75, 0xFF7E5836, 0xFF6E8694},
    {}};
constexpr ThemeSeries kDark = {
    {0xFF2D9CF0, 0xFFF0975A, 0xFF52E8A4, 0xFFF06CAE, 0xFFF7D65F, 0xFF7BDDF7, 0xFF7C808D, 0xFFB3AEFE},
    {0xFF0AA4E5, 0xFFFFD7D3, 0xFF76EF7E, 0xFFB87B10, 0xFFCF70D5, 0xFF1CC4BE, 0xFFE06D4E, 0xFFC1D0FE, 0xFFC8D55A,
     0xFFFEB2D3, 0xFFB58F69, 0xFF989C9E},
    {}};
constexpr ThemeSeries kHighContrast = {
    {0xFF5AA5FE, 0xFFFEA55F, 0xFFBCFFED, 0xFFD88CCB, 0xFFE0B020, 0xFF10C2E0, 0xFFA6A6A6, 0xFFE7E6FE},
    {0xFF4BBBFE, 0xFFFFD0DC, 0xFF73B789, 0xFFFEBD55, 0xFFEBC7FB, 0xFF64A9B9, 0xFFFD9A2E, 0xFFEEECFF, 0xFFBCF31C,
     0xFFE682BA, 0xFFFECC88, 0xFFA9A9A9},
    {}};
constexpr ThemeSeries kPaper = {
    {0xFF114BC8, 0xFFB04E00, 0xFF0F8A4A, 0xFFC9459A, 0xFF423302, 0xFF02687E, 0xFF3A3F4A, 0xFF600380},
    {0xFF086BC9, 0xFF79373C, 0xFF0B9D6B, 0xFFA5840E, 0xFF7506B4, 0xFF185B6C, 0xFF972B03, 0xFF6A77FE, 0xFF6B804B,
     0xFFA04D80, 0xFF7C5B34, 0xFF646464},
    {}};

/// What a signature of this op could look like: lighter, darker, turned by less than would make it another op.
std::vector<QColor> candidates(const QColor& base, const Theme& theme) {
    constexpr double kSeen = 3.0;
    constexpr double kStep = 0.05;
    constexpr double kGrey = 0.03;
    const Oklch own = oklchOf(base);
    std::vector<QColor> found;
    for (const double turn : {0.0, 24.0, -24.0}) {
        // A gray has no hue to turn, so that it takes a little color instead.
        const double chroma = turn != 0.0 && own.chroma < kGrey ? 2.0 * kGrey : own.chroma;
        const double hue = own.hue + turn * (own.chroma < kGrey ? 5.0 : 1.0);
        for (double lightness = 0.20; lightness < 0.98; lightness += kStep) {
            const QColor colour = colourOf({lightness, chroma, hue});
            if (contrastOf(colour, theme.canvas) >= kSeen && contrastOf(colour, theme.lane) >= kSeen) {
                found.push_back(colour);
            }
        }
    }
    return found;
}

/// Each as far from those before it as can be; near the color of another op only if nothing else is left.
std::array<QRgb, Theme::kSignatureVariants> variantsOf(std::size_t op, const ThemeSeries& series, const Theme& theme) {
    constexpr double kOthersCount = 0.7;
    std::array<QRgb, Theme::kSignatureVariants> variants{};
    variants[0] = series.ops[op];
    const std::vector<QColor> possible = candidates(QColor::fromRgb(series.ops[op]), theme);
    for (std::size_t rank = 1; rank < variants.size(); ++rank) {
        double farthest = -1.0;
        for (const QColor& colour : possible) {
            double nearest = 1.0;
            for (std::size_t earlier = 0; earlier < rank; ++earlier) {
                nearest = std::min(nearest, distanceOf(colour, QColor::fromRgb(variants[earlier])));
            }
            for (std::size_t other = 0; other < series.ops.size(); ++other) {
                if (other != op) {
                    const double apart = distanceOf(colour, QColor::fromRgb(series.ops[other]));
                    nearest = std::min(nearest, apart / kOthersCount);
                }
            }
            if (nearest > farthest) {
                farthest = nearest;
                variants[rank] = colour.rgb();
            }
        }
    }
    return variants;
}

ThemeSeries withSignatures(ThemeSeries series, const Theme& theme) {
    for (std::size_t op = 0; op < series.ops.size(); ++op) {
        series.signatures[op] = variantsOf(op, series, theme);
    }
    return series;
}

} // namespace

const ThemeSeries& seriesOf(const Theme& theme) {
    switch (theme.id) {
    case ThemeId::Dark: {
        static const ThemeSeries kSeries = withSignatures(kDark, theme);
        return kSeries;
    }
    case ThemeId::HighContrast: {
        static const ThemeSeries kSeries = withSignatures(kHighContrast, theme);
        return kSeries;
    }
    case ThemeId::Paper: {
        static const ThemeSeries kSeries = withSignatures(kPaper, theme);
        return kSeries;
    }
    case ThemeId::Light: break;
    }
    static const ThemeSeries kSeries = withSignatures(kLight, theme);
    return kSeries;
}

} // namespace batchscope
