// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every color of every view comes from one object, so that every theme is readable and equal things look equal
// everywhere. The colors of ops and trees start from hues that color-blind users can distinguish, too (Okabe and Ito
// 2008); the shape of an op repeats what its color says.
//
// A widget calls `themeOf(*this)`, which follows the palette of the application, so a view only has to repaint on
// QEvent::PaletteChange.
#pragma once

#include "core/base/id.h"

#include <QColor>
#include <QPalette>
#include <QString>
#include <QWidget>

#include <cstddef>
#include <span>

namespace batchscope {

enum class NodeShape { Circle, Square, Diamond, Hexagon };

/// The order is that of allThemes().
enum class ThemeId { Light, Dark, HighContrast, Paper };

struct Theme {
    ThemeId id = ThemeId::Light;
    QString name;  ///< spelling on the command line and in scripts: "high-contrast"
    QString title; ///< title in menus, translated
    QColor window;
    QColor panel;  ///< tables, lists, plots
    QColor canvas; ///< background of the picture
    QColor text;
    QColor mutedText; ///< still at least 4.5:1 on every background
    QColor rule;      ///< separators, grid
    QColor lane;      ///< background of a level lane, a tree box, a block
    QColor edge;      ///< edges between nodes
    QColor accent;    ///< the current step, selection, links
    QColor onAccent;  ///< text on accent
    QColor warning;
    QColor found;   ///< hits of a search, as opposed to the selection
    QColor regular; ///< the regular arm in plots
    QColor folded;  ///< the folded arm in plots

    /// The fill color of an op, by its id; the same op has the same color, shape and pattern in every view. No two of
    /// the first kOpColors ops have the same color.
    static constexpr std::size_t kOpColors = 24;
    [[nodiscard]] QColor op(OpId op) const;
    /// The fill color of a signature: the op's hue, clearly lighter, darker or slightly shifted from one rank to
    /// another. `rankWithinOp` counts the signatures of that op from 0, in the order of their ids; rank 0 is op(op).
    /// Variants repeat after kSignatureVariants of one op.
    [[nodiscard]] QColor signature(OpId op, std::size_t rankWithinOp) const;
    static constexpr std::size_t kSignatureVariants = 12;
    /// The color of text on op(op).
    [[nodiscard]] QColor onOp(OpId op) const { return onFill(this->op(op)); }
    /// The color of text on any fill: black or white, at least 4.5:1.
    [[nodiscard]] static QColor onFill(const QColor& fill);
    [[nodiscard]] static NodeShape shape(OpId op);
    /// The lines over the fill of an op, in patternColor(fill), since more than eight colors are hard to distinguish.
    [[nodiscard]] static Qt::BrushStyle pattern(OpId op);
    [[nodiscard]] static QColor patternColor(const QColor& fill);
    /// A tree's own color, for stripes that identify nodes after they have left their tree.
    [[nodiscard]] QColor tree(TreeId tree) const;
};

[[nodiscard]] const Theme& lightTheme();
[[nodiscard]] const Theme& darkTheme();
/// White text on black; every text has at least 7:1.
[[nodiscard]] const Theme& highContrastTheme();
/// Black on white, for slides and print; only the picture takes ink.
[[nodiscard]] const Theme& paperTheme();
/// All themes, by ThemeId.
[[nodiscard]] std::span<const Theme* const> allThemes();

/// The theme that the palette (of the widget) was made from; for a foreign palette, light or dark by its luminance.
[[nodiscard]] const Theme& themeOf(const QWidget& widget);
[[nodiscard]] const Theme& themeOf(const QPalette& palette);
[[nodiscard]] QPalette paletteFor(const Theme& theme);

enum class ThemeChoice { System, Light, Dark, HighContrast, Paper };
/// The chosen theme; `system` is the theme for ThemeChoice::System.
[[nodiscard]] const Theme& themeOf(ThemeChoice choice, const Theme& system);
/// Sets style, palette and style sheet of the application; System follows the desktop's palette at startup.
void applyTheme(ThemeChoice choice);

} // namespace batchscope
