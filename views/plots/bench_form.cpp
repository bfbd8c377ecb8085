// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bench_form.h"

#include "core/bench/arms.h"
#include "core/nets/net.h"
#include "core/nets/user_net.h"
#include "core/schedule/policy.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStringList>
#include <QThread>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

std::optional<std::vector<std::int32_t>> parseNumberList(const QString& text, std::int32_t largest) {
    std::vector<std::int32_t> numbers;
    QString separated = text.simplified();
    separated.replace(QChar(u';'), QChar(u',')).replace(QChar(u' '), QChar(u','));
    for (const QString& part : separated.split(QChar(u','), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int number = part.toInt(&isNumber);
        if (!isNumber || number < 1 || number > largest) {
            return std::nullopt;
        }
        numbers.push_back(number);
    }
    if (numbers.empty()) {
        return std::nullopt;
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

namespace {

constexpr const char* kName = "batchscope-name"; // of a box, which may show less

std::string nameOfBox(const QCheckBox& box) {
    return box.property(kName).toString().toStdString();
}

} // namespace

CheckMenu::CheckMenu(std::span<const std::string> names, QWidget* parent, Title title)
    : QPushButton(parent), m_title(title) {
    setMenu(new QMenu(this));
    for (const std::string& name : names) {
        addBox(name);
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    showChecked();
}

QCheckBox* CheckMenu::addBox(const std::string& name) {
    const QString whole = QString::fromStdString(name);
    const QString shown = m_title != nullptr ? QString::fromStdString(m_title(name)) : QFileInfo(whole).fileName();
    auto* const box = new QCheckBox(shown, menu());
    box->setProperty(kName, whole);
    box->setContentsMargins(8, 4, 8, 4);
    auto* const action = new QWidgetAction(menu()); // a box in a menu: it stays open while some are chosen
    action->setDefaultWidget(box);
    menu()->addAction(action);
    m_boxes.push_back(box);
    connect(box, &QCheckBox::toggled, this, [this] {
        showChecked();
        emit changed();
    });
    connect(box, &QCheckBox::clicked, this, &CheckMenu::chosen);
    return box;
}

void CheckMenu::setExtra(const std::string& name) {
    if (m_extra != nullptr && nameOfBox(*m_boxes.back()) == name) {
        return;
    }
    if (m_extra != nullptr) {
        m_boxes.pop_back();
        delete m_extra; // and its box
        m_extra = nullptr;
    }
    if (!name.empty()) {
        QCheckBox* const box = addBox(name);
        box->setToolTip(QString::fromStdString(name));
        m_extra = qobject_cast<QWidgetAction*>(menu()->actions().constLast());
    }
    showChecked();
    emit changed();
}

std::vector<std::string> CheckMenu::checked() const {
    std::vector<std::string> names;
    for (const QCheckBox* box : m_boxes) {
        if (box->isChecked()) {
            names.push_back(nameOfBox(*box));
        }
    }
    return names;
}

void CheckMenu::check(std::span<const std::string> names) {
    for (QCheckBox* box : m_boxes) {
        box->setChecked(std::find(names.begin(), names.end(), nameOfBox(*box)) != names.end());
    }
}

bool CheckMenu::has(const std::string& name) const {
    return std::any_of(m_boxes.begin(), m_boxes.end(),
                       [&name](const QCheckBox* box) { return nameOfBox(*box) == name; });
}

void CheckMenu::showChecked() {
    constexpr int kWidth = 170;
    QStringList names;
    for (const QCheckBox* box : m_boxes) {
        if (box->isChecked()) {
            names << box->text();
        }
    }
    setText(names.isEmpty() ? tr("Choose…")
                            : fontMetrics().elidedText(names.join(QStringLiteral(", ")), Qt::ElideRight, kWidth));
    setToolTip(names.join(QChar(u'\n')));
}

namespace {

// The arms that the form of a measurement offers, by their names (core/bench/arms.h).

/// Those of all policies and of all techniques, on the engine and on LibTorch.
std::vector<std::string> armNamesOfForm() {
    std::vector<std::string> names;
    const auto add = [&names](const std::string& name, ArmKind kind) {
        if (takesPasses(kind)) { // of those that are the same, as where a module's methods are called, the first counts
            names.push_back(name + "@off");
        }
        names.push_back(name);
    };
    add("regular", ArmKind::Regular);
    for (const Policy* policy : policies()) {
        if (policy->name() != std::string_view("regular")) {
            add(std::string("folded:") + policy->name(), ArmKind::Folded);
        }
    }
    for (const ArmEntry& entry : arms()) {
        if (entry.kind != ArmKind::Regular && entry.kind != ArmKind::Folded) {
            add(entry.name, entry.kind);
        }
    }
    return names;
}

/// Regular against folded by this policy, each on the engine and on LibTorch.
std::vector<std::string> armsFollowing(const std::string& policy) {
    std::vector<std::string> names = {"regular@off", "regular"};
    if (const Result<Arm> folded = parseArm("folded:" + policy)) {
        names.push_back(canonicalName(*folded) + "@off");
        names.push_back(canonicalName(*folded));
    }
    return names;
}

constexpr std::int32_t kLargestBatch = std::numeric_limits<std::int32_t>::max();
constexpr int kMostRepeats = 1000;

template <typename T>
QString listText(const std::vector<T>& numbers) {
    QStringList texts;
    for (const T number : numbers) {
        texts << QString::number(number);
    }
    return texts.join(QChar(u','));
}

void mark(QLineEdit& edit, bool valid, const QString& hint) {
    QPalette palette = edit.parentWidget()->palette();
    if (!valid) {
        palette.setColor(QPalette::Text, themeOf(edit).warning);
    }
    edit.setPalette(palette);
    edit.setToolTip(hint);
}

/// More would be slower for certain.
int mostThreads() {
    return std::max(1, QThread::idealThreadCount());
}

std::vector<std::string> netNames() {
    std::vector<std::string> names;
    for (const Net& net : nets()) {
        names.emplace_back(net.name);
    }
    return names;
}

std::vector<std::string> workNamesOfForm() {
    return {std::string(workText(Work::Inference)), std::string(workText(Work::Training))};
}

Result<std::vector<std::string>> canonicalArms(const std::vector<std::string>& asked, const CheckMenu& menu) {
    std::vector<std::string> names;
    for (const std::string& name : asked) {
        const Result<Arm> arm = parseArm(name);
        TRY(arm);
        names.push_back(canonicalName(*arm));
        if (!menu.has(names.back())) {
            return Error{ErrorCode::Config,
                         "no arm '" + name + "' can be measured here; choose the passes in the window"};
        }
    }
    return names;
}

Error unknownName(const std::string& what, const std::string& name) {
    return {ErrorCode::Config, "no " + what + " '" + name + "' can be measured here"};
}

/// Whether the form has what is asked for.
Status checkNamed(const std::optional<std::vector<std::string>>& asked, const CheckMenu& menu,
                  const std::string& what) {
    for (const std::string& name : asked.value_or(std::vector<std::string>())) {
        if (!menu.has(name)) {
            return unknownName(what, name);
        }
    }
    return Ok{};
}

} // namespace

BenchForm::BenchForm(QWidget* parent)
    : QWidget(parent), m_models(new CheckMenu(netNames(), this)), m_works(new CheckMenu(workNamesOfForm(), this)),
      m_dims(new QLineEdit(QStringLiteral("100"), this)), m_batches(new QLineEdit(QStringLiteral("1,8,32,128"), this)),
      m_arms(new CheckMenu(armNamesOfForm(), this, &armTitle)), m_repeats(new QSpinBox(this)),
      m_threads(new QLineEdit(QStringLiteral("1"), this)), m_measure(new QPushButton(tr("Measure"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_progress(new QProgressBar(this)), m_message(new QLabel(this)) {
    m_models->setAccessibleName(tr("Nets to measure"));
    m_works->setAccessibleName(tr("Inference or training"));
    m_dims->setAccessibleName(tr("Widths to measure"));
    m_batches->setAccessibleName(tr("Trees per run to measure"));
    m_arms->setAccessibleName(tr("Ways to run to measure"));
    m_repeats->setAccessibleName(tr("Repeats"));
    m_threads->setAccessibleName(tr("Numbers of threads to measure"));
    m_measure->setToolTip(tr("Measure these settings on the open trees."));
    m_cancel->setToolTip(tr("Stop measuring; what was measured is kept."));
    m_progress->setAccessibleName(tr("Measurement progress"));
    m_message->setAccessibleName(tr("Measurement status"));
    constexpr int kRepeats = 10;
    m_repeats->setRange(1, kMostRepeats);
    m_repeats->setValue(kRepeats);
    m_repeats->setToolTip(tr("Measured runs of each way; use 10 or more for reliable figures."));
    m_progress->setTextVisible(false);
    m_message->setWordWrap(true);
    m_models->check(std::vector{GraphOptions().model});
    m_works->check(std::vector{std::string(workText(Work::Inference))});
    m_arms->check(armsFollowing("depth"));
    arrange();
    for (QLineEdit* edit : {m_dims, m_batches, m_threads}) {
        connect(edit, &QLineEdit::textChanged, this, &BenchForm::check);
        connect(edit, &QLineEdit::returnPressed, this, [this] {
            if (m_measure->isEnabled()) {
                emit measureAsked();
            }
        });
    }
    connect(m_dims, &QLineEdit::textEdited, this, [this] { m_ownDims = true; });
    for (CheckMenu* menu : {m_models, m_works, m_arms}) {
        connect(menu, &CheckMenu::changed, this, &BenchForm::check);
    }
    connect(m_models, &CheckMenu::chosen, this, [this] { m_ownModels = true; });
    connect(m_works, &CheckMenu::chosen, this, [this] { m_ownWorks = true; });
    connect(m_arms, &CheckMenu::chosen, this, [this] { m_ownArms = true; });
    connect(m_measure, &QPushButton::clicked, this, &BenchForm::measureAsked);
    connect(m_cancel, &QPushButton::clicked, this, &BenchForm::cancelAsked);
    setState(State::NoTrees);
}

void BenchForm::arrange() {
    QHBoxLayout* numbers = new QHBoxLayout;
    numbers->addWidget(m_repeats, 1);
    numbers->addSpacing(6);
    QLabel* threads = new QLabel(tr("&Threads"), this);
    threads->setBuddy(m_threads);
    numbers->addWidget(threads);
    numbers->addWidget(m_threads, 1);
    QFormLayout* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(5);
    form->setHorizontalSpacing(10);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Dims"), m_dims);
    form->addRow(tr("T&rees per run"), m_batches);
    form->addRow(tr("W&ays to run"), m_arms);
    form->addRow(tr("&Nets"), m_models);
    form->addRow(tr("&Work"), m_works);
    QLabel* repeats = new QLabel(tr("R&epeats"), this);
    repeats->setBuddy(m_repeats);
    form->addRow(repeats, numbers);
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    arrangeButtons(*column);
    column->addWidget(m_progress);
    column->addWidget(m_message);
    column->addLayout(form);
    column->addStretch();
    constexpr int kLastLetter = 4; // text with a mnemonic is drawn wider than it is measured
    for (QLabel* const label : findChildren<QLabel*>()) {
        label->setMinimumWidth(label == m_message ? 0 : label->sizeHint().width() + kLastLetter);
    }
}

/// In a low panel the entries scroll; the buttons, above them, do not need to.
void BenchForm::arrangeButtons(QBoxLayout& column) {
    QHBoxLayout* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_measure, 2);
    row->addWidget(m_cancel, 1);
    column.addLayout(row);
}

void BenchForm::setInput(Input input) {
    m_models->setEnabled(input == Input::Trees);
    check();
}

void BenchForm::setState(State state) {
    m_state = state;
    const bool isRunning = state == State::Running;
    m_measure->setVisible(!isRunning);
    m_cancel->setVisible(isRunning);
    QSizePolicy policy = m_progress->sizePolicy(); // its place stays, so that nothing jumps
    policy.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(policy);
    m_progress->setVisible(isRunning);
    if (!isRunning) {
        m_progress->setRange(0, 0);
    }
    check();
}

/// Empty while nothing is wrong.
QString BenchForm::faultText() const {
    const bool areNumbers = parseNumberList(m_dims->text(), kLargestDim) &&
                            parseNumberList(m_batches->text(), kLargestBatch) &&
                            parseNumberList(m_threads->text(), mostThreads());
    if (!areNumbers) {
        return tr("Enter whole numbers separated by commas, for example 100,500.");
    }
    if (m_arms->checked().empty()) {
        return tr("Choose at least one way to run.");
    }
    if (m_models->checked().empty() && m_models->isEnabled()) {
        return tr("Choose at least one net.");
    }
    return m_works->checked().empty() ? tr("Choose inference, training or both.") : QString();
}

void BenchForm::check() {
    mark(*m_dims, parseNumberList(m_dims->text(), kLargestDim).has_value(),
         tr("Widths of the hidden state, for example 100,500 (at most %1)").arg(countText(kLargestDim)));
    mark(*m_batches, parseNumberList(m_batches->text(), kLargestBatch).has_value(),
         tr("How many trees run together, for example 1,8,32,128"));
    mark(*m_threads, parseNumberList(m_threads->text(), mostThreads()).has_value(),
         tr("Numbers of threads, each measured by itself, for example 1,2 (at most %1 on this machine)")
             .arg(mostThreads()));
    const QString fault = faultText();
    m_measure->setEnabled(m_state == State::Ready && fault.isEmpty());
    setMessage(fault, fault.isEmpty() ? Tone::Plain : Tone::Warning);
}

void BenchForm::setProgress(const QString& stage, qulonglong done, qulonglong total) {
    constexpr int kFine = 1000;
    if (total == 0) {
        m_progress->setRange(0, 0);
        setMessage(stage, Tone::Plain);
        return;
    }
    m_progress->setRange(0, kFine);
    m_progress->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kFine));
    setMessage(tr("%1: %2 of %3").arg(stage, countText(done), countText(total)), Tone::Plain);
}

void BenchForm::setMessage(const QString& text, Tone tone) {
    const Theme& theme = themeOf(*this);
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, tone == Tone::Warning ? theme.warning : theme.mutedText);
    m_message->setPalette(palette);
    m_message->setText(text);
}

void BenchForm::follow(const BenchConfig& shown, const std::string& policy) {
    const std::string& model = shown.graph.model;
    m_models->setExtra(isModuleFile(model) ? model : std::string());
    if (!m_ownModels) {
        m_models->check(std::vector{model});
    }
    if (!m_ownWorks) {
        m_works->check(std::vector{std::string(workText(shown.run.work))});
    }
    if (!m_ownDims) {
        m_dims->setText(QString::number(shown.graph.dim));
    }
    if (!m_ownArms) {
        m_arms->check(armsFollowing(policy));
    }
}

Status BenchForm::fill(const BenchEntries& entries) {
    const Result<std::vector<std::string>> names =
        canonicalArms(entries.arms.value_or(std::vector<std::string>()), *m_arms);
    TRY(names);
    TRY(checkNamed(entries.models, *m_models, "net"));
    TRY(checkNamed(entries.works, *m_works, "work"));
    const std::size_t repeats = entries.repeats.value_or(1);
    if (repeats < 1 || repeats > static_cast<std::size_t>(kMostRepeats)) {
        return Error{ErrorCode::Config, "repeats must be from 1 to " + std::to_string(kMostRepeats)};
    }
    if (entries.models) {
        m_ownModels = true;
        m_models->check(*entries.models);
    }
    if (entries.works) {
        m_ownWorks = true;
        m_works->check(*entries.works);
    }
    if (entries.arms) {
        m_ownArms = true;
        m_arms->check(*names);
    }
    if (entries.dims) {
        m_ownDims = true;
        m_dims->setText(listText(*entries.dims));
    }
    if (entries.batches) {
        m_batches->setText(listText(*entries.batches));
    }
    if (entries.threads) {
        m_threads->setText(listText(*entries.threads));
    }
    if (entries.repeats) {
        m_repeats->setValue(static_cast<int>(repeats));
    }
    return Ok{};
}

std::optional<BenchConfig> BenchForm::config(const BenchConfig& base) const {
    if (!faultText().isEmpty()) {
        return std::nullopt;
    }
    const std::vector<std::int32_t> batches = *parseNumberList(m_batches->text(), kLargestBatch);
    const std::vector<std::int32_t> threads = *parseNumberList(m_threads->text(), mostThreads());
    BenchConfig config = base;
    config.models = m_models->isEnabled() ? m_models->checked() : std::vector<std::string>();
    config.works.clear();
    for (const std::string& name : m_works->checked()) {
        config.works.push_back(*parseWork(name));
    }
    config.graph.model = config.models.empty() ? base.graph.model : config.models.front();
    config.run.work = config.works.front();
    config.arms = m_arms->checked();
    config.dims = *parseNumberList(m_dims->text(), kLargestDim);
    config.batches.assign(batches.begin(), batches.end());
    config.threads.assign(threads.begin(), threads.end());
    config.repeats = static_cast<std::size_t>(m_repeats->value());
    return config;
}

} // namespace batchscope
