// SPDX-License-Identifier: GPL-3.0-or-later
//
// The body of one op, as a picture and as text, and where a module of the user's runs, as its source.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/code/op_picture.h"
#endif

#include <QWidget>

#include <memory>

class QComboBox;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;

namespace batchscope {

struct OpGraph;
struct UserMethod;
class UserNet;

class OpPage final : public QWidget {
    Q_OBJECT

public:
    explicit OpPage(QWidget* parent = nullptr);

    /// Whose ops are shown; null: none.
    void setGraph(std::shared_ptr<const OpGraph> graph);
    /// Whose methods the ops are; null where no module of the user's runs. Its source has a page of its own.
    void setModule(std::shared_ptr<const UserNet> module);
    /// The op that is looked at. `batchSize`: of its batch that is being made, 0 without one.
    void showOp(OpId op, std::size_t batchSize);
    /// Colors and fonts changed.
    void refreshLook();

    [[nodiscard]] const OpPicture& picture() const { return *m_picture; }

private:
    [[nodiscard]] QWidget* makeBar();
    [[nodiscard]] OpId shownOp() const;
    /// The method that the shown op is; null without a module.
    [[nodiscard]] const UserMethod* shownMethod() const;
    void showSource();
    void refresh();
    void refreshTips();

    std::shared_ptr<const OpGraph> m_graph;
    std::shared_ptr<const UserNet> m_module;
    OpId m_batchOp;
    std::size_t m_batchSize = 0; // of a batch of m_batchOp
    OpDiagram m_diagram;         // of the shown op
    QComboBox* m_op;
    QToolButton* m_asPicture;
    QToolButton* m_asText;
    QToolButton* m_asSource;
    QStackedWidget* m_pages;
    OpPicture* m_picture;
    QPlainTextEdit* m_text;
    QPlainTextEdit* m_source;
};

} // namespace batchscope
