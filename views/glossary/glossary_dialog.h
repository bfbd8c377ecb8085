// SPDX-License-Identifier: GPL-3.0-or-later
//
// All terms of the glossary as a list that can be searched, beside the window.
#pragma once

#include <QDialog>
#include <QStringList>

class QLineEdit;
class QTextBrowser;

namespace batchscope {

class GlossaryDialog final : public QDialog {
    Q_OBJECT

public:
    explicit GlossaryDialog(QWidget* parent);

    /// In their order: those that hold the words of the search, in name or meaning; all without a search. Where names
    /// fit, meanings that fit follow.
    [[nodiscard]] QStringList shownTerms() const { return m_shown; }

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fill();

    QLineEdit* m_search;
    QTextBrowser* m_list;
    QStringList m_shown;
};

} // namespace batchscope
