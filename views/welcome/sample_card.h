// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button for one thing that can be opened, with a name and a muted line below it. Works with mouse and keyboard.
#pragma once

#include <QAbstractButton>

namespace batchscope {

class SampleCard final : public QAbstractButton {
    Q_OBJECT

public:
    SampleCard(const QString& name, const QString& description, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont nameFont() const;

    QString m_description;
};

} // namespace batchscope
