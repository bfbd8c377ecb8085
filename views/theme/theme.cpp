// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme.h"

#include <QColor>
#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace batchscope {

namespace {

/// Of WCAG 2.1.
double luminanceOf(const QColor& colour) {
    const auto linear = [](float channel) {
        const auto value = static_cast<double>(channel);
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// 1 … 21.
double contrastOf(const QColor& left, const QColor& right) {
    const double a = luminanceOf(left);
    const double b = luminanceOf(right);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

double distanceOf(const QColor& left, const QColor& right) {
    return std::hypot(left.red() - right.red(), left.green() - right.green(), left.blue() - right.blue());
}

// The colors that a Theme gives by id. They are separate, so that Theme stays a plain value. Internal to views/theme.

constexpr std::size_t kTreeColours = 12;

struct ThemeSeries {
    std::array<QRgb, Theme::kOpColours> ops{};
    std::array<QRgb, kTreeColours> trees{};
    /// By op color, then rank: variants that keep 3:1 on the theme's canvas and lane, each as far as can be from those
    /// before it.
    std::array<std::array<QRgb, Theme::kSignatureVariants>, Theme::kOpColours> signatures{};
};

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

/// What a signature of an op of this color could look like: lighter, darker, turned by less than would make it another
/// op.
std::vector<QColor> candidates(const QColor& base, const Theme& theme) {
    constexpr double kSeen = 3.05;
    constexpr float kTurn = 24.0F / 360.0F;
    constexpr float kLeastSaturation = 0.25F; // a gray takes a little color
    std::vector<QColor> found;
    for (const float turn : {1.0F, 1.0F + kTurn, 1.0F - kTurn}) {
        const float hue = std::fmod(std::max(base.hslHueF(), 0.0F) + turn, 1.0F);
        for (int step = 2; step < 20; ++step) {
            const float lightness = static_cast<float>(step) / 20.0F;
            const QColor exact = QColor::fromHslF(hue, std::max(base.hslSaturationF(), kLeastSaturation), lightness);
            const QColor colour = QColor::fromRgb(exact.rgb()); // as a screen has it, so that equal colors are equal
            if (contrastOf(colour, theme.canvas) >= kSeen && contrastOf(colour, theme.lane) >= kSeen) {
                found.push_back(colour);
            }
        }
    }
    return found;
}

/// Each as far from those before it as can be.
std::array<QRgb, Theme::kSignatureVariants> variantsOf(QRgb op, const Theme& theme) {
    std::array<QRgb, Theme::kSignatureVariants> variants{op};
    const std::vector<QColor> possible = candidates(QColor::fromRgb(op), theme);
    std::vector<double> nearest(possible.size(), std::numeric_limits<double>::max());
    for (std::size_t rank = 1; rank < variants.size(); ++rank) {
        for (std::size_t at = 0; at < possible.size(); ++at) {
            nearest[at] = std::min(nearest[at], distanceOf(possible[at], QColor::fromRgb(variants[rank - 1])));
        }
        const auto farthest = std::max_element(nearest.begin(), nearest.end());
        variants[rank] = possible[static_cast<std::size_t>(farthest - nearest.begin())].rgb();
    }
    return variants;
}

ThemeSeries withSignatures(ThemeSeries series, const Theme& theme) {
    for (std::size_t op = 0; op < series.ops.size(); ++op) {
        series.signatures[op] = variantsOf(series.ops[op], theme);
    }
    return series;
}

struct RoleColours {
    QColor Theme::*role;
    std::array<QRgb, 4> byTheme; ///< by ThemeId
};
constexpr std::array<RoleColours, 14> kRoles = {{
    {&Theme::window, {0xF3F4F6, 0x1A1C20, 0x000000, 0xFFFFFF}},
    {&Theme::panel, {0xFFFFFF, 0x1F2227, 0x000000, 0xFFFFFF}},
    {&Theme::canvas, {0xFCFCFD, 0x141619, 0x000000, 0xFFFFFF}},
    {&Theme::text, {0x1B1E24, 0xE7E9ED, 0xFFFFFF, 0x000000}},
    {&Theme::mutedText, {0x5C6370, 0xA0A7B3, 0xD6D6D6, 0x4D4D4D}},
    {&Theme::rule, {0xDDE0E6, 0x32363E, 0x6A6A6A, 0xC8C8C8}},
    {&Theme::lane, {0xF1F2F5, 0x1D2025, 0x121212, 0xF5F5F5}},
    {&Theme::edge, {0x808793, 0x757D8A, 0xB0B0B0, 0x707070}},
    {&Theme::accent, {0x6A4FD0, 0xA796FF, 0xFFE14D, 0x4B2FB8}},
    {&Theme::onAccent, {0xFFFFFF, 0x17132E, 0x000000, 0xFFFFFF}},
    {&Theme::warning, {0xAA4D06, 0xF5B04C, 0xFFA87A, 0x9A3F00}},
    {&Theme::found, {0xB8004E, 0xFFE64A, 0xFF6EE8, 0xB8004E}},
    {&Theme::regular, {0xC2571A, 0xF28C38, 0xFFA55F, 0xA34A00}},
    {&Theme::folded, {0x0B6FB8, 0x56B4E9, 0x5AC8FF, 0x00579B}},
}};

std::array<Theme, 4> makeThemes() {
    std::array<Theme, 4> themes;
    const auto name = [&themes](ThemeId id, const QString& itsName, const char* title) {
        Theme& theme = themes[static_cast<std::size_t>(id)];
        theme.id = id;
        theme.name = itsName;
        theme.title = QCoreApplication::translate("theme", title);
    };
    name(ThemeId::Light, QStringLiteral("light"), "Light");
    name(ThemeId::Dark, QStringLiteral("dark"), "Dark");
    name(ThemeId::HighContrast, QStringLiteral("high-contrast"), "High contrast");
    name(ThemeId::Paper, QStringLiteral("paper"), "Paper");
    for (const RoleColours& colours : kRoles) {
        for (std::size_t id = 0; id < themes.size(); ++id) {
            themes[id].*colours.role = QColor(colours.byTheme[id]);
        }
    }
    return themes;
}

const std::array<Theme, 4>& themeTable() {
    static const std::array<Theme, 4> kThemes = makeThemes();
    return kThemes;
}

template <ThemeId Id>
const ThemeSeries& seriesOf(const ThemeSeries& colours) {
    static const ThemeSeries kSeries = withSignatures(colours, themeTable()[static_cast<std::size_t>(Id)]);
    return kSeries;
}

const ThemeSeries& seriesOf(const Theme& theme) {
    switch (theme.id) {
    case ThemeId::Dark: return seriesOf<ThemeId::Dark>(kDark);
    case ThemeId::HighContrast: return seriesOf<ThemeId::HighContrast>(kHighContrast);
    case ThemeId::Paper: return seriesOf<ThemeId::Paper>(kPaper);
    case ThemeId::Light: break;
    }
    return seriesOf<ThemeId::Light>(kLight);
}

constexpr std::size_t kShapes = 4;
constexpr std::size_t kPlainOps = 8;

std::size_t agreement(const QPalette& palette, const Theme& theme) {
    const QPalette own = paletteFor(theme);
    std::size_t agreeing = 0;
    for (const QPalette::ColorRole role : {QPalette::Window, QPalette::Base, QPalette::AlternateBase,
                                           QPalette::Highlight, QPalette::Mid, QPalette::Dark, QPalette::Link}) {
        agreeing += palette.color(QPalette::Active, role) == own.color(QPalette::Active, role) ? 1 : 0;
    }
    return agreeing;
}

} // namespace

QColor Theme::op(OpId op) const {
    return signature(op, 0);
}

QColor Theme::signature(OpId op, std::size_t rankWithinOp) const {
    constexpr std::size_t kGrey = 6;
    const std::size_t colour = op.valid() ? op.index() % kOpColours : kGrey;
    return QColor::fromRgb(seriesOf(*this).signatures[colour][rankWithinOp % kSignatureVariants]);
}

QColor Theme::onFill(const QColor& fill) {
    const QColor white(Qt::white);
    const QColor black(Qt::black);
    return contrastOf(white, fill) >= contrastOf(black, fill) ? white : black;
}

NodeShape Theme::shape(OpId op) {
    // Moved on by one after each eight, so that ops whose patterns are told apart only from nearby differ in shape.
    return static_cast<NodeShape>(op.valid() ? (op.index() + op.index() / kPlainOps) % kShapes : 0);
}

Qt::BrushStyle Theme::pattern(OpId op) {
    constexpr std::array kPatterns = {Qt::NoBrush, Qt::BDiagPattern, Qt::CrossPattern, Qt::VerPattern};
    return op.valid() ? kPatterns[(op.index() / kPlainOps) % kPatterns.size()] : Qt::NoBrush;
}

QColor Theme::patternColour(const QColor& fill) {
    constexpr float kStrength = 0.55F;
    QColor lines = onFill(fill);
    lines.setAlphaF(kStrength);
    return lines;
}

QColor Theme::tree(TreeId tree) const {
    return QColor::fromRgb(seriesOf(*this).trees[tree.valid() ? tree.index() % kTreeColours : kTreeColours - 1]);
}

const Theme& lightTheme() {
    return themeTable()[0];
}

const Theme& darkTheme() {
    return themeTable()[1];
}

const Theme& highContrastTheme() {
    return themeTable()[2];
}

const Theme& paperTheme() {
    return themeTable()[3];
}

std::span<const Theme* const> allThemes() {
    static const std::array<const Theme*, 4> kThemes = {&lightTheme(), &darkTheme(), &highContrastTheme(),
                                                        &paperTheme()};
    return kThemes;
}

const Theme& themeOf(const QWidget& widget) {
    return themeOf(widget.palette());
}

const Theme& themeOf(const QPalette& palette) {
    // Views give single roles other colors (a warning), so that the theme with most roles in common is meant.
    constexpr std::size_t kEnough = 4;
    const Theme* best = palette.color(QPalette::Window).lightnessF() < 0.5F ? &darkTheme() : &lightTheme();
    std::size_t most = kEnough - 1;
    for (const Theme* theme : allThemes()) {
        if (const std::size_t agreeing = agreement(palette, *theme); agreeing > most) {
            most = agreeing;
            best = theme;
        }
    }
    return *best;
}

const Theme& themeOf(ThemeChoice choice, const Theme& system) {
    return choice == ThemeChoice::System ? system : *allThemes()[static_cast<std::size_t>(choice) - 1];
}

} // namespace batchscope
