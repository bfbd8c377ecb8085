// SPDX-License-Identifier: GPL-3.0-or-later
//
// A combo box that knows whether a value was picked from its open list. If so, the user is done with the box and the
// keyboard focus returns to the picture; with the arrow keys on the closed box, the user is still choosing.
#pragma once

#include <QComboBox>

namespace batchscope {

class ChoiceBox final : public QComboBox {
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    void showPopup() override;

signals:
    /// The list is about to open.
    void opening();
    /// A value was picked from the list, by mouse or Enter; after activated().
    void picked();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    bool m_listWasOpen = false; // since the last key
};

} // namespace batchscope
