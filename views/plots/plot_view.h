// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of panels that are a plot and its table: through it the window's commands reach both, whatever they show,
// and a right click on either asks for their menu.
#pragma once

#include "views/models/live_view.h"

#include <cstddef>
#include <optional>
#include <string>

class QTableView;

namespace batchscope {

class PlainTable;
class PlotWidget;

class PlotView : public LiveView {
    Q_OBJECT

public:
    using LiveView::LiveView;

    [[nodiscard]] virtual const PlotWidget& plot() const = 0;
    /// The same figures as rows.
    [[nodiscard]] virtual const QTableView& table() const = 0;
    /// The rows of table() for other programs; its model, below what sorts it.
    [[nodiscard]] virtual const PlainTable& plainTable() const = 0;

    /// What the panel shows as a document that batchscope-cli reads; empty where there is none.
    [[nodiscard]] virtual std::string documentText() const { return {}; }

    /// The measured result (its index in the report) that the plot or the table has at this place on the screen; none
    /// in panels of anything else.
    [[nodiscard]] virtual std::optional<std::size_t> resultAt(const QPoint& place) const;

signals:
    /// A right click or the Menu key, in global pixels.
    void menuAsked(const QPoint& place);
    /// A double click on a result of the plot, which wants to see it on the canvas.
    void resultActivated(qulonglong result);

protected:
    /// Elsewhere in the panel the event goes on to those behind it.
    void contextMenuEvent(QContextMenuEvent* event) override;
};

} // namespace batchscope
