// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/training_view.h"

#include "core/records/model_file.h"
#include "views/models/words.h"
#include "views/plots/plot_style.h"
#include "views/session/picked_trees.h"
#include "views/tables/table_look.h"
#include "views/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <limits>

namespace batchscope {

namespace {

constexpr std::string_view kRegular = "regular";

/// The cell of the row's epoch, or of its metrics on held-out trees, in the column with this key.
Cell epochCell(const ArmEpoch& row, std::string_view key) {
    for (const Column<EpochRow>& column : epochColumns()) {
        if (column.key == key) {
            return column.cell(row.epoch);
        }
    }
    return noFigure();
}

Cell metricCell(const ArmEpoch& row, std::string_view key) {
    for (const Column<Metrics>& column : metricColumns()) {
        if (row.epoch.dev && column.key == key) {
            return column.cell(*row.epoch.dev);
        }
    }
    return noFigure();
}

constexpr auto kEpochColumns = std::to_array<Column<ArmEpoch>>({
    {"policy", "run", [](const ArmEpoch& row) { return textCell(row.policy); }, "How the batches are formed",
     Align::Left, true},
    {"epoch", "epoch", [](const ArmEpoch& row) { return epochCell(row, "epoch"); }},
    {"loss", "loss", [](const ArmEpoch& row) { return epochCell(row, "loss"); },
     "Mean over the weight updates of the epoch, before each"},
    {"dev_loss", "held-out loss", [](const ArmEpoch& row) { return metricCell(row, "loss"); },
     "Mean over the held-out trees after the epoch"},
    {"root_accuracy", "roots", [](const ArmEpoch& row) { return metricCell(row, "root_accuracy"); },
     "Share of held-out roots whose class is right"},
    {"node_accuracy", "all nodes", [](const ArmEpoch& row) { return metricCell(row, "node_accuracy"); },
     "Share of held-out labeled nodes, or words, whose class is right"},
    {"binary_accuracy", "binary", [](const ArmEpoch& row) { return metricCell(row, "binary_accuracy"); },
     "Share of held-out roots that are rightly negative or positive; neutral ones do not count"},
    {"macro_f1", "macro F1", [](const ArmEpoch& row) { return metricCell(row, "macro_f1"); },
     "Mean over the classes of the harmonic mean of precision and recall"},
    {"seconds", "time", [](const ArmEpoch& row) { return epochCell(row, "seconds"); }, "Of the epoch, without judging"},
    {"trees_per_s", "trees/s", [](const ArmEpoch& row) { return epochCell(row, "trees_per_s"); }},
});

constexpr auto kMistakeColumns = std::to_array<Column<MistakeRow>>({
    {"tree", "tree", [](const MistakeRow& row) { return numberCell(row.mistake.tree.index() + 1); }},
    {"label", "label", [](const MistakeRow& row) { return textCell(row.label); }, "In the file", Align::Left},
    {"predicted", "predicted", [](const MistakeRow& row) { return textCell(row.predicted); }, "By the net",
     Align::Left},
    {"probability", "probability", [](const MistakeRow& row) { return shareCell(row.mistake.share); },
     "Of the predicted class"},
    {"sentence", "sentence", [](const MistakeRow& row) { return textCell(row.sentence); }, "", Align::Left},
});

/// What is plotted.
enum class Curve { Accuracy, Loss };

} // namespace

/// A line for each arm: solid for held-out trees, dashed for the loss of the trees that are learned from.
class TrainingPlot final : public PlotWidget {
public:
    explicit TrainingPlot(QWidget* parent = nullptr) : PlotWidget(parent) {
        letZoom(Qt::Horizontal | Qt::Vertical);
        rebuild();
    }

    void show(std::vector<RaceProgress::Arm> arms, Curve curve, bool isAgainstSeconds) {
        m_arms = std::move(arms);
        m_curve = curve;
        m_isAgainstSeconds = isAgainstSeconds;
        rebuild();
    }

    [[nodiscard]] bool isEmpty() const override { return m_arms.empty() || m_arms.front().rows.empty(); }

protected:
    [[nodiscard]] std::unique_ptr<PlotWidget> copyForPage(int width) const override {
        auto page = std::make_unique<TrainingPlot>();
        page->becomePage(width);
        page->show(m_arms, m_curve, m_isAgainstSeconds);
        return page;
    }

