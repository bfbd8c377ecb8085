// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/notice_painter.h"

#include "core/base/text.h"
#include "views/canvas/scene/canvas_text.h"
#include "views/canvas/scene/scene.h"

#include <QFontMetricsF>
#include <QPen>

namespace batchscope {

Notice buildingNotice() {
    return {translated("Building the graph…"),
            translated("The picture appears as soon as the first stage has finished.")};
}

Notice noPictureNotice(const Snapshot& snapshot) {
    const auto& treebank = snapshot.treebank;
    if (treebank && !treebank->trees.empty()) {
        return {
            translated("%1 trees read; this net cannot take them as they are")
                .arg(QString::fromStdString(withThousands(treebank->trees.size()))),
            translated(
                "The message above says why. Choose another net in the toolbar, or change how trees are read in its "
                "Options menu.")};
    }
    return {translated("No trees yet"),
            translated("Open a treebank, or drop a file here, to see its trees fold into batches.")};
}

void paintNotice(QPainter& painter, const QRectF& canvas, const QFont& font, const Theme& theme, const Notice& notice) {
    QFont large = font;
    large.setPixelSize(static_cast<int>(pixelSize(font) * 1.5));
    const double line = QFontMetricsF(large).height();
    const QRectF middle = canvas.adjusted(line, 0, -line, 0);
    const QRectF above(middle.left(), middle.top(), middle.width(), middle.height() / 2.0);
    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(above, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, notice.title);
    painter.setFont(font);
    painter.setPen(theme.mutedText);
    painter.drawText(above.translated(0, above.height() + line * 0.4),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, notice.advice);
}

} // namespace batchscope
