// SPDX-License-Identifier: GPL-3.0-or-later
//
// What could not be read: how many trees, which ones and where. Also lists the files of a
// folder that were skipped. Hidden if there are no errors.
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/treebank/treebank.h"

#include <QWidget>

#include <memory>

class QLabel;
class QListWidget;
class QToolButton;

namespace batchscope {

class ErrorsList final : public QWidget {
    Q_OBJECT

public:
    explicit ErrorsList(QWidget* parent = nullptr);

    void setTreebank(std::shared_ptr<const Treebank> bank);
    /// Colors anew.
    void restyle();
    /// Unfolds the list.
    void open();

private:
    QToolButton* m_toggle;
    QListWidget* m_list;
    QLabel* m_skipped;
    std::shared_ptr<const Treebank> m_bank;
};

} // namespace batchscope
