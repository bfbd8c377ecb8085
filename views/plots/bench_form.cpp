// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bench_form.h"

#include "core/bench/arms.h"
#include "core/schedule/policy.h"
#include "views/models/words.h"
#include "views/plots/number_list.h"
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

namespace batchscope {

namespace {

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

} // namespace

BenchForm::BenchForm(QWidget* parent)
    : QWidget(parent), m_dims(new QLineEdit(QStringLiteral("100"), this)),
      m_batches(new QLineEdit(QStringLiteral("1,8,32,128"), this)), m_arms(new QPushButton(this)),
      m_repeats(new QSpinBox(this)), m_threads(new QSpinBox(this)), m_button(new QPushButton(this)),
      m_progress(new QProgressBar(this)), m_message(new QLabel(this)) {
    m_dims->setAccessibleName(tr("Widths to measure"));
    m_batches->setAccessibleName(tr("Trees per run to measure"));
    m_repeats->setAccessibleName(tr("Repeats"));
    m_threads->setAccessibleName(tr("Threads"));
    m_progress->setAccessibleName(tr("Measurement progress"));
    m_message->setAccessibleName(tr("Measurement status"));
    constexpr int kRepeats = 10;
    m_repeats->setRange(1, kMostRepeats);
    m_repeats->setValue(kRepeats);
    m_repeats->setToolTip(tr("Measured runs of each arm; use 10 or more for reliable figures."));
    m_threads->setRange(1, std::max(1, QThread::idealThreadCount()));
    m_progress->setTextVisible(false);
    m_message->setWordWrap(true);
    buildArms();
    arrange();
    connect(m_dims, &QLineEdit::textChanged, this, &BenchForm::check);
    connect(m_dims, &QLineEdit::textEdited, this, [this] { m_ownDims = true; });
    connect(m_batches, &QLineEdit::textChanged, this, &BenchForm::check);
    for (QLineEdit* edit : {m_dims, m_batches}) {
        connect(edit, &QLineEdit::returnPressed, this, [this] {
            if (m_state == State::Ready && m_button->isEnabled()) {
                emit measureAsked();
            }
        });
    }
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_state == State::Running) {
            emit cancelAsked();
        } else {
            emit measureAsked();
        }
    });
    setState(State::NoTrees);
}

void BenchForm::buildArms() {
    std::vector<std::string> names;
    const auto add = [&names](const std::string& name, ArmKind kind) {
        names.push_back(name);
        if (takesPasses(kind)) {
            names.push_back(name + "@off");
        }
    };
    add("regular", ArmKind::Regular);
    for (const Policy* policy : policies()) {
        if (policy->name() != std::string_view("regular")) {
            add(std::string("folded:") + policy->name(), ArmKind::Folded);
        }
    }
    for (const ArmEntry& entry : batchscope::arms()) {
        if (entry.kind != ArmKind::Regular && entry.kind != ArmKind::Folded) {
            add(entry.name, entry.kind);
        }
    }
    QMenu* menu = new QMenu(this);
    for (const std::string& name : names) {
        QCheckBox* box = new QCheckBox(QString::fromStdString(name), menu);
        box->setChecked(m_armBoxes.size() < 4); // regular and folded, each on the engine and on LibTorch
        box->setContentsMargins(8, 4, 8, 4);
        QWidgetAction* action = new QWidgetAction(menu); // a box in a menu: it stays open while arms are chosen
        action->setDefaultWidget(box);
        menu->addAction(action);
        m_armBoxes.push_back(box);
        connect(box, &QCheckBox::toggled, this, &BenchForm::check);
        connect(box, &QCheckBox::clicked, this, [this] { m_ownArms = true; });
    }
    m_arms->setMenu(menu);
    m_arms->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_arms->setAccessibleName(tr("Arms to measure"));
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
    form->addRow(tr("&Arms"), m_arms);
    QLabel* repeats = new QLabel(tr("R&epeats"), this);
    repeats->setBuddy(m_repeats);
    form->addRow(repeats, numbers);
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    column->addLayout(form);
    column->addWidget(m_button);
    column->addWidget(m_progress);
    column->addWidget(m_message);
    column->addStretch();
    constexpr int kLastLetter = 4; // text with a mnemonic is drawn wider than it is measured
    for (QLabel* const label : findChildren<QLabel*>()) {
        label->setMinimumWidth(label == m_message ? 0 : label->sizeHint().width() + kLastLetter);
    }
}

