// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/choice_box.h"

#include <QWheelEvent>

#include <utility>

namespace batchscope {

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus); // not by the wheel, which then chooses nothing
    connect(
        this, &QComboBox::activated, this,
        [this] {
            if (std::exchange(m_listWasOpen, false)) {
                emit picked();
            }
        },
        Qt::QueuedConnection); // the list gives the focus back to the box first
}

void ChoiceBox::showPopup() {
    emit opening();
    m_listWasOpen = true;
    QComboBox::showPopup();
}

void ChoiceBox::wheelEvent(QWheelEvent* event) {
    hasFocus() ? QComboBox::wheelEvent(event) : event->ignore();
}

void ChoiceBox::keyPressEvent(QKeyEvent* event) {
    m_listWasOpen = false; // set again by a key that opens the list
    QComboBox::keyPressEvent(event);
}

} // namespace batchscope
