// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_command.h"

#include "core/bench/sweep.h"
#include "core/formats/format_registry.h"
#include "core/plan/pass.h"
#include "core/records/choice_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace batchscope {

namespace {

/// Builds the line from left to right.
class BenchLine {
public:
    BenchLine(const BenchDocument& document, const Treebank& bank)
        : m_document(document), m_config(document.config), m_traits(traitsOf(bank)), m_arms(askedArms(m_config)),
          m_builder(GraphBuilder::make(bank, m_config.graph.dtype)) {
        for (const std::string& model : document.isProgram ? std::vector<std::string>() : sweptModels(m_config)) {
            if (const Result<const Net*> found = findNet(model); found) {
                m_nets.push_back(**found);
            }
        }
    }

    std::vector<std::string> words() {
        addArms();
        addSizes();
        addTrees();
        addChoices();
        addRun();
        m_words.emplace_back("--"); // the names of files may begin with a dash
        m_words.insert(m_words.end(), m_document.files.begin(), m_document.files.end());
        return std::move(m_words);
    }

private:
    /// In one word, as values may begin with a dash.
    template <typename Value>
    void add(std::string_view option, const Value& value) {
        m_words.push_back(fmt::format("{}={}", option, value));
    }
    template <typename Value>
    void addList(std::string_view option, const std::vector<Value>& values) {
        add(option, fmt::format("{}", fmt::join(values, ",")));
    }
    void addFlag(const char* option, bool isGiven) {
        if (isGiven) {
            m_words.emplace_back(option);
        }
    }

    /// Whether the instances of a program share values, so that it is measured as a whole.
    [[nodiscard]] bool isWhole() const {
        return m_builder && m_builder->program() != nullptr && !m_builder->program()->sharing().empty();
    }
    /// Of a program there is no net to ask.
    template <typename Heeds>
    [[nodiscard]] bool anyNet(Heeds heeds) const {
        return m_nets.empty() || std::any_of(m_nets.begin(), m_nets.end(), heeds);
    }
    [[nodiscard]] bool trains() const {
        const std::vector<Work> works = sweptWorks(m_config);
        return std::find(works.begin(), works.end(), Work::Training) != works.end();
    }
    template <typename Heeds>
    [[nodiscard]] bool anyArm(Heeds heeds) const {
        return std::any_of(m_arms.begin(), m_arms.end(), heeds);
    }

    void addArms() {
        if (m_config.ablation) {
            addFlag("--ablation", true);
        } else {
            addList("--arms", m_config.arms);
        }
        if (!m_document.scheduleFile.empty()) {
            add("--schedule", m_document.scheduleFile);
        }
    }

    void addSizes() {
        const BenchConfig usual;
        if (!isWhole()) {
            addList("--batch", m_config.batches);
        }
        const bool isProgram = m_builder && m_builder->program() != nullptr;
        if (m_builder && !isProgram && anyNet([](const Net& net) { return net.heeds.dim; })) {
            addList("--dim", m_config.dims);
        }
        addList("--threads", m_config.threads);
        add("--repeats", m_config.repeats);
        add("--warmups", m_config.warmups);
        if (m_config.miniBatches > 0 && !isWhole()) {
            add("--mini-batches", m_config.miniBatches);
        }
        if (m_config.precision > 0.0) {
            add("--precision", fmt::format("{}%", 100.0 * m_config.precision));
        }
        if (m_config.budgetSeconds != usual.budgetSeconds) {
            add("--budget", m_config.budgetSeconds);
        }
        if (m_config.patienceSeconds != kUsualPatience) {
            add("--patience", m_config.patienceSeconds);
        }
        if (m_config.seed != usual.seed) {
            add("--seed", m_config.seed);
        }
    }

    void addTrees() {
        const GraphOptions& graph = m_config.graph;
        if (!m_document.isProgram) {
            addList("--model", sweptModels(m_config));
        }
        if (!(graph.trees == TreeRange()) && !isWhole()) {
            add("--trees", treeRangeText(graph.trees));
        }
        if (graph.classes > 0) {
            add("--classes", graph.classes);
        }
        if (m_document.read.rareBelow > 0 && m_traits.words) {
            add("--rare-below", m_document.read.rareBelow);
        }
    }

    [[nodiscard]] bool heedsShape() const {
        return anyNet([this](const Net& net) {
            return net.heeds.shape == ShapeUse::Nodes || (net.heeds.shape == ShapeUse::Labels && trains());
        });
    }

    /// Whether the choice has an effect on this bank, as far as the table of choices and the arms tell.
    [[nodiscard]] bool isHeeded(const SessionChoice& choice) const {
        const ChoiceNeeds& needs = choice.needs;
        const bool byProgram = !m_document.isProgram || needs.programReason.empty();
        const bool byFormat = needs.format == nullptr || m_traits.*needs.format;
        const bool byNet = needs.net == nullptr || anyNet([&needs](const Net& net) { return net.heeds.*needs.net; });
        if (!byProgram || !byFormat || !byNet) {
            return false;
        }
        if (choice.option == "--merge") {
            return anyArm(mergesAsAsked);
        }
        if (choice.option == "--rows") {
            return anyArm([this](const Arm& arm) { return ordersRows(arm, m_config.run); });
        }
        return (choice.option != "--binarize" && choice.option != "--unary") || heedsShape();
    }

    void addChoices() {
        const SessionConfig measured = measuredConfig(m_document);
        for (const SessionChoice* const choice : measuredChoices()) {
            const std::string name = choice->present(measured);
            if (name != defaultOf(*choice) && isHeeded(*choice)) {
                add(choice->option, name);
            }
        }
    }

    void addRun() {
        const PassChoice passes = passesOf(m_config.run.executor);
        const bool choosesPasses = anyArm([](const Arm& arm) { return takesPasses(arm.kind) && !arm.passes; });
        if (const std::vector<Work> works = sweptWorks(m_config); works.size() > 1) {
            std::vector<std::string_view> names;
            std::transform(works.begin(), works.end(), std::back_inserter(names), workText);
            addList("--work", names);
        } else {
            addFlag("--train", trains());
        }
        if (passes != PassSet::all() && choosesPasses) {
            add("--passes", passChoiceText(passes));
        }
        if (m_document.instructionSet) {
            add("--isa", instructionSetName(*m_document.instructionSet));
        }
        if (m_document.memoryLimit) {
            add("--memory-limit", *m_document.memoryLimit);
        }
    }

    const BenchDocument& m_document;
    const BenchConfig& m_config;
    FormatTraits m_traits;
    std::vector<Arm> m_arms;
    Result<GraphBuilder> m_builder;
    std::vector<Net> m_nets; // none of a program
    std::vector<std::string> m_words = {"batchscope-cli", "bench"};
};

} // namespace

std::vector<std::string> benchCommand(const BenchDocument& document, const Treebank& bank) {
    return document.config.graph.picked.empty() ? BenchLine(document, bank).words() : std::vector<std::string>();
}

} // namespace batchscope
