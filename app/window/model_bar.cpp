// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/model_bar.h"

#include "app/window/choices.h"
#include "app/window/icons.h"
#include "app/window/menus.h"
#include "core/base/text.h"
#include "core/nets/user_net.h"
#include "core/schedule/policy.h"
#include "core/session/execution_text.h"
#include "core/session/suggestion.h"
#include "views/commands/command_registry.h"
#include "views/models/words.h"
#include "views/session/session.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <array>

namespace batchscope {

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus); // not by the wheel, which then chooses nothing
}

void ChoiceBox::showPopup() {
    emit opening();
    QComboBox::showPopup();
}

void ChoiceBox::hidePopup() {
    const bool wasOpen = view()->isVisible();
    QComboBox::hidePopup();
    if (wasOpen) {
        QMetaObject::invokeMethod(this, &ChoiceBox::closed,
                                  Qt::QueuedConnection); // the list gives the focus back first
    }
}

void ChoiceBox::wheelEvent(QWheelEvent* event) {
    hasFocus() ? QComboBox::wheelEvent(event) : event->ignore();
}

namespace {

constexpr int kNameRole = Qt::UserRole;      // for scripts
constexpr int kAboutRole = Qt::UserRole + 1; // what it is, one line

constexpr std::array<int, 8> kDims = {50, 100, 150, 200, 300, 500, 750, 1000};
constexpr int kMostChoiceWidth = 86;
constexpr int kMostNetWidth = 175;
constexpr int kMostNetWidthNarrow = 112;
constexpr int kNarrow = 1310; // windows below this leave no room for long texts
constexpr int kNarrowForAll = 1450;
constexpr int kListMargin = 30;
constexpr int kDimWidth = 84;
constexpr int kMostSpinWidthNarrow = 78; // five digits; the rest scrolls in the field

const SessionChoice& choiceOf(std::string_view id) {
    const auto all = sessionChoices();
    return *std::find_if(all.begin(), all.end(), [id](const SessionChoice& choice) { return choice.id == id; });
}

/// Whether a value can be chosen; `reason` why not, or empty.
void setFit(QComboBox& combo, int place, const QString& reason) {
    auto* model = qobject_cast<QStandardItemModel*>(combo.model());
    model->item(place)->setEnabled(reason.isEmpty());
    const QString about = combo.itemData(place, kAboutRole).toString();
    combo.setItemData(place, reason.isEmpty() ? about : reason, Qt::ToolTipRole);
}

} // namespace

ModelBar::ModelBar(Session& session, CommandRegistry& commands, QWidget* parent)
    : QToolBar(tr("Model"), parent), m_session(session), m_commands(commands),
      m_net(makeChoice(QStringLiteral("model"), &ModelBar::greyUnfitNets)),
      m_policy(makeChoice(QStringLiteral("policy"), &ModelBar::greyUnfitPolicies)), m_executor(makeExecutor()),
      m_dim(makeDim()), m_options(new QToolButton(this)) {
    setObjectName(QStringLiteral("model-bar"));
    addLabelled(tr("Net"), m_net, toText(choiceOf("model").tip));
    addLabelled(tr("Policy"), m_policy, toText(choiceOf("policy").tip));
    addLabelled(tr("Run on"), m_executor, tr("Choose what computes the batches."));
    addLabelled(tr("Dim"), m_dim, tr("Set the width of the hidden state."));
    m_dimAction = actions().constLast();
    addLabelled(tr("Trees"), makeTrees(), tr("Choose which trees of the file are folded together."));
    m_options->setPopupMode(QToolButton::InstantPopup);
    m_options->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    // The style draws its arrow into a corner; ours is part of the text.
    m_options->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_options->setAccessibleName(tr("Options"));
    addWidget(m_options);
    connect(&session, &Session::configChanged, this, &ModelBar::followConfig);
    connect(&session, &Session::snapshotChanged, this, &ModelBar::followTreebank);
    setInterface(m_interface);
    m_options->setIcon(themedIcon(QStringLiteral(":/icons/options.svg"), themeOf(*this)));
}

