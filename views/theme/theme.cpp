// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme.h"

#include "views/theme/oklch.h"
#include "views/theme/theme_series.h"

#include <QCoreApplication>

#include <array>

namespace batchscope {

namespace {

constexpr std::size_t kShapes = 4;
constexpr std::size_t kPlainOps = 8;

Theme makeLight() {
    Theme theme;
    theme.id = ThemeId::Light;
    theme.name = QStringLiteral("light");
    theme.title = QCoreApplication::translate("theme", "Light");
    theme.window = QColor(0xF3, 0xF4, 0xF6);
    theme.panel = QColor(0xFF, 0xFF, 0xFF);
    theme.canvas = QColor(0xFC, 0xFC, 0xFD);
    theme.text = QColor(0x1B, 0x1E, 0x24);
    theme.mutedText = QColor(0x5C, 0x63, 0x70);
    theme.rule = QColor(0xDD, 0xE0, 0xE6);
    theme.lane = QColor(0xF1, 0xF2, 0xF5);
    theme.edge = QColor(0x80, 0x87, 0x93);
    theme.accent = QColor(0x6A, 0x4F, 0xD0);
    theme.onAccent = QColor(0xFF, 0xFF, 0xFF);
    theme.warning = QColor(0xAA, 0x4D, 0x06);
    theme.found = QColor(0xB8, 0x00, 0x4E);
    theme.regular = QColor(0xC2, 0x57, 0x1A);
    theme.folded = QColor(0x0B, 0x6F, 0xB8);
    return theme;
}

Theme makeDark() {
    Theme theme;
    theme.id = ThemeId::Dark;
    theme.name = QStringLiteral("dark");
    theme.title = QCoreApplication::translate("theme", "Dark");
    theme.window = QColor(0x1A, 0x1C, 0x20);
    theme.panel = QColor(0x1F, 0x22, 0x27);
    theme.canvas = QColor(0x14, 0x16, 0x19);
    theme.text = QColor(0xE7, 0xE9, 0xED);
    theme.mutedText = QColor(0xA0, 0xA7, 0xB3);
    theme.rule = QColor(0x32, 0x36, 0x3E);
    theme.lane = QColor(0x1D, 0x20, 0x25);
    theme.edge = QColor(0x75, 0x7D, 0x8A);
    theme.accent = QColor(0xA7, 0x96, 0xFF);
    theme.onAccent = QColor(0x17, 0x13, 0x2E);
    theme.warning = QColor(0xF5, 0xB0, 0x4C);
    theme.found = QColor(0xFF, 0xE6, 0x4A);
    theme.regular = QColor(0xF2, 0x8C, 0x38);
    theme.folded = QColor(0x56, 0xB4, 0xE9);
    return theme;
}

Theme makeHighContrast() {
    Theme theme;
    theme.id = ThemeId::HighContrast;
    theme.name = QStringLiteral("high-contrast");
    theme.title = QCoreApplication::translate("theme", "High contrast");
    theme.window = QColor(0x00, 0x00, 0x00);
    theme.panel = QColor(0x00, 0x00, 0x00);
    theme.canvas = QColor(0x00, 0x00, 0x00);
    theme.text = QColor(0xFF, 0xFF, 0xFF);
    theme.mutedText = QColor(0xD6, 0xD6, 0xD6);
    theme.rule = QColor(0x6A, 0x6A, 0x6A);
    theme.lane = QColor(0x12, 0x12, 0x12);
    theme.edge = QColor(0xB0, 0xB0, 0xB0);
    theme.accent = QColor(0xFF, 0xE1, 0x4D);
    theme.onAccent = QColor(0x00, 0x00, 0x00);
    theme.warning = QColor(0xFF, 0xA8, 0x7A);
    theme.found = QColor(0xFF, 0x6E, 0xE8);
    theme.regular = QColor(0xFF, 0xA5, 0x5F);
    theme.folded = QColor(0x5A, 0xC8, 0xFF);
    return theme;
}

Theme makePaper() {
    Theme theme;
    theme.id = ThemeId::Paper;
    theme.name = QStringLiteral("paper");
    theme.title = QCoreApplication::translate("theme", "Paper");
    theme.window = QColor(0xFF, 0xFF, 0xFF);
    theme.panel = QColor(0xFF, 0xFF, 0xFF);
    theme.canvas = QColor(0xFF, 0xFF, 0xFF);
    theme.text = QColor(0x00, 0x00, 0x00);
    theme.mutedText = QColor(0x4D, 0x4D, 0x4D);
    theme.rule = QColor(0xC8, 0xC8, 0xC8);
    theme.lane = QColor(0xF5, 0xF5, 0xF5);
    theme.edge = QColor(0x70, 0x70, 0x70);
    theme.accent = QColor(0x4B, 0x2F, 0xB8);
    theme.onAccent = QColor(0xFF, 0xFF, 0xFF);
    theme.warning = QColor(0x9A, 0x3F, 0x00);
    theme.found = QColor(0xB8, 0x00, 0x4E);
    theme.regular = QColor(0xA3, 0x4A, 0x00);
    theme.folded = QColor(0x00, 0x57, 0x9B);
    return theme;
}

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
    static const Theme kTheme = makeLight();
    return kTheme;
}

const Theme& darkTheme() {
    static const Theme kTheme = makeDark();
    return kTheme;
}

const Theme& highContrastTheme() {
    static const Theme kTheme = makeHighContrast();
    return kTheme;
}

const Theme& paperTheme() {
    static const Theme kTheme = makePaper();
    return kTheme;
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
