// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme_series.h"

#include "views/theme/oklch.h"

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

// Hues after Okabe and Ito, then moved (hue, lightness, chroma) by simulated annealing so that, for normal sight and
// for Machado's protan-, deuter- and tritanopia, ops of one shape are far apart and no two ops fall together. Ops
// beyond the first eight: each as far from those before it as can be, in the same sense; patterns tell them apart, too.
constexpr ThemeSeries kLight = {{0xFF1C5FCF, 0xFFC46200, 0xFF0A7A4B, 0xFFB83088, 0xFF4A3A05, 0xFF02485A,
                                 0xFF828891, 0xFF5B2C86, 0xFF9E4BFF, 0xFF840E35, 0xFF2513CB, 0xFFFD1469,
                                 0xFF81561E, 0xFF7D5FAD, 0xFFBE67B7, 0xFF7E7F3C, 0xFF5D5465, 0xFF7C7FE5,
                                 0xFF098FBD, 0xFF5332E7, 0xFF8429B6, 0xFFA96464, 0xFF890A6E, 0xFF056180},
                                {0xFF0468B5, 0xFFC00D2D, 0xFF0C8B51, 0xFF926902, 0xFF9B34D8, 0xFF0B91AB, 0xFFC96F07,
                                 0xFF8B7DCF, 0xFF555C05, 0xFFB23E75, 0xFF7E5836, 0xFF6E8694},
                                {}};
constexpr ThemeSeries kDark = {{0xFF2D9CF0, 0xFFF0975A, 0xFF52E8A4, 0xFFF06CAE, 0xFFF7D65F, 0xFF7BDDF7,
                                0xFF7C808D, 0xFFB3AEFE, 0xFF7B43F8, 0xFFD42515, 0xFFAC43A5, 0xFF427C35,
                                0xFFAC7D1B, 0xFF7BB621, 0xFFF8DDE0, 0xFF9EB38B, 0xFFB57BDD, 0xFF3C72CB,
                                0xFFF00580, 0xFFDFAEBC, 0xFFD4F729, 0xFFBD50FD, 0xFFBAF9AC, 0xFF40A19B},
                               {0xFF0AA4E5, 0xFFFFD7D3, 0xFF76EF7E, 0xFFB87B10, 0xFFCF70D5, 0xFF1CC4BE, 0xFFE06D4E,
                                0xFFC1D0FE, 0xFFC8D55A, 0xFFFEB2D3, 0xFFB58F69, 0xFF989C9E},
                               {}};
constexpr ThemeSeries kHighContrast = {{0xFF5AA5FE, 0xFFFEA55F, 0xFFBCFFED, 0xFFD88CCB, 0xFFE0B020, 0xFF10C2E0,
                                        0xFFA6A6A6, 0xFFE7E6FE, 0xFFFCE765, 0xFF29EA9E, 0xFF79AA3B, 0xFFFE6A71,
                                        0xFF9DD5C9, 0xFFC6BEFE, 0xFFB9D736, 0xFFEBCBA7, 0xFFF254E9, 0xFF8AC77D,
                                        0xFFE4882C, 0xFF32B08D, 0xFF5FD342, 0xFFA4F392, 0xFF3EFBDE, 0xFF988BDD},
                                       {0xFF4BBBFE, 0xFFFFD0DC, 0xFF73B789, 0xFFFEBD55, 0xFFEBC7FB, 0xFF64A9B9,
                                        0xFFFD9A2E, 0xFFEEECFF, 0xFFBCF31C, 0xFFE682BA, 0xFFFECC88, 0xFFA9A9A9},
                                       {}};
constexpr ThemeSeries kPaper = {{0xFF114BC8, 0xFFB04E00, 0xFF0F8A4A, 0xFFC9459A, 0xFF423302, 0xFF02687E,
                                 0xFF3A3F4A, 0xFF600380, 0xFF7C7FE5, 0xFF8C34E9, 0xFFA88822, 0xFF864A68,
                                 0xFF711A31, 0xFF65572F, 0xFF6F47A7, 0xFFBD7675, 0xFF098FBD, 0xFFE345DC,
                                 0xFF3711A9, 0xFF63776C, 0xFF890A6E, 0xFF1C560B, 0xFF8B6BA2, 0xFFA51105},
                                {0xFF086BC9, 0xFF79373C, 0xFF0B9D6B, 0xFFA5840E, 0xFF7506B4, 0xFF185B6C, 0xFF972B03,
                                 0xFF6A77FE, 0xFF6B804B, 0xFFA04D80, 0xFF7C5B34, 0xFF646464},
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
    constexpr double kPatternedCount = 0.3; // told apart by their pattern, too
    constexpr std::size_t kRound = 8;
    std::array<QRgb, Theme::kSignatureVariants> variants{};
    variants[0] = series.ops[op];
    const std::vector<QColor> possible = candidates(QColor::fromRgb(series.ops[op]), theme);
    std::vector<double> nearest; // by candidate, of what is taken already
    for (const QColor& colour : possible) {
        double least = 1.0;
        for (std::size_t other = 0; other < series.ops.size(); ++other) {
            const double apart = distanceOf(colour, QColor::fromRgb(series.ops[other]));
            const double count = other == op ? 1.0 : other / kRound == op / kRound ? kOthersCount : kPatternedCount;
            least = std::min(least, apart / count);
        }
        nearest.push_back(least);
    }
    for (std::size_t rank = 1; rank < variants.size(); ++rank) {
        const auto farthest = std::max_element(nearest.begin(), nearest.end());
        const QColor chosen = possible[static_cast<std::size_t>(farthest - nearest.begin())];
        variants[rank] = chosen.rgb();
        for (std::size_t at = 0; at < possible.size(); ++at) {
            nearest[at] = std::min(nearest[at], distanceOf(possible[at], chosen));
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
