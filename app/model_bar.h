// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what is folded, and how, in one row: net, policy, width, trees, and the rarer choices in a menu. Every control
// runs a command and follows the session's config, whoever changed it.
#pragma once

#include <QToolBar>

class QComboBox;
class QJsonObject;
class QLabel;
class QMenu;
class QSpinBox;
class QToolButton;

namespace batchscope {

class CommandRegistry;
class Session;

class ModelBar final : public QToolBar {
    Q_OBJECT

public:
    ModelBar(Session& session, CommandRegistry& commands, QWidget* parent = nullptr);

signals:
    /// A control's command failed.
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addLabelled(const QString& label, QWidget* control, const QString& tip);
    [[nodiscard]] QComboBox* makeChoice(const QString& command);
    [[nodiscard]] QComboBox* makeDim();
    [[nodiscard]] QWidget* makeTrees();
    void run(const QString& command, const QJsonObject& arguments);
    void applyTrees();
    void followConfig();
    void followTreebank();
    void followPool();
    void followOptions();

    Session& m_session;
    CommandRegistry& m_commands;
    QComboBox* m_net = nullptr;
    QComboBox* m_policy = nullptr;
    QComboBox* m_dim = nullptr;
    QSpinBox* m_firstTree = nullptr; // counted from 1, as people do
    QSpinBox* m_lastTree = nullptr;  // inclusive
    QLabel* m_treeCount = nullptr;
    QToolButton* m_options = nullptr;
};

} // namespace batchscope
