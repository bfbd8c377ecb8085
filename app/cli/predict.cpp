// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/training.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/exec/machine.h"
#include "core/formats/read_treebank.h"
#include "core/formats/tree_writer.h"
#include "core/records/model_file.h"
#include "core/shapes/shape.h"
#include "core/training/trainer.h"

#include <fmt/format.h>

#include <future>

namespace batchscope {

Status prepareTraining(const CliOptions& options, TreeId first, PreparedTraining& prepared, const RunControl& control) {
    Result<GraphBuilder> builder = GraphBuilder::make(prepared.bank, options.graph.dtype);
    TRY(builder);
    prepared.builder.emplace(std::move(*builder));
    GraphOptions one = prepared.graph;
    one.trees = {};
    one.picked = {first};
    Result<OpGraph> graph = prepared.builder->graph(one, control);
    TRY(graph);
    setThreadCount(options.threads);
    Result<ChosenPolicies> policies = choosePolicies(options, *graph, control);
    TRY(policies);
    prepared.policies = std::move(*policies);
    prepared.ops = std::move(graph->ops);
    return Ok{};
}

Json metricsJson(const std::optional<Metrics>& metrics) {
    return metrics ? rowJson(metricColumns(), *metrics) : Json(nullptr);
}

namespace {

/// Takes net, policy and reading options from the model.
CliOptions optionsOf(const CliOptions& given, const ModelDescription& model) {
    CliOptions options = given;
    options.read = model.config.read;
    options.read.rareBelow = 0; // the model knows which words are `<unk>`
    options.graph = model.config.graph;
    options.policies = model.config.policy;
    return options;
}

/// A model with a trainer for the trees of one bank.
class ReadyModel {
public:
    /// trainer() and unknownWords() require prepare().
    ReadyModel(const CliOptions& options, const ModelFile& model, Treebank bank) : m_options(options), m_model(model) {
        m_prepared.bank = std::move(bank);
        m_prepared.bank.classLabels = model.description().labels;
        for (const std::string& label : m_prepared.bank.classLabels) {
            m_classes.push_back(m_prepared.bank.labels.intern(label));
        }
        m_prepared.graph = options.graph;
    }

    Status prepare(const RunControl& control) {
        TRY(prepareTraining(m_options, TreeId(std::size_t{0}), m_prepared, control));
        Result<Parameters> parameters = Parameters::create(m_prepared.ops, 0, control);
        TRY(parameters);
        const Result<std::size_t> unknown = m_model.fill(m_prepared.ops, m_prepared.bank, *parameters);
        TRY(unknown);
        m_unknownWords = *unknown;
        TrainingOptions training;
        training.graph = m_prepared.graph;
        training.run = m_options.run;
        Result<Trainer> trainer = Trainer::create(*m_prepared.builder, m_prepared.policies.only(), training,
                                                  m_prepared.ops, std::move(*parameters));
        TRY(trainer);
        m_trainer.emplace(std::move(*trainer));
        return Ok{};
    }

    [[nodiscard]] const Treebank& bank() const { return m_prepared.bank; }
    [[nodiscard]] const GraphOptions& graph() const { return m_prepared.graph; }
    [[nodiscard]] Trainer& trainer() { return *m_trainer; }
    /// The number of words of the bank that were not in training.
    [[nodiscard]] std::size_t unknownWords() const { return m_unknownWords; }
    /// The label of each class, as a symbol of the bank.
    [[nodiscard]] const std::vector<SymbolId>& classes() const { return m_classes; }
    [[nodiscard]] std::vector<TreeId> trees() const {
        std::vector<TreeId> trees;
        for (std::size_t tree = 0; tree < bank().trees.size(); ++tree) {
            trees.emplace_back(tree);
        }
        return trees;
    }

private:
    const CliOptions& m_options;
    const ModelFile& m_model;
    PreparedTraining m_prepared;
    std::optional<Trainer> m_trainer;
    std::size_t m_unknownWords = 0;
    std::vector<SymbolId> m_classes;
};

/// The predictions for the trees of several banks as text, in order.
class PredictionText {
public:
    PredictionText(PredictionForm form, const std::vector<std::string>& labels) : m_form(form), m_labels(labels) {
        if (form == PredictionForm::Csv) {
            m_text = "tree,node,label,probability";
            for (const std::string& label : labels) {
                m_text += ',' + csvCell("p(" + label + ")");
            }
            m_text += '\n';
        }
    }

