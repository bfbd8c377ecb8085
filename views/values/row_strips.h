// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows as colors, one below the other: folded, regular, and their difference on a scale of its own. Narrower than
// the row is long, a cell shows the number of largest magnitude among those that it stands for.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/node_values.h"
#endif

#include <QWidget>

#include <memory>

namespace batchscope {

class RowStrips final : public QWidget {
    Q_OBJECT

public:
    explicit RowStrips(QWidget* parent = nullptr);

    void setValues(std::shared_ptr<const NodeValues> values);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    /// A click on a number, by its index.
    void numberChosen(qulonglong index);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Strip {
        QString title;
        std::vector<double> numbers;
        double largest = 0.0;
    };

    [[nodiscard]] QRectF cellsOf(std::size_t strip) const;
    [[nodiscard]] std::size_t indexAt(double x) const;
    void paintStrip(QPainter& painter, std::size_t index) const;

    std::shared_ptr<const NodeValues> m_values;
    std::vector<Strip> m_strips;
};

} // namespace batchscope