    void rebuild() override {
        m_plot->setAccessibleName(TrainingView::tr("Loss or accuracy during training"));
        m_plot->setAccessibleDescription(TrainingView::tr("Line chart; the table next to it shows the same figures."));
        styleAxes(*m_plot, theme());
        m_plot->clearPlottables();
        setUnit(*m_plot->xAxis, m_isAgainstSeconds ? PlotUnit::Seconds : PlotUnit::Count, false);
        m_plot->yAxis->setScaleType(QCPAxis::stLinear);
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
        for (const RaceProgress::Arm& arm : m_arms) {
            const QColor color = arm.policy == kRegular ? theme().regular : theme().folded;
            const QString name = arm.policy == kRegular ? TrainingView::tr("Regular") : TrainingView::tr("Folded");
            if (m_curve == Curve::Accuracy) {
                addLine(arm, TrainingView::tr("%1, held-out").arg(name), QPen(color, 2.0),
                        [](const EpochRow& row) { return row.dev ? 100.0 * row.dev->quality() : qQNaN(); });
            } else {
                addLine(arm, TrainingView::tr("%1, held-out").arg(name), QPen(color, 2.0),
                        [](const EpochRow& row) { return row.dev ? row.dev->loss() : qQNaN(); });
                addLine(arm, TrainingView::tr("%1, learned").arg(name), QPen(color, 1.4, Qt::DashLine),
                        [](const EpochRow& row) { return row.figures.loss; });
            }
        }
        arrange();
        fitAxes();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }

    void arrange() override {
        static_cast<void>(arrangeLegend());
        labelBelow(m_isAgainstSeconds ? TrainingView::tr("seconds of training") : TrainingView::tr("epoch"), {});
        m_plot->yAxis->setLabel(m_curve == Curve::Accuracy ? TrainingView::tr("accuracy, %")
                                                           : TrainingView::tr("loss"));
    }

    void fitAxes() override {
        if (!isEmpty()) {
            m_plot->rescaleAxes();
            m_plot->xAxis->setRangeLower(0.0);
            m_plot->xAxis->scaleRange(1.05);
            m_plot->yAxis->scaleRange(1.15);
            m_plot->xAxis->setRangeLower(0.0);
        }
    }

    [[nodiscard]] QString tipAt(const QPoint& /*place*/) const override { return {}; }

private:
    void addLine(const RaceProgress::Arm& arm, const QString& name, const QPen& pen,
                 double (*figure)(const EpochRow& row)) {
        QCPGraph* const line = m_plot->addGraph(); // the plot owns it
        line->setName(name);
        line->setPen(pen);
        line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 6.0));
        for (const EpochRow& row : arm.rows) {
            line->addData(m_isAgainstSeconds ? row.clock : static_cast<double>(row.figures.epoch), figure(row));
        }
    }

    std::vector<RaceProgress::Arm> m_arms;
    Curve m_curve = Curve::Accuracy;
    bool m_isAgainstSeconds = true;
};

TrainingView::TrainingView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_count(new QSpinBox(this)), m_batch(new QSpinBox(this)),
      m_optimizer(new QComboBox(this)), m_rate(new QDoubleSpinBox(this)), m_dropout(new QDoubleSpinBox(this)),
      m_held(new QSpinBox(this)), m_race(new QCheckBox(tr("&Race against regular"), this)),
      m_train(new QPushButton(tr("&Train"), this)), m_pause(new QPushButton(tr("&Pause"), this)),
      m_stop(new QPushButton(tr("&Stop"), this)), m_show(new QPushButton(tr("Show in &picture"), this)),
      m_save(new QPushButton(tr("Sa&ve model…"), this)), m_figure(new QComboBox(this)), m_against(new QComboBox(this)),
      m_state(new QLabel(this)), m_plot(new TrainingPlot(this)),
      m_epochModel(std::make_unique<RowsModel<ArmEpoch>>(kEpochColumns)), m_epochs(new QTableView(this)),
      m_mistakeModel(std::make_unique<RowsModel<MistakeRow>>(kMistakeColumns)), m_mistakes(new QTableView(this)),
      m_confusion(new QLabel(this)), m_tabs(new QTabWidget(this)), m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_form(new QWidget(this)), m_saving(*this) {
    buildForm();
    buildTables();
    arrange();
    connect(&session, &Session::trainingChanged, this, [this] {
        if (isVisible()) {
            showState();
            showProgress();
        }
    });
    connect(&session, &Session::trainingFailed, this, [this](const QString& message) {
        m_error = message;
        showState();
    });
}

