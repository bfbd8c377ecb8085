// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: every colour of every view comes from one object, so that light and dark are both readable and equal things look
// equal everywhere. Hues follow Okabe and Ito (2008), distinguishable with colour-blindness; shape repeats what colour
// says.
//
// A widget asks `themeOf(*this)`; it follows the application's palette, so a view only has to repaint on
// QEvent::PaletteChange.
#pragma once

#include "core/base/id.h"

#include <QColor>
#include <QPalette>
#include <QString>
#include <QWidget>

namespace batchscope {

enum class NodeShape { Circle, Square, Diamond, Hexagon };

struct Theme {
    QString name; ///< "light" or "dark"
    QColor window;
    QColor panel;  ///< tables, lists, plots
    QColor canvas; ///< background of the picture
    QColor text;
    QColor mutedText; ///< still at least 4.5:1 on panel and canvas
    QColor rule;      ///< separators, grid
    QColor lane;      ///< background of a level lane, a tree box, a block
    QColor edge;      ///< edges between nodes
    QColor accent;    ///< the present step, selection, links
    QColor onAccent;  ///< text on accent
    QColor warning;
    QColor regular; ///< the regular arm in plots
    QColor folded;  ///< the folded arm in plots

    /// Fill colour of an op, by its id; the same op has the same colour and shape in every view.
    [[nodiscard]] QColor op(OpId op) const;
    /// Text on op(op).
    [[nodiscard]] QColor onOp(OpId op) const;
    [[nodiscard]] static NodeShape shape(OpId op);
    /// A tree's own colour: stripes that keep identity when nodes leave their tree.
    [[nodiscard]] QColor tree(TreeId tree) const;
};

[[nodiscard]] const Theme& lightTheme();
[[nodiscard]] const Theme& darkTheme();
/// The theme that the widget's palette was made from (by luminance, for a foreign palette).
[[nodiscard]] const Theme& themeOf(const QWidget& widget);
[[nodiscard]] QPalette paletteFor(const Theme& theme);

enum class ThemeChoice { System, Light, Dark };
/// Sets style, palette and style sheet of the application; System follows the desktop's palette at start.
void applyTheme(ThemeChoice choice);

} // namespace batchscope
