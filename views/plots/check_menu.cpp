// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/check_menu.h"

#include <QCheckBox>
#include <QMenu>
#include <QStringList>
#include <QWidgetAction>

#include <algorithm>

namespace batchscope {

CheckMenu::CheckMenu(std::span<const std::string> names, QWidget* parent) : QPushButton(parent) {
    QMenu* menu = new QMenu(this);
    for (const std::string& name : names) {
        QCheckBox* box = new QCheckBox(QString::fromStdString(name), menu);
        box->setContentsMargins(8, 4, 8, 4);
        QWidgetAction* action = new QWidgetAction(menu); // a box in a menu: it stays open while some are chosen
        action->setDefaultWidget(box);
        menu->addAction(action);
        m_boxes.push_back(box);
        connect(box, &QCheckBox::toggled, this, [this] {
            showChecked();
            emit changed();
        });
        connect(box, &QCheckBox::clicked, this, &CheckMenu::chosen);
    }
    setMenu(menu);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    showChecked();
}

std::vector<std::string> CheckMenu::checked() const {
    std::vector<std::string> names;
    for (const QCheckBox* box : m_boxes) {
        if (box->isChecked()) {
            names.push_back(box->text().toStdString());
        }
    }
    return names;
}

void CheckMenu::check(std::span<const std::string> names) {
    for (QCheckBox* box : m_boxes) {
        box->setChecked(std::find(names.begin(), names.end(), box->text().toStdString()) != names.end());
    }
}

bool CheckMenu::has(const std::string& name) const {
    return std::any_of(m_boxes.begin(), m_boxes.end(),
                       [&name](const QCheckBox* box) { return box->text().toStdString() == name; });
}

void CheckMenu::setOffered(const std::string& name, bool isOffered, const QString& tip) {
    for (QCheckBox* box : m_boxes) {
        if (box->text().toStdString() == name) {
            box->setEnabled(isOffered);
            box->setChecked(isOffered && box->isChecked());
            box->setToolTip(tip);
        }
    }
}

void CheckMenu::showChecked() {
    constexpr int kWidth = 170;
    QStringList names;
    for (const std::string& name : checked()) {
        names << QString::fromStdString(name);
    }
    setText(names.isEmpty() ? tr("Choose…")
                            : fontMetrics().elidedText(names.join(QStringLiteral(", ")), Qt::ElideRight, kWidth));
    setToolTip(names.join(QChar(u'\n')));
}

} // namespace batchscope