void TrainingView::buildForm() {
    constexpr int kMostEpochs = 10'000;
    constexpr int kMostTrees = 100'000;
    m_count->setRange(1, kMostEpochs);
    m_count->setValue(8);
    m_batch->setRange(1, kMostTrees);
    m_batch->setValue(25);
    for (const std::string_view name : enumNames<OptimizerKind>()) {
        m_optimizer->addItem(toText(name));
    }
    m_rate->setDecimals(4);
    m_rate->setRange(0.0001, 100.0);
    m_rate->setSingleStep(0.01);
    connect(m_optimizer, &QComboBox::currentIndexChanged, this,
            [this](int kind) { m_rate->setValue(usualLearningRate(static_cast<OptimizerKind>(kind))); });
    m_optimizer->setCurrentIndex(static_cast<int>(OptimizerKind::Adagrad));
    m_dropout->setRange(0.0, 0.9);
    m_dropout->setSingleStep(0.1);
    m_held->setRange(1, 90);
    m_held->setValue(20);
    m_held->setSuffix(QStringLiteral(" %"));
    m_held->setToolTip(tr("Trees that are not learned from, but judged after each epoch."));
    m_race->setToolTip(tr("Also trains node by node, from the same weights over the same trees. The two take turns, so "
                          "neither slows the other down."));
    auto* const form = new QFormLayout(m_form);
    form->addRow(tr("&Epochs"), m_count);
    form->addRow(tr("Trees per &update"), m_batch);
    form->addRow(tr("&Optimizer"), m_optimizer);
    form->addRow(tr("&Learning rate"), m_rate);
    form->addRow(tr("&Dropout"), m_dropout);
    form->addRow(tr("&Held out"), m_held);
    form->addRow(m_race);
    auto* const buttons = new QHBoxLayout;
    for (QPushButton* const button : {m_train, m_pause, m_stop}) {
        buttons->addWidget(button);
    }
    form->addRow(buttons);
    auto* const results = new QHBoxLayout;
    results->addWidget(m_show);
    results->addWidget(m_save);
    form->addRow(results);
    m_show->setToolTip(tr("Runs the shown trees with the trained weights, so that the picture has their values."));
    m_train->setObjectName(QStringLiteral("train"));
    m_pause->setObjectName(QStringLiteral("pause-training"));
    m_stop->setObjectName(QStringLiteral("stop-training"));
    m_show->setObjectName(QStringLiteral("show-trained"));
    connect(m_train, &QPushButton::clicked, this, &TrainingView::start);
    connect(m_pause, &QPushButton::clicked, this, [this] { session().pauseTraining(!session().isTrainingPaused()); });
    connect(m_stop, &QPushButton::clicked, this, [this] { session().stopTraining(); });
    connect(m_show, &QPushButton::clicked, this, &TrainingView::showInPicture);
    connect(m_save, &QPushButton::clicked, this, &TrainingView::save);
}

void TrainingView::buildTables() {
    m_epochs->setModel(m_epochModel.get());
    m_epochs->setAccessibleName(tr("Epochs of training"));
    dressTable(*m_epochs);
    m_epochs->setSelectionMode(QAbstractItemView::NoSelection);
    m_mistakes->setModel(m_mistakeModel.get());
    m_mistakes->setAccessibleName(tr("Held-out trees whose predicted class is wrong"));
    dressTable(*m_mistakes);
    whenRowChosen(*m_mistakes, [this](const QModelIndex& index) {
        SessionConfig config = session().config();
        config.graph.picked = {m_mistakeModel->list()[static_cast<std::size_t>(index.row())].mistake.tree};
        config.graph.trees = {};
        session().setConfig(config);
    });
    m_confusion->setTextFormat(Qt::RichText);
    m_confusion->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_confusion->setMargin(8);
    m_confusion->setAccessibleName(tr("Labels against predictions on held-out trees"));
}

