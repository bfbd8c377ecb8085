// SPDX-License-Identifier: GPL-3.0-or-later
//
// The body of one op, as a picture and as text, and its source if it is from a module of the user.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/code/op_picture.h"
#endif

#include <QWidget>

#include <memory>

class QComboBox;
class QPlainTextEdit;
class QTabWidget;

namespace batchscope {

struct OpGraph;
struct UserMethod;
class UserNet;

class OpPage final : public QWidget {
    Q_OBJECT

public:
    explicit OpPage(QWidget* parent = nullptr);

    /// Sets the graph whose ops are shown; null: none.
    void setGraph(std::shared_ptr<const OpGraph> graph);
    /// Sets the module whose methods are the ops; null if no module of the user runs. Its source has a separate page.
    void setModule(std::shared_ptr<const UserNet> module);
    /// Shows an op. `batchSize` is the size of the op's current batch, 0 without one.
    void showOp(OpId op, std::size_t batchSize);
    /// Applies colors and fonts again.
    void refreshLook();

    [[nodiscard]] const OpPicture& picture() const { return *m_picture; }

private:
    [[nodiscard]] QWidget* makeBar();
    [[nodiscard]] OpId shownOp() const;
    /// The method that implements the shown op; null without a module.
    [[nodiscard]] const UserMethod* shownMethod() const;
    void showSource();
    void refresh();
    void refreshTips();

    std::shared_ptr<const OpGraph> m_graph;
    std::shared_ptr<const UserNet> m_module;
    OpId m_batchOp;
    std::size_t m_batchSize = 0; // the size of the current batch of m_batchOp
    OpDiagram m_diagram;         // the diagram of the shown op
    QComboBox* m_op;
    QTabWidget* m_pages;
    OpPicture* m_picture;
    QPlainTextEdit* m_text;
    QPlainTextEdit* m_source;
};

} // namespace batchscope