void ModelBar::setInterface(Interface shown) {
    m_interface = shown;
    fill(*m_net, choiceOf("model"));
    fill(*m_policy, choiceOf("policy"));
    delete m_options->menu();
    m_options->setMenu(makeOptionsMenu(m_commands, shown, this));
    followTreebank();
}

/// The values of this interface; those of one part below its head.
void ModelBar::fill(QComboBox& combo, const SessionChoice& choice) const {
    combo.clear();
    const auto addValues = [&](const std::string& head) {
        for (std::size_t place = 0; place < choice.names.size(); ++place) {
            const bool isOffered = choice.valuesFrom.empty() || choice.valuesFrom[place] <= m_interface;
            if (isOffered && (choice.heads.empty() || choice.heads[place] == head)) {
                combo.addItem(valueTitle(choice, place), toText(choice.names[place]));
                combo.setItemData(combo.count() - 1, toText(choice.tips[place]), kAboutRole);
                setFit(combo, combo.count() - 1, {});
            }
        }
    };
    std::vector<std::string> heads;
    for (const std::string& head : choice.heads) {
        if (std::find(heads.begin(), heads.end(), head) == heads.end()) {
            heads.push_back(head);
            combo.addItem(toText(head));
            qobject_cast<QStandardItemModel*>(combo.model())->item(combo.count() - 1)->setFlags(Qt::NoItemFlags);
            addValues(head);
        }
    }
    if (heads.empty()) {
        addValues({});
    }
    combo.setMaxVisibleItems(combo.count());
    combo.view()->setMinimumWidth(combo.view()->sizeHintForColumn(0) + kListMargin);
}

void ModelBar::addLabelled(const QString& label, QWidget* control, const QString& tip) {
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(5);
    auto* name = new QLabel(label, box);
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setBuddy(control);
    layout->addWidget(name);
    layout->addWidget(control);
    control->setToolTip(tip);
    control->setAccessibleDescription(tip);
    addWidget(box);
    m_labels.push_back(name);
}

QComboBox* ModelBar::makeChoice(const QString& command, void (ModelBar::*greyUnfit)()) {
    const SessionChoice& choice = choiceOf(command.toStdString());
    auto* combo = new ChoiceBox(this);
    combo->setObjectName(command);
    combo->setAccessibleName(toText(choice.title).remove(u'&'));
    // The longest name must not push other controls out of a small window; the list shows all of it.
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    combo->setMaximumWidth(kMostChoiceWidth);
    connect(combo, &QComboBox::activated, this, [this, command, combo] {
        run(command, {{QStringLiteral("name"), combo->currentData(kNameRole).toString()}});
    });
    connect(combo, &ChoiceBox::opening, this, greyUnfit);
    connect(combo, &ChoiceBox::closed, this, &ModelBar::settled);
    return combo;
}

/// The choice of passes as most people need it.
QComboBox* ModelBar::makeExecutor() {
    auto* combo = new ChoiceBox(this);
    combo->setObjectName(QStringLiteral("executor"));
    combo->setAccessibleName(tr("Run on"));
    combo->setMinimumContentsLength(9); // its texts are short, and the style gives them no room to spare
    combo->addItem(tr("LibTorch"), QStringLiteral("off"));
    combo->setItemData(0, tr("Each operation of a batch is one call of LibTorch, as in your own PyTorch program."),
                       kAboutRole);
    combo->addItem(tr("Engine"), QStringLiteral("all"));
    combo->setItemData(1, tr("Batchscope's own engine: fused kernels and fewer copies."), kAboutRole);
    combo->view()->setMinimumWidth(combo->view()->sizeHintForColumn(0) + kListMargin);
    connect(combo, &QComboBox::activated, this, [this, combo](int place) {
        if (place == placeOfExecutor()) {
            return; // the engine keeps its passes
        }
        run(QStringLiteral("passes"), {{QStringLiteral("name"), combo->currentData().toString()}});
        followConfig(); // a net that cannot run there stays where it is
    });
    connect(combo, &ChoiceBox::closed, this, &ModelBar::settled);
    return combo;
}