void TrainingView::arrange() {
    m_figure->addItems({tr("Accuracy"), tr("Loss")});
    m_figure->setAccessibleName(tr("What is plotted"));
    m_against->addItems({tr("against seconds"), tr("against epochs")});
    m_against->setAccessibleName(tr("What it is plotted against"));
    for (QComboBox* const choice : {m_figure, m_against}) {
        connect(choice, &QComboBox::currentIndexChanged, this, &TrainingView::showProgress);
    }
    m_state->setWordWrap(true);
    m_state->setAccessibleName(tr("State of the training"));
    auto* const matrix = new QScrollArea(this);
    matrix->setWidget(m_confusion);
    matrix->setWidgetResizable(true);
    matrix->setFrameShape(QFrame::NoFrame);
    matrix->setAccessibleName(tr("Confusion matrix"));
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Results of training"));
    m_tabs->addTab(m_epochs, tr("Epochs"));
    m_tabs->addTab(matrix, tr("Confusion"));
    m_tabs->addTab(m_mistakes, tr("Mistakes"));
    auto* const curves = new QWidget(this);
    auto* const above = new QVBoxLayout(curves);
    above->setContentsMargins(0, 0, 0, 0);
    auto* const choices = new QHBoxLayout;
    choices->addWidget(m_figure);
    choices->addWidget(m_against);
    choices->addStretch();
    above->addLayout(choices);
    above->addWidget(m_plot, 1);
    m_splitter->addWidget(curves);
    m_splitter->addWidget(m_tabs);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    auto* const formArea = new QScrollArea(this);
    formArea->setWidget(m_form);
    formArea->setWidgetResizable(true);
    formArea->setFrameShape(QFrame::NoFrame);
    formArea->setFocusPolicy(Qt::NoFocus); // its entries have it
    formArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    formArea->setFixedWidth(m_form->minimumSizeHint().width() + 20);
    auto* const right = new QVBoxLayout;
    right->setContentsMargins(6, 6, 6, 0);
    right->addWidget(m_state);
    right->addWidget(m_splitter, 1);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(formArea);
    row->addLayout(right, 1);
}

const PlotWidget& TrainingView::plot() const {
    return *m_plot;
}

void TrainingView::start() {
    RaceSetup setup;
    const SessionConfig& config = session().config();
    setup.options.graph = config.graph;
    if (snapshot().config.graph.model == config.graph.model) {
        setup.options.graph.user = snapshot().config.graph.user; // which the pipeline has loaded
    }
    setup.options.graph.trees = {};
    setup.options.graph.picked = {};
    setup.options.run = config.run;
    setup.options.optimizer.kind = static_cast<OptimizerKind>(m_optimizer->currentIndex());
    setup.options.optimizer.learningRate = m_rate->value();
    setup.options.batch = static_cast<std::size_t>(m_batch->value());
    setup.options.dropout = m_dropout->value();
    setup.options.seed = config.seed;
    setup.limits.epochs = static_cast<std::size_t>(m_count->value());
    setup.held = m_held->value() / 100.0;
    setup.policies = {config.policy};
    if (m_race->isChecked()) {
        setup.policies.emplace_back(kRegular);
    }
    m_error.clear();
    session().startTraining(std::move(setup));
}

void TrainingView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_plot->restyle();
    }
    if (changes.look || changes.bench || changes.parts.has(Part::Treebank)) {
        showState();
        showProgress();
    }
}

void TrainingView::showState() {
    const bool isTraining = session().isTraining();
    const bool isPaused = session().isTrainingPaused();
    const bool hasTrees = snapshot().treebank != nullptr;
    const auto trained = session().trained();
    m_train->setEnabled(hasTrees && !isTraining);
    m_pause->setEnabled(isTraining);
    m_pause->setText(isPaused ? tr("&Go on") : tr("&Pause"));
    m_stop->setEnabled(isTraining);
    m_show->setEnabled(trained != nullptr);
    m_save->setEnabled(trained != nullptr);
    if (!m_error.isEmpty() && !isTraining) {
        m_state->setText(m_error);
        return;
    }
    if (trained == nullptr) {
        m_state->setText(!hasTrees    ? tr("Open a treebank with labels to train on it.")
                         : isTraining ? tr("The first epoch is running.")
                                      : tr("Train learns the labels of all open trees but those held out, with the net "
                                           "and the policy that the window shows."));
        return;
    }
    QStringList parts;
    for (const RaceProgress::Arm& arm : trained->progress.arms) {
        if (!arm.rows.empty()) {
            const EpochRow& last = arm.rows.back();
            const QString name = arm.policy == kRegular ? tr("regular") : tr("folded");
            parts << (last.dev ? tr("%1: epoch %2, %3% of held-out right, %4")
                                     .arg(name)
                                     .arg(last.figures.epoch)
                                     .arg(100.0 * last.dev->quality(), 0, 'f', 1)
                                     .arg(secondsText(last.clock))
                               : tr("%1: epoch %2, %3").arg(name).arg(last.figures.epoch).arg(secondsText(last.clock)));
        }
    }
    m_state->setText(tr("%1 trees learned, %2 held out. %3%4")
                         .arg(countText(trained->progress.learned), countText(trained->progress.held),
                              parts.join(QStringLiteral("; ")),
                              isPaused     ? tr(". Paused.")
                              : isTraining ? tr(" …")
                                           : QStringLiteral(".")));
}

