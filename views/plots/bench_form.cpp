// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bench_form.h"

#include "core/bench/arms.h"
#include "core/schedule/policy.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QCheckBox>
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

constexpr const char* kName = "batchscope-name"; // property with the name of a box, whose text may be shorter

std::string nameOfBox(const QCheckBox& box) {
    return box.property(kName).toString().toStdString();
}

} // namespace

CheckMenu::CheckMenu(std::span<const std::string> names, Title title, QWidget* parent)
    : QPushButton(parent), m_title(title) {
    setMenu(new QMenu(this));
    for (const std::string& name : names) {
        addBox(name);
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    showChecked();
}

void CheckMenu::addBox(const std::string& name) {
    auto* const box = new QCheckBox(QString::fromStdString(m_title(name)), menu());
    box->setProperty(kName, QString::fromStdString(name));
    box->setContentsMargins(8, 4, 8, 4);
    auto* const action = new QWidgetAction(menu()); // a widget as an action: the menu stays open after a click
    action->setDefaultWidget(box);
    menu()->addAction(action);
    m_boxes.push_back(box);
    connect(box, &QCheckBox::toggled, this, [this] {
        showChecked();
        emit changed();
    });
    connect(box, &QCheckBox::clicked, this, &CheckMenu::chosen);
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

/// The arms of all policies and of all techniques, on the engine and on LibTorch.
std::vector<std::string> armNamesOfForm() {
    std::vector<std::string> names;
    const auto add = [&names](const std::string& name, ArmKind kind) {
        if (takesPasses(kind)) { // if both arms are equal, as when methods are called, the first counts
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

/// Regular and folded by this policy, each on the engine and on LibTorch.
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

/// More threads than processors would certainly be slower.
int mostThreads() {
    return std::max(1, QThread::idealThreadCount());
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

} // namespace

BenchForm::BenchForm(QWidget* parent)
    : QWidget(parent), m_dims(new QLineEdit(QStringLiteral("100"), this)),
      m_batches(new QLineEdit(QStringLiteral("1,8,32,128"), this)),
      m_arms(new CheckMenu(armNamesOfForm(), &armTitle, this)), m_repeats(new QSpinBox(this)),
      m_threads(new QLineEdit(QStringLiteral("1"), this)), m_measure(new QPushButton(tr("Measure"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_progress(new QProgressBar(this)), m_message(new QLabel(this)) {
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
    connect(m_arms, &CheckMenu::changed, this, &BenchForm::check);
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

/// In a low panel the entries scroll; the buttons above them do not.
void BenchForm::arrangeButtons(QBoxLayout& column) {
    QHBoxLayout* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_measure, 2);
    row->addWidget(m_cancel, 1);
    column.addLayout(row);
}

void BenchForm::setState(State state) {
    m_state = state;
    const bool isRunning = state == State::Running;
    m_measure->setVisible(!isRunning);
    m_cancel->setVisible(isRunning);
    QSizePolicy policy = m_progress->sizePolicy(); // keeps its room, so that the layout does not jump
    policy.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(policy);
    m_progress->setVisible(isRunning);
    if (!isRunning) {
        m_progress->setRange(0, 0);
    }
    check();
}

/// The first error in the form; empty if there is none.
QString BenchForm::faultText() const {
    const bool areNumbers = parseNumberList(m_dims->text(), kLargestDim) &&
                            parseNumberList(m_batches->text(), kLargestBatch) &&
                            parseNumberList(m_threads->text(), mostThreads());
    if (!areNumbers) {
        return tr("Enter whole numbers separated by commas, for example 100,500.");
    }
    return m_arms->checked().empty() ? tr("Choose at least one way to run.") : QString();
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
    const std::size_t repeats = entries.repeats.value_or(1);
    if (repeats < 1 || repeats > static_cast<std::size_t>(kMostRepeats)) {
        return Error{ErrorCode::Config, "repeats must be from 1 to " + std::to_string(kMostRepeats)};
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
    config.arms = m_arms->checked();
    config.dims = *parseNumberList(m_dims->text(), kLargestDim);
    config.batches.assign(batches.begin(), batches.end());
    config.threads.assign(threads.begin(), threads.end());
    config.repeats = static_cast<std::size_t>(m_repeats->value());
    return config;
}

} // namespace batchscope