int ModelBar::placeOfExecutor() const {
    return engineInUse(*m_session.snapshot(), m_session.config()) != nullptr ? 1 : 0;
}

QComboBox* ModelBar::makeDim() {
    auto* combo = new ChoiceBox(this);
    combo->setObjectName(QStringLiteral("dim"));
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setAccessibleName(tr("Width of the net"));
    combo->setFixedWidth(kDimWidth);
    combo->lineEdit()->setValidator(new QIntValidator(1, kLargestDim, combo));
    combo->lineEdit()->setAccessibleName(combo->accessibleName());
    for (const int dim : kDims) {
        combo->addItem(QString::number(dim));
    }
    const auto apply = [this, combo] {
        if (!heedsDim() || combo->currentText().toInt() == m_session.config().graph.dim) {
            return; // leaving the field is no request
        }
        run(QStringLiteral("dim"), {{QStringLiteral("value"), combo->currentText().toInt()}});
    };
    connect(combo, &QComboBox::activated, this, apply);
    connect(combo->lineEdit(), &QLineEdit::editingFinished, this, apply);
    connect(combo, &ChoiceBox::closed, this, &ModelBar::settled);
    connect(combo->lineEdit(), &QLineEdit::returnPressed, this, &ModelBar::settled, Qt::QueuedConnection);
    return combo;
}

QWidget* ModelBar::makeTrees() {
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const auto makeSpin = [this, box](const QString& name, const QString& tip) {
        auto* spin = new QSpinBox(box);
        spin->setAccessibleName(name);
        spin->setToolTip(tip);
        spin->setKeyboardTracking(false);
        spin->setFocusPolicy(Qt::StrongFocus); // not by the wheel, which then changes nothing
        spin->installEventFilter(this);
        spin->setGroupSeparatorShown(true);
        spin->setRange(1, 1);
        connect(spin, &QSpinBox::valueChanged, this, &ModelBar::applyTrees);
        connect(spin->findChild<QLineEdit*>(), &QLineEdit::returnPressed, this, &ModelBar::settled,
                Qt::QueuedConnection);
        return spin;
    };
    m_firstTree = makeSpin(tr("First tree"), tr("The first tree in the picture, from 1."));
    m_lastTree = makeSpin(tr("Last tree"), tr("The last tree in the picture, which is shown, too."));
    m_dash = new QLabel(tr("–"), box);
    m_treeCount = new QLabel(box);
    m_treeCount->setForegroundRole(QPalette::PlaceholderText);
    m_treeCount->setToolTip(tr("Show the treebank."));
    connect(m_treeCount, &QLabel::linkActivated, this, [this] { run(QStringLiteral("show-panel-treebank"), {}); });
    layout->addWidget(m_firstTree);
    layout->addWidget(m_dash);
    layout->addWidget(m_lastTree);
    layout->addWidget(m_treeCount);
    box->setFocusProxy(m_firstTree);
    return box;
}

void ModelBar::run(const QString& command, const QJsonObject& arguments) {
    if (const Status status = m_commands.run(command, arguments); !status) {
        emit failed(QString::fromStdString(status.error().text()));
    }
}

void ModelBar::applyTrees() {
    // The one that was touched wins; the other one gives way, so that the selection is never empty.
    if (m_firstTree->value() > m_lastTree->value()) {
        const QSignalBlocker quietFirst(m_firstTree);
        const QSignalBlocker quietLast(m_lastTree);
        const int wanted = sender() == m_lastTree ? m_lastTree->value() : m_firstTree->value();
        m_firstTree->setValue(wanted);
        m_lastTree->setValue(wanted);
    }
    run(QStringLiteral("trees"),
        {{QStringLiteral("begin"), m_firstTree->value() - 1}, {QStringLiteral("end"), m_lastTree->value()}});
}

