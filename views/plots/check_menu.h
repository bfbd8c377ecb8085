// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button whose menu is a list of check boxes; it names those that are checked. The menu stays open while several are
// chosen.
#pragma once

#include <QPushButton>

#include <span>
#include <string>
#include <string_view>
#include <vector>

class QCheckBox;
class QWidgetAction;

namespace batchscope {

class CheckMenu final : public QPushButton {
    Q_OBJECT

public:
    /// What a box shows in place of its name.
    using Title = std::string (*)(std::string_view name);

    /// One box for each name, in this order.
    CheckMenu(std::span<const std::string> names, QWidget* parent, Title title = nullptr);

    /// One more box, the last, in place of the one that an earlier call added: for the file of a net, of which it
    /// shows the name without folder. Empty: none.
    void setExtra(const std::string& name);
    /// In the order of the boxes.
    [[nodiscard]] std::vector<std::string> checked() const;
    /// Exactly these; names without a box are left out.
    void check(std::span<const std::string> names);
    [[nodiscard]] bool has(const std::string& name) const;
    /// A box that cannot be checked is unchecked; `tip` says why, or what it means. Names without a box are left out.
    void setOffered(const std::string& name, bool isOffered, const QString& tip);

signals:
    /// By whomever.
    void changed();
    /// By the user.
    void chosen();

private:
    QCheckBox* addBox(const std::string& name);
    void showChecked();

    Title m_title;
    std::vector<QCheckBox*> m_boxes;
    QWidgetAction* m_extra = nullptr; // of the last of them; null: there is none
};

} // namespace batchscope
