// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every color of every view comes from one object, so that every theme is readable and equal things look equal
// everywhere. The colors of ops and trees start from hues that also differ for color-blind users (Okabe and Ito 2008);
// the shape of an op repeats what its color says.
//
// A widget asks `themeOf(*this)`, which follows the palette of the application, so a view only has to repaint on
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
    QString name;  ///< as the command line and scripts spell it: "high-contrast"
    QString title; ///< as menus say it, translated
    QColor window;
    QColor panel;  ///< tables, lists, plots
    QColor canvas; ///< background of the picture
    QColor text;
    QColor mutedText; ///< still at least 4.5:1 on every ground
    QColor rule;      ///< separators, grid
    QColor lane;      ///< background of a level lane, a tree box, a block
    QColor edge;      ///< edges between nodes
    QColor accent;    ///< the present step, selection, links
    QColor onAccent;  ///< text on accent
    QColor warning;
    QColor found;   ///< hits of a search, as opposed to the selection
    QColor regular; ///< the regular arm in plots
    QColor folded;  ///< the folded arm in plots

    /// Fill color of an op, by its id; the same op has the same color, shape and pattern in every view. No two of the
    /// first kOpColours ops have one color.
    static constexpr std::size_t kOpColours = 24;
    [[nodiscard]] QColor op(OpId op) const;
    /// Fill color of a signature: the op's hue, clearly lighter, darker or a little turned from one rank to another.
    /// `rankWithinOp` counts the signatures of that op from 0, in the order of their ids; rank 0 is op(op). Variants
    /// repeat after kSignatureVariants of one op.
    [[nodiscard]] QColor signature(OpId op, std::size_t rankWithinOp) const;
    static constexpr std::size_t kSignatureVariants = 12;
    /// Text on op(op).
    [[nodiscard]] QColor onOp(OpId op) const { return onFill(this->op(op)); }
    /// Text on any fill: black or white, at least 4.5:1.
    [[nodiscard]] static QColor onFill(const QColor& fill);
    [[nodiscard]] static NodeShape shape(OpId op);
    /// Lines over the fill of an op, in patternColour(fill): colors of more than eight ops are told apart with effort.
    [[nodiscard]] static Qt::BrushStyle pattern(OpId op);
    [[nodiscard]] static QColor patternColour(const QColor& fill);
    /// A tree's own color: stripes that keep identity when nodes leave their tree.
    [[nodiscard]] QColor tree(TreeId tree) const;
};

[[nodiscard]] const Theme& lightTheme();
[[nodiscard]] const Theme& darkTheme();
/// White text on black, every text at least 7:1.
[[nodiscard]] const Theme& highContrastTheme();
/// Black on white, for slides and print: nothing but the picture takes ink.
[[nodiscard]] const Theme& paperTheme();
/// All of them, by ThemeId.
[[nodiscard]] std::span<const Theme* const> allThemes();

/// The theme that the (widget's) palette was made from (light or dark, by luminance, for a foreign palette).
[[nodiscard]] const Theme& themeOf(const QWidget& widget);
[[nodiscard]] const Theme& themeOf(const QPalette& palette);
[[nodiscard]] QPalette paletteFor(const Theme& theme);

enum class ThemeChoice { System, Light, Dark, HighContrast, Paper };
/// The chosen theme; `system` is what System means.
[[nodiscard]] const Theme& themeOf(ThemeChoice choice, const Theme& system);
/// Sets style, palette and style sheet of the application; System follows the desktop's palette at start.
void applyTheme(ThemeChoice choice);

} // namespace batchscope