void ModelBar::followConfig() {
    const SessionConfig& config = m_session.config();
    followPool();
    showNet();
    // The box also names what it does not offer: a schedule that is given, a policy of the other interface.
    m_policy->setPlaceholderText(config.given ? QString::fromStdString(config.given->policy)
                                              : QString::fromStdString(std::string(policyTitle(config.policy))));
    m_policy->setCurrentIndex(config.given ? -1 : m_policy->findData(QString::fromStdString(config.policy)));
    m_executor->setCurrentIndex(placeOfExecutor());
    const QString reason = QString::fromStdString(whyNoEngine(config.graph));
    setFit(*m_executor, 1, reason);
    {
        const QSignalBlocker quiet(m_dim);
        m_dim->setCurrentText(heedsDim() ? QString::number(config.graph.dim) : QStringLiteral("–"));
        m_dim->setEnabled(heedsDim());
    }
    const QSignalBlocker quietFirst(m_firstTree);
    const QSignalBlocker quietLast(m_lastTree);
    const auto clamped = [this](std::size_t value) {
        return static_cast<int>(std::min<std::size_t>(value, static_cast<std::size_t>(m_lastTree->maximum())));
    };
    m_firstTree->setValue(clamped(config.graph.trees.begin + 1));
    m_lastTree->setValue(clamped(std::max<std::size_t>(config.graph.trees.end, 1)));
    followOptions();
}

void ModelBar::followTreebank() {
    const auto& bank = m_session.snapshot()->treebank;
    m_isProgram = bank && !bank->program.empty(); // it says itself what is computed
    m_net->setEnabled(!m_isProgram);
    for (QWidget* control : std::initializer_list<QWidget*>{m_firstTree, m_dash, m_lastTree}) {
        control->setVisible(!m_isProgram);
    }
    m_labels.back()->setText(m_isProgram ? tr("Instances") : tr("Trees"));
    followConfig();
}

/// Programs and nets over images have widths of their own.
bool ModelBar::heedsDim() const {
    const auto& bank = m_session.snapshot()->treebank;
    if (!bank) {
        return true;
    }
    const Result<Net> net = netOf(m_session.config().graph);
    return !m_isProgram && (!net || net->heeds.dim);
}

/// A program's own name instead of a net's; the file's name where a module of the user's is the net.
void ModelBar::showNet() {
    const auto& graph = m_session.snapshot()->graph;
    const std::string& model = m_session.config().graph.model;
    if (!m_isProgram && isModuleFile(model)) {
        m_net->setPlaceholderText(QFileInfo(QString::fromStdString(model)).fileName());
        m_net->setCurrentIndex(-1);
        m_net->setToolTip(tr("Your module %1 is the net.").arg(QString::fromStdString(model)));
        return;
    }
    if (!m_isProgram) {
        m_net->setCurrentIndex(m_net->findData(QString::fromStdString(m_session.config().graph.model)));
        m_net->setToolTip(toText(choiceOf("model").tip));
        return;
    }
    const QString name = graph ? QString::fromStdString(graph->ops.name) : QString();
    m_net->setPlaceholderText(name.isEmpty() ? tr("program") : name);
    m_net->setCurrentIndex(-1);
    m_net->setToolTip(tr("This program defines its own graph, so it takes no net or width."));
}

/// How many trees there are to choose from: those of the treebank, or the picked ones.
void ModelBar::followPool() {
    const auto& bank = m_session.snapshot()->treebank;
    const GraphOptions& graph = m_session.config().graph;
    if (m_isProgram) {
        const auto& shown = m_session.snapshot()->graph;
        m_treeCount->setText(QString::fromStdString(withThousands(shown ? shown->trees : bank->trees.size())));
        return;
    }
    const std::size_t pool = bank ? treesToChoose(*bank, graph) : 1;
    const int count = static_cast<int>(std::min<std::size_t>(pool, INT32_MAX));
    if (count != m_lastTree->maximum()) {
        const QSignalBlocker quietFirst(m_firstTree);
        const QSignalBlocker quietLast(m_lastTree);
        m_firstTree->setRange(1, count);
        m_lastTree->setRange(1, count);
    }
    const QString number = QString::fromStdString(withThousands(static_cast<std::uint64_t>(count)));
    const QString text = graph.picked.empty() ? tr("of %1").arg(number) : tr("of %1 picked").arg(number);
    m_treeCount->setText(
        QStringLiteral("<a href=\"treebank\" style=\"color:%1\">%2</a>").arg(themeOf(*this).accent.name(), text));
}