void BenchForm::setState(State state) {
    m_state = state;
    m_button->setText(state == State::Running ? tr("Cancel") : tr("Measure"));
    m_button->setAccessibleName(m_button->text());
    for (QWidget* entry : std::initializer_list<QWidget*>{m_dims, m_batches, m_arms, m_repeats, m_threads}) {
        entry->setEnabled(state != State::Running);
    }
    QSizePolicy policy = m_progress->sizePolicy(); // its place stays, so that nothing jumps
    policy.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(policy);
    m_progress->setVisible(state == State::Running);
    if (state != State::Running) {
        m_progress->setRange(0, 0);
    }
    check();
}

void BenchForm::check() {
    const bool dimsValid = parseNumberList(m_dims->text(), kLargestDim).has_value();
    const bool batchesValid = parseNumberList(m_batches->text(), kLargestBatch).has_value();
    mark(*m_dims, dimsValid,
         tr("Widths of the hidden state, for example 100,500 (at most %1)").arg(countText(kLargestDim)));
    mark(*m_batches, batchesValid, tr("How many trees run together, for example 1,8,32,128"));
    QStringList chosen;
    for (const QCheckBox* box : m_armBoxes) {
        if (box->isChecked()) {
            chosen << box->text();
        }
    }
    m_arms->setText(chosen.isEmpty()
                        ? tr("Choose…")
                        : fontMetrics().elidedText(chosen.join(QStringLiteral(", ")), Qt::ElideRight, 170));
    m_arms->setToolTip(chosen.join(QChar(u'\n')));
    const bool valid = dimsValid && batchesValid && !chosen.isEmpty();
    m_button->setEnabled(m_state == State::Running || (m_state == State::Ready && valid));
    if (!dimsValid || !batchesValid) {
        setMessage(tr("Enter whole numbers separated by commas, for example 100,500."), Tone::Warning);
    } else if (chosen.isEmpty()) {
        setMessage(tr("Choose at least one arm."), Tone::Warning);
    } else {
        setMessage(QString(), Tone::Plain);
    }
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

void BenchForm::follow(std::int32_t dim, const std::string& policy) {
    if (!m_ownDims) {
        m_dims->setText(QString::number(dim));
    }
    if (!m_ownArms) {
        std::vector<std::string> names = {"regular", "regular@off"};
        if (const Result<Arm> folded = parseArm("folded:" + policy)) {
            names.push_back(canonicalName(*folded));
            names.push_back(canonicalName(*folded) + "@off");
        }
        chooseArms(names);
    }
}

Status BenchForm::fill(const BenchEntries& entries) {
    std::vector<std::string> names;
    for (const std::string& name : entries.arms.value_or(std::vector<std::string>())) {
        const Result<Arm> arm = parseArm(name);
        if (!arm) {
            return arm.error();
        }
        names.push_back(canonicalName(*arm));
        const QString asked = QString::fromStdString(names.back());
        if (std::none_of(m_armBoxes.begin(), m_armBoxes.end(),
                         [&asked](const QCheckBox* box) { return box->text() == asked; })) {
            return Error{ErrorCode::Config,
                         "the Timing panel has no arm '" + name + "'; choose the passes in the window"};
        }
    }
    const std::size_t repeats = entries.repeats.value_or(1);
    if (repeats < 1 || repeats > static_cast<std::size_t>(kMostRepeats)) {
        return Error{ErrorCode::Config, "repeats must be from 1 to " + std::to_string(kMostRepeats)};
    }
    if (entries.arms) {
        m_ownArms = true;
        chooseArms(names);
    }
    if (entries.dims) {
        m_ownDims = true;
        m_dims->setText(listText(*entries.dims));
    }
    if (entries.batches) {
        m_batches->setText(listText(*entries.batches));
    }
    if (entries.repeats) {
        m_repeats->setValue(static_cast<int>(repeats));
    }
    return Ok{};
}

void BenchForm::chooseArms(const std::vector<std::string>& names) {
    for (QCheckBox* box : m_armBoxes) {
        box->setChecked(std::find(names.begin(), names.end(), box->text().toStdString()) != names.end());
    }
}

std::vector<std::string> BenchForm::arms() const {
    std::vector<std::string> names;
    for (const QCheckBox* box : m_armBoxes) {
        if (box->isChecked()) {
            names.push_back(box->text().toStdString());
        }
    }
    return names;
}

std::optional<BenchConfig> BenchForm::config(const BenchConfig& base) const {
    const auto dims = parseNumberList(m_dims->text(), kLargestDim);
    const auto batches = parseNumberList(m_batches->text(), kLargestBatch);
    BenchConfig config = base;
    config.arms = arms();
    if (!dims || !batches || config.arms.empty()) {
        return std::nullopt;
    }
    config.dims = *dims;
    config.batches.assign(batches->begin(), batches->end());
    config.repeats = static_cast<std::size_t>(m_repeats->value());
    config.threads = {m_threads->value()};
    return config;
}

} // namespace batchscope
