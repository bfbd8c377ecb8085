// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_view.h"

#include "views/plots/plot_widget.h"

#include <QContextMenuEvent>
#include <QTableView>

namespace batchscope {

std::optional<std::size_t> PlotView::resultAt(const QPoint& place) const {
    const QPoint inPlot = plot().mapFromGlobal(place);
    const bool isOnPlot = plot().isVisible() && plot().rect().contains(inPlot);
    return isOnPlot ? plot().resultAt(inPlot) : std::nullopt;
}

void PlotView::contextMenuEvent(QContextMenuEvent* event) {
    for (const QWidget* part : {static_cast<const QWidget*>(&plot()), static_cast<const QWidget*>(&table())}) {
        if (part->isVisible() && part->rect().contains(part->mapFrom(this, event->pos()))) {
            emit menuAsked(event->globalPos());
            event->accept();
            return;
        }
    }
    LiveView::contextMenuEvent(event);
}

} // namespace batchscope
