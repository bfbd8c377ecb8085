// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manual in a window of its own, so that it can be read beside the picture.
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace batchscope {

class ManualWindow final : public QDialog {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    /// Of the page that is shown.
    [[nodiscard]] const QString& page() const { return m_page; }
    void showPage(const QString& name);
    void search(const QString& text);
    /// Names of the pages in the contents, all or those with hits.
    [[nodiscard]] QStringList listed() const;

signals:
    /// A link to a command, by its id.
    void commandAsked(const QString& id);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void fillContents();
    void followLink(const QUrl& link);
    void go(const QString& name);
    void render();

    QLineEdit* m_search;
    QListWidget* m_contents;
    QTextBrowser* m_text;
    QToolButton* m_back;
    QToolButton* m_forward;
    QString m_page;
    QStringList m_past;
    QStringList m_future;
};

} // namespace batchscope
