// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is folded, and how, in one row: net, policy, width, trees, and the less common choices in a menu. Every control
// runs a command and follows the configuration of the session, whoever changed it. A program brings its own ops, widths
// and instances; the row then names them, and only what can be chosen is enabled.
#pragma once

#include "core/base/interface.h"

#include <QComboBox>
#include <QToolBar>

#include <vector>

class QComboBox;
class QJsonObject;
class QLabel;
class QMenu;
class QSpinBox;
class QToolButton;

namespace batchscope {

class CommandRegistry;
class Session;
struct SessionChoice;

/// A combo box that says when its list opens and closes. When it closes, the user is done with the box and the keyboard
/// focus returns to the picture; with the arrow keys on the closed box, the user is still choosing.
class ChoiceBox final : public QComboBox {
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    void showPopup() override;
    void hidePopup() override;

signals:
    /// The list is about to open.
    void opening();
    /// After activated().
    void closed();

protected:
    void wheelEvent(QWheelEvent* event) override;
};

class ModelBar final : public QToolBar {
    Q_OBJECT

public:
    ModelBar(Session& session, CommandRegistry& commands, QWidget* parent = nullptr);

    /// Offers the policies and options of this interface. Others that are chosen stay so, and are named.
    void setInterface(Interface shown);

signals:
    /// A control's command failed.
    void failed(const QString& message);
    /// The user is done with a control: a value was picked from its list, or typed and confirmed.
    void settled();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addLabelled(const QString& label, QWidget* control, const QString& tip);
    [[nodiscard]] QComboBox* makeChoice(const QString& command, void (ModelBar::*greyUnfit)());
    void fill(QComboBox& combo, const SessionChoice& choice) const;
    [[nodiscard]] QComboBox* makeExecutor();
    [[nodiscard]] int placeOfExecutor() const;
    [[nodiscard]] QComboBox* makeDim();
    [[nodiscard]] QWidget* makeTrees();
    void run(const QString& command, const QJsonObject& arguments);
    void applyTrees();
    void followConfig();
    void followTreebank();
    void showNet();
    [[nodiscard]] bool heedsDim() const;
    void followPool();
    void followOptions();
    void greyUnfitNets();
    void greyUnfitPolicies();

    Session& m_session;
    CommandRegistry& m_commands;
    QComboBox* m_net = nullptr;
    QComboBox* m_policy = nullptr;
    QComboBox* m_executor = nullptr;
    QComboBox* m_dim = nullptr;
    QAction* m_dimAction = nullptr;  // both of them
    QSpinBox* m_firstTree = nullptr; // from 1; the last one, too, is in the picture
    QSpinBox* m_lastTree = nullptr;  // inclusive
    QLabel* m_dash = nullptr;        // between the two
    QLabel* m_treeCount = nullptr;
    std::vector<QLabel*> m_labels; // only where there is room; the last one is that of the trees
    Interface m_interface = Interface::Expert;
    bool m_isProgram = false;
    QToolButton* m_options = nullptr;
};

} // namespace batchscope