/// "Options" and the number of changed options, so that no changed choice is hidden.
void ModelBar::followOptions() {
    const bool isNarrow = window()->width() < (m_interface == Interface::Learn ? kNarrow : kNarrowForAll);
    m_net->setMaximumWidth(isNarrow ? kMostNetWidthNarrow : kMostNetWidth);
    m_policy->setMaximumWidth(isNarrow ? kMostChoiceWidth : kMostNetWidth);
    for (QWidget* label : m_labels) {
        label->setVisible(!isNarrow); // the tips of the boxes say it, too
    }
    if (auto* const again = window()->findChild<QToolButton*>(QStringLiteral("run-again"))) {
        again->setToolButtonStyle(isNarrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    }
    const bool isOtherDim = m_session.config().graph.dim != windowDefaults().graph.dim; // never hidden
    m_dimAction->setVisible(m_interface == Interface::Expert || isOtherDim);
    m_treeCount->setVisible(!isNarrow || m_isProgram); // the panel beside says it, too
    for (QSpinBox* spin : {m_firstTree, m_lastTree}) {
        spin->setMaximumWidth(isNarrow ? kMostSpinWidthNarrow : QWIDGETSIZE_MAX);
    }
    const QStringList changed = changedOptions(m_session.config());
    const QString list = changed.join(QStringLiteral(", "));
    const QString text = changed.isEmpty() ? tr("Options") : tr("Options (%1)").arg(changed.size());
    m_options->setText(text % QStringLiteral(" ▾"));
    m_options->setToolTip(
        changed.isEmpty() ? tr("Choose what a node is, which trees and values are used, whether to train, and more.")
                          : tr("Options changed from the default: %1").arg(list));
    showPresent(*m_options->menu(), m_commands, m_interface, m_session.config());
}

void ModelBar::greyUnfitNets() {
    const auto& bank = m_session.snapshot()->treebank;
    for (int place = 0; place < m_net->count(); ++place) {
        const std::string name = m_net->itemData(place, kNameRole).toString().toStdString();
        if (name.empty()) {
            continue; // a head
        }
        const std::string reason = bank ? whyNotTaken(*bank, m_session.config().graph, name) : std::string();
        setFit(*m_net, place, QString::fromStdString(reason));
    }
}

void ModelBar::greyUnfitPolicies() {
    const auto& graph = m_session.snapshot()->graph;
    for (int place = 0; place < m_policy->count(); ++place) {
        const Result<const Policy*> policy = findPolicy(m_policy->itemData(place, kNameRole).toString().toStdString());
        const Status accepted = graph && policy ? (*policy)->accepts(*graph) : Status(Ok{});
        setFit(*m_policy, place, accepted ? QString() : QString::fromStdString(accepted.error().message));
    }
}

/// A box takes the wheel only when it has the focus, as the lists do (ChoiceBox).
bool ModelBar::eventFilter(QObject* watched, QEvent* event) {
    const auto* const spin = event->type() == QEvent::Wheel ? qobject_cast<QSpinBox*>(watched) : nullptr;
    if (spin != nullptr && !spin->hasFocus()) {
        event->ignore();
        return true;
    }
    return QToolBar::eventFilter(watched, event);
}

void ModelBar::resizeEvent(QResizeEvent* event) {
    QToolBar::resizeEvent(event);
    followOptions();
}

void ModelBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_options != nullptr) {
        m_options->setIcon(themedIcon(QStringLiteral(":/icons/options.svg"), themeOf(*this)));
        followPool();
    }
    QToolBar::changeEvent(event);
}

} // namespace batchscope
