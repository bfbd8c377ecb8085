// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole idea in one small picture: different trees on the left, and on the right their equal operations as one
// batch per level. Painted, so that it follows the theme and stays sharp on every screen.
#pragma once

#include <QWidget>

namespace batchscope {

class IdeaPicture final : public QWidget {
    Q_OBJECT

public:
    explicit IdeaPicture(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {620, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {420, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace batchscope