    /// Appends all trees of a bank. Fails like Trainer::score and the writer of brackets.
    Status add(ReadyModel& model, const RunControl& control) {
        Status written = Ok{};
        std::optional<TreeId> id;
        Tree tree; // of `id`, as the net took it
        const auto finish = [&] {
            if (id && written) {
                written = kPtbWriter.append(m_text, {tree, *id, model.bank()});
            }
        };
        const Status scored = model.trainer().score(
            model.trees(),
            [&](const TreeScores& place) {
                const std::vector<double> shares = softmax(place.scores);
                const std::size_t best = predictedClass(place.scores);
                if (m_form != PredictionForm::Ptb) {
                    addRow(place, shares, best);
                    return;
                }
                if (id != place.tree) {
                    finish();
                    id = place.tree;
                    const TreeHandle read = model.bank().tree(place.tree);
                    if (!read) {
                        written = model.bank().missingTree(place.tree);
                        return;
                    }
                    tree = shaped(*read, model.graph().shape());
                }
                if (written) {
                    tree.labels[place.node.index()] = model.classes().at(best);
                }
            },
            control);
        TRY(scored);
        finish();
        m_treesBefore += model.bank().trees.size();
        return written;
    }

    [[nodiscard]] std::string& text() { return m_text; }
    [[nodiscard]] std::size_t trees() const { return m_treesBefore; }

private:
    void addRow(const TreeScores& place, const std::vector<double>& shares, std::size_t best) {
        const std::size_t tree = m_treesBefore + place.tree.index();
        if (m_form == PredictionForm::JsonLines) {
            m_text += jsonLine({{"tree", tree},
                                {"node", place.node.index()},
                                {"root", place.isRoot},
                                {"label", m_labels[best]},
                                {"probabilities", shares}}) +
                      '\n';
            return;
        }
        m_text += fmt::format("{},{},{},{:.6g}", tree, place.node.index(), csvCell(m_labels[best]), shares[best]);
        for (const double share : shares) {
            m_text += fmt::format(",{:.6g}", share);
        }
        m_text += '\n';
    }

    PredictionForm m_form;
    const std::vector<std::string>& m_labels; // by class
    std::string m_text;
    std::size_t m_treesBefore = 0; // in the banks added before
};

} // namespace

Result<ExitCode> runEvaluate(const CliOptions& given, const RunControl& control) {
    const Result<ModelFile> file = ModelFile::open(given.modelFile);
    TRY(file);
    const CliOptions options = optionsOf(given, file->description());
    Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    ReadyModel model(options, *file, std::move(*bank));
    TRY(model.prepare(control));
    if (model.unknownWords() > 0) {
        fmt::print(stderr, "{} of {} words were not in training\n", model.unknownWords(), model.bank().words.size());
    }
    const Result<Metrics> metrics = model.trainer().judge(model.trees(), control);
    TRY(metrics);
    clearProgress();
    if (options.json) {
        printJson(metricsJson(*metrics));
    } else {
        fmt::print("{}:{}\n", given.modelFile, figuresText(metricColumns(), *metrics));
    }
    return ExitCode::Done;
}

Result<ExitCode> runPredict(const CliOptions& given, const RunControl& control) {
    constexpr std::size_t kTreesOfPart = 4096; // enough to fill batches, and never the whole file
    const Result<ModelFile> file = ModelFile::open(given.modelFile);
    TRY(file);
    if (file->description().labels.empty()) {
        return Error{ErrorCode::Config,
                     "predict needs a net that learns labels; this model was trained on something else",
                     given.modelFile};
    }
    const CliOptions options = optionsOf(given, file->description());
    Result<Output> output = Output::open("");
    TRY(output);
    PredictionText predicted(options.predictionForm, file->description().labels);
    std::future<Status> running; // the previous part, predicted while the next one is read
    const RunControl quiet = control.quiet();
    const auto finish = [&]() -> Status {
        const Status done = running.valid() ? running.get() : Status(Ok{});
        TRY(done);
        control.report("predict", predicted.trees(), 0);
        return output->write(predicted.text());
    };
    const Status read =
        readTreebankParts(options.files, control, options.read, kTreesOfPart, [&](Treebank bank) -> Status {
            TRY(reportDiagnostics(options, bank));
            TRY(finish());
            running = std::async(std::launch::async,
                                 [&, part = std::make_shared<ReadyModel>(options, *file, std::move(bank))]() -> Status {
                                     TRY(part->prepare(quiet));
                                     return predicted.add(*part, quiet);
                                 });
            return Ok{};
        });
    TRY(finish());
    TRY(read);
    TRY(output->finish());
    clearProgress();
    fmt::print(stderr, "{}\n", counted(predicted.trees(), words::kTree));
    return ExitCode::Done;
}

} // namespace batchscope