void TrainingView::showProgress() {
    const auto trained = session().trained();
    std::vector<ArmEpoch> epochs;
    std::vector<MistakeRow> mistakes;
    if (trained) {
        for (const RaceProgress::Arm& arm : trained->progress.arms) {
            for (const EpochRow& row : arm.rows) {
                epochs.push_back({arm.policy, row});
            }
        }
        constexpr std::size_t kWords = 12;
        const std::vector<std::string>& labels = trained->progress.labels; // of all classes
        for (const Mistake& mistake : trained->progress.mistakes) {
            mistakes.push_back({mistake, labels.at(static_cast<std::size_t>(mistake.label)),
                                labels.at(static_cast<std::size_t>(mistake.predicted)),
                                trained->bank->sentence(mistake.tree, kWords)});
        }
    }
    m_plot->setVisible(trained != nullptr);
    m_plot->show(trained ? trained->progress.arms : std::vector<RaceProgress::Arm>(),
                 static_cast<Curve>(m_figure->currentIndex()), m_against->currentIndex() == 0);
    m_epochModel->setRows(std::move(epochs));
    m_epochModel->showFilled(*m_epochs);
    fitColumns(*m_epochs);
    m_mistakeModel->setRows(std::move(mistakes));
    fitColumns(*m_mistakes);
    showConfusion();
}

/// The first arm after its last epoch: a row for each label, a column for each prediction.
void TrainingView::showConfusion() {
    constexpr std::size_t kMostClasses = 20;
    const auto trained = session().trained();
    const std::optional<Metrics> metrics = trained && !trained->progress.arms.front().rows.empty()
                                               ? trained->progress.arms.front().rows.back().dev
                                               : std::nullopt;
    if (!metrics || metrics->classes() > kMostClasses) {
        m_confusion->setText(metrics ? tr("More than %1 classes: see Mistakes.").arg(kMostClasses) : QString());
        return;
    }
    const std::vector<std::string>& labels = trained->progress.labels;
    const auto name = [&](std::size_t index) {
        return index < labels.size() ? toText(labels[index]).toHtmlEscaped() : QString::number(index);
    };
    QString text = QStringLiteral("<table cellpadding=4><tr><td></td>");
    for (std::size_t predicted = 0; predicted < metrics->classes(); ++predicted) {
        text += QStringLiteral("<th align=right>%1</th>").arg(name(predicted));
    }
    for (std::size_t label = 0; label < metrics->classes(); ++label) {
        text += QStringLiteral("</tr><tr><th align=right>%1</th>").arg(name(label));
        for (std::size_t predicted = 0; predicted < metrics->classes(); ++predicted) {
            const QString count = countText(metrics->confused(label, predicted));
            text += QStringLiteral("<td align=right>%1</td>")
                        .arg(label == predicted ? QStringLiteral("<b>%1</b>").arg(count) : count);
        }
    }
    m_confusion->setText(text + QStringLiteral("</tr></table>") + tr("<p>Rows: labels. Columns: predictions.</p>"));
}

void TrainingView::write(const std::string& path, std::function<void()> saved) {
    m_saving.ask(
        [trained = session().trained(), path](const JobControl& /*control*/) {
            return saveModel(path, trained->description, trained->ops, *trained->weights, nullptr);
        },
        [this, saved = std::move(saved)](const Status& written) {
            m_error = written ? QString() : QString::fromStdString(written.error().text());
            showState();
            if (written && saved) {
                saved();
            }
        });
}

/// The session loads the trained weights like those of any other file.
void TrainingView::showInPicture() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    QDir().mkpath(folder);
    const std::string path = QDir(folder).filePath(QStringLiteral("trained.pt")).toStdString();
    write(path, [this, path] {
        SessionConfig config = session().config();
        if (config.weights == path) { // of an earlier training
            session().reload();
            return;
        }
        config.weights = path;
        session().setConfig(config);
    });
}

void TrainingView::save() {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save model"), QStringLiteral("model.pt"), tr("Models (*.pt *.npz)"));
    if (!path.isEmpty()) {
        write(path.toStdString(), {});
    }
}

void TrainingView::resizeEvent(QResizeEvent* event) {
    PlotView::resizeEvent(event);
    constexpr int kBesides = 900;
    m_splitter->setOrientation(width() >= kBesides ? Qt::Horizontal : Qt::Vertical);
}

} // namespace batchscope
