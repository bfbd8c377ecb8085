// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manual in a separate window, so that it can be read next to the picture. The glossary is one of its pages.
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

#include <vector>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace batchscope {

/// The pages of the manual, in the order of its contents.
struct ManualPage {
    QString name; ///< the file name without its extension; links refer to the page as NAME.html
    QString title;
    QStringList panels; ///< ids of the panels that the page describes
};
[[nodiscard]] const std::vector<ManualPage>& manualPages();
/// The HTML of a page; empty if there is no such page.
[[nodiscard]] QString manualText(const QString& name);
/// The name of the page about a panel; the first page if there is none.
[[nodiscard]] QString manualPageOf(const QString& panel);

class ManualWindow final : public QDialog {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    /// The name of the page that is shown.
    [[nodiscard]] QString page() const;
    void showPage(const QString& name);
    /// Lists the pages that contain all words, ignoring case, and marks the words; lists all pages if there is no word.
    void search(const QString& text);
    /// The names of the listed pages.
    [[nodiscard]] QStringList listed() const;

signals:
    /// A link to a command was clicked.
    void commandAsked(const QString& id);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void fillContents();
    void markHits();
    void restyle();

    QLineEdit* m_search;
    QListWidget* m_contents;
    QTextBrowser* m_text;
};

} // namespace batchscope
