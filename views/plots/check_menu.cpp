// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/check_menu.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QMenu>
#include <QStringList>
#include <QWidgetAction>

#include <algorithm>

namespace batchscope {

namespace {

constexpr const char* kName = "batchscope-name"; // of a box, which may show less

std::string nameOfBox(const QCheckBox& box) {
    return box.property(kName).toString().toStdString();
}

} // namespace

CheckMenu::CheckMenu(std::span<const std::string> names, QWidget* parent, Title title)
    : QPushButton(parent), m_title(title) {
    setMenu(new QMenu(this));
    for (const std::string& name : names) {
        addBox(name);
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    showChecked();
}

QCheckBox* CheckMenu::addBox(const std::string& name) {
    const QString whole = QString::fromStdString(name);
    const QString shown = m_title != nullptr ? QString::fromStdString(m_title(name)) : QFileInfo(whole).fileName();
    auto* const box = new QCheckBox(shown, menu());
    box->setProperty(kName, whole);
    box->setContentsMargins(8, 4, 8, 4);
    auto* const action = new QWidgetAction(menu()); // a box in a menu: it stays open while some are chosen
    action->setDefaultWidget(box);
    menu()->addAction(action);
    m_boxes.push_back(box);
    connect(box, &QCheckBox::toggled, this, [this] {
        showChecked();
        emit changed();
    });
    connect(box, &QCheckBox::clicked, this, &CheckMenu::chosen);
    return box;
}

void CheckMenu::setExtra(const std::string& name) {
    if (m_extra != nullptr && nameOfBox(*m_boxes.back()) == name) {
        return;
    }
    if (m_extra != nullptr) {
        m_boxes.pop_back();
        delete m_extra; // and its box
        m_extra = nullptr;
    }
    if (!name.empty()) {
        QCheckBox* const box = addBox(name);
        box->setToolTip(QString::fromStdString(name));
        m_extra = qobject_cast<QWidgetAction*>(menu()->actions().constLast());
    }
    showChecked();
    emit changed();
}

std::vector<std::string> CheckMenu::checked() const {
    std::vector<std::string> names;
    for (const QCheckBox* box : m_boxes) {
        if (box->isChecked()) {
            names.push_back(nameOfBox(*box));
        }
    }
    return names;
}

void CheckMenu::check(std::span<const std::string> names) {
    for (QCheckBox* box : m_boxes) {
        box->setChecked(std::find(names.begin(), names.end(), nameOfBox(*box)) != names.end());
    }
}

bool CheckMenu::has(const std::string& name) const {
    return std::any_of(m_boxes.begin(), m_boxes.end(),
                       [&name](const QCheckBox* box) { return nameOfBox(*box) == name; });
}

void CheckMenu::setOffered(const std::string& name, bool isOffered, const QString& tip) {
    for (QCheckBox* box : m_boxes) {
        if (nameOfBox(*box) == name) {
            box->setEnabled(isOffered);
            box->setChecked(isOffered && box->isChecked());
            box->setToolTip(tip);
        }
    }
}

void CheckMenu::showChecked() {
    constexpr int kWidth = 170;
    QStringList names;
    for (const QCheckBox* box : m_boxes) {
        if (box->isChecked()) {
            names << box->text();
        }
    }
    setText(names.isEmpty() ? tr("Choose…")
                            : fontMetrics().elidedText(names.join(QStringLiteral(", ")), Qt::ElideRight, kWidth));
    setToolTip(names.join(QChar(u'\n')));
}

} // namespace batchscope
