// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/exported_values.h"

#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/text.h"
#include "core/bytes/zip.h"
#include "core/exchange/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace batchscope {

namespace {

constexpr std::int64_t kNoNode = -1;

template <typename Tag>
std::int64_t numberOf(Id<Tag> id) {
    return id.valid() ? std::int64_t{id.value} : kNoNode;
}

/// Unique names of the ops.
IdVector<OpId, std::string> opNames(const OpSet& ops) {
    std::map<std::string, std::size_t> counts;
    IdVector<OpId, std::string> names;
    for (const Op& op : ops.ops) {
        const std::size_t count = ++counts[op.name];
        names.push_back(count == 1 ? op.name : fmt::format("{}#{}", op.name, count));
    }
    return names;
}

class Exporter {
public:
    Exporter(const ExportedRun& run, ArrayWriter& file, const RunControl& control)
        : m_run(run), m_file(file), m_control(control), m_names(opNames(run.graph.ops)),
          m_nodes(run.graph.ops.ops.size()) {
        for (std::size_t index = 0; index < run.graph.size(); ++index) {
            m_nodes[run.graph.nodeOps[NodeId(index)]].emplace_back(index);
        }
    }

    Status write() {
        TRY(checkSizes());
        TRY(parameters());
        for (std::size_t index = 0; index < m_nodes.size(); ++index) {
            m_control.report("export", index, m_nodes.size());
            TRY(m_nodes[OpId(index)].empty() ? Status(Ok{}) : arraysOf(OpId(index)));
        }
        TRY(requests());
        if (!m_run.words.empty()) {
            std::vector<std::int64_t> bytes;
            bytes.reserve(m_run.words.size());
            for (const char byte : m_run.words) {
                bytes.push_back(static_cast<unsigned char>(byte));
            }
            TRY(addWhole("vocabulary/utf8", {bytes.size()}, bytes));
        }
        return m_file.finish();
    }
    [[nodiscard]] ExportSummary takeSummary() { return std::move(m_summary); }

private:
    using Shape = std::vector<std::uint64_t>;

    [[nodiscard]] const OpSet& ops() const { return m_run.graph.ops; }

    /// Config error if an array exceeds the memory limit; called before anything is written.
    [[nodiscard]] Status checkSizes() const {
        std::uint64_t largest = 0;
        for (const ParamSpec& param : ops().params) {
            largest =
                std::max(largest, static_cast<std::uint64_t>(param.rows) * static_cast<std::uint64_t>(param.columns));
        }
        for (std::size_t index = 0; index < m_nodes.size(); ++index) {
            const Op& op = ops().ops[OpId(index)];
            for (std::size_t output = 0; output < op.outputs(); ++output) {
                largest =
                    std::max(largest, m_nodes[OpId(index)].size() * static_cast<std::uint64_t>(op.outputWidth(output)));
            }
        }
        const std::uint64_t bytes = 2 * largest * sizeof(double); // the numbers and their bytes in the file
        return bytes <= memoryLimit()
                   ? Status(Ok{})
                   : Error{ErrorCode::Config, fmt::format("the largest of the exported arrays takes {}; {}",
                                                          formatBytes(bytes), limitAdvice(memoryLimit(), bytes))};
    }

    Status add(const NamedArray& array) {
        if (m_control.stopRequested()) {
            return cancelledError();
        }
        m_summary.arrays.push_back(array.info);
        m_summary.checksums.push_back(checksumOf(array.bytes));
        m_summary.bytes += array.bytes.size();
        return m_file.add(array);
    }
    Status addWhole(std::string name, Shape shape, const std::vector<std::int64_t>& numbers) {
        return add(arrayOf<std::int64_t>(std::move(name), std::move(shape), numbers));
    }
    /// Adds an array of the net's type.
    Status addReal(std::string name, Shape shape, const std::vector<double>& numbers) {
        if (ops().dtype == DType::Float64) {
            return add(arrayOf<double>(std::move(name), std::move(shape), numbers));
        }
        std::vector<float> narrow(numbers.size());
        for (std::size_t index = 0; index < numbers.size(); ++index) {
            narrow[index] = static_cast<float>(numbers[index]);
        }
        return add(arrayOf<float>(std::move(name), std::move(shape), narrow));
    }

    Status parameters() {
        const std::vector<std::string> names = weightNames(ops());
        for (std::size_t index = 0; index < names.size(); ++index) {
            const ParamSpec& param = ops().params[ParamId(index)];
            const Shape shape = {static_cast<std::uint64_t>(param.rows), static_cast<std::uint64_t>(param.columns)};
            const std::string name = kParameterPrefix + names[index];
            TRY(addReal(name, shape, m_run.parameters.numbers(ParamId(index))));
            if (m_run.gradients != nullptr) {
                TRY(addReal("grad/" + name, shape, m_run.gradients->parameter(ParamId(index))));
            }
        }
        return Ok{};
    }

    Status arraysOf(OpId id) {
        TRY(places(id));
        const Op& op = ops().ops[id];
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            TRY(arguments(id, slot));
        }
        for (std::size_t output = 0; output < op.outputs(); ++output) {
            TRY(values(id, static_cast<std::uint32_t>(output)));
        }
        return Ok{};
    }

    /// The ids of the nodes and their origins.
    Status places(OpId id) {
        std::vector<std::int64_t> nodes;
        std::vector<std::int64_t> trees;
        std::vector<std::int64_t> treeNodes;
        std::vector<std::int64_t> items;
        const Op& op = ops().ops[id];
        for (const NodeId node : m_nodes[id]) {
            nodes.push_back(numberOf(node));
            trees.push_back(numberOf(m_run.graph.origins[node].tree));
            treeNodes.push_back(numberOf(m_run.graph.origins[node].treeNode));
            if (op.isVariadic()) {
                items.push_back(static_cast<std::int64_t>(m_run.graph.slotOf(node, op.fixedSlots()).size()));
            }
        }
        const std::string& name = m_names[id];
        for (const auto& [kind, numbers] : {std::pair("nodes/", &nodes), std::pair("tree/", &trees),
                                            std::pair("tree_node/", &treeNodes), std::pair("items/", &items)}) {
            if (!numbers->empty()) {
                TRY(addWhole(kind + name, {numbers->size()}, *numbers));
            }
        }
        return Ok{};
    }

    Status arguments(OpId id, std::size_t slot) {
        const ArgumentType& type = ops().ops[id].arguments[slot];
        std::vector<std::int64_t> numbers;
        std::vector<double> constants;
        std::uint64_t given = 0; // number of rows in `constants`
        for (const NodeId node : m_nodes[id]) {
            for (const Argument& argument : m_run.graph.slotOf(node, slot)) {
                if (argument.isValue()) {
                    numbers.insert(numbers.end(), {numberOf(argument.node()), std::int64_t{argument.output}});
                } else if (argument.kind == ArgumentClass::Integer) {
                    numbers.push_back(std::int64_t{argument.payload});
                } else {
                    const auto row = m_run.graph.constants[argument.constant()];
                    numbers.insert(numbers.end(), {kNoNode, static_cast<std::int64_t>(given++)});
                    constants.insert(constants.end(), row.begin(), row.end());
                }
            }
        }
        const std::string name = fmt::format("args/{}/{}", m_names[id], slot);
        if (type.kind == ArgumentClass::Constant) {
            return addReal(name, {given, static_cast<std::uint64_t>(type.width)}, constants);
        }
        if (given > 0) {
            const Shape shape = {given, static_cast<std::uint64_t>(type.width)};
            TRY(addReal(fmt::format("constants/{}/{}", m_names[id], slot), shape, constants));
        }
        return type.kind == ArgumentClass::Integer ? addWhole(name, {numbers.size()}, numbers)
                                                   : addWhole(name, {numbers.size() / 2, 2}, numbers);
    }

    Status values(OpId id, std::uint32_t output) {
        const auto width = static_cast<std::uint64_t>(ops().ops[id].outputWidth(output));
        const Shape shape = {m_nodes[id].size(), width};
        const std::string name = fmt::format("value/{}/{}", m_names[id], output);
        std::vector<double> numbers;
        std::vector<double> row;
        for (const NodeId node : m_nodes[id]) {
            m_run.values.read({node, output}, row);
            numbers.insert(numbers.end(), row.begin(), row.end());
        }
        if (Status added = addReal(name, shape, numbers); !added || m_run.gradients == nullptr) {
            return added;
        }
        numbers.clear();
        for (const NodeId node : m_nodes[id]) {
            m_run.gradients->state().read({node, output}, row);
            ++m_summary.gradients;
            if (row.empty() && width > 0) {
                ++m_summary.unknownGradients;
                row.assign(width, std::numeric_limits<double>::quiet_NaN());
            }
            numbers.insert(numbers.end(), row.begin(), row.end());
        }
        return addReal("grad/" + name, shape, numbers);
    }

    Status requests() {
        std::vector<std::int64_t> requested;
        for (const Value value : m_run.graph.outputs) {
            requested.insert(requested.end(), {numberOf(value.node), std::int64_t{value.output}});
        }
        const std::vector<std::int64_t> targets(m_run.graph.targets.begin(), m_run.graph.targets.end());
        TRY(addWhole("outputs/values", {requested.size() / 2, 2}, requested));
        TRY(addWhole("outputs/targets", {targets.size()}, targets));
        if (ops().tagChain) {
            const std::vector<std::int64_t> tags = bestTags(m_run.graph, m_run.parameters, m_run.values);
            TRY(addWhole("outputs/tags", {tags.size()}, tags));
        }
        if (m_run.gradients == nullptr) {
            return Ok{};
        }
        const double loss = m_run.gradients->loss();
        return add(arrayOf<double>("loss", {}, std::span(&loss, 1)));
    }

    const ExportedRun& m_run;
    ArrayWriter& m_file;
    const RunControl& m_control;
    IdVector<OpId, std::string> m_names;
    IdVector<OpId, std::vector<NodeId>> m_nodes; ///< by op, in order of the node ids
    ExportSummary m_summary;
};

} // namespace

Result<ExportSummary> exportValues(const ExportedRun& run, ArrayWriter& file, const RunControl& control) {
    Exporter exporter(run, file, control);
    const Status written = exporter.write();
    return written ? Result<ExportSummary>(exporter.takeSummary()) : written.error();
}

namespace {

std::size_t placeOfLargest(std::span<const double> numbers) {
    return static_cast<std::size_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
}

/// The concatenated scores of the words of a sentence, whose nodes are `chain`.
std::vector<double> wordScores(std::span<const NodeId> chain, const OpGraph& graph, const RecordedState& values) {
    std::vector<double> scores;
    for (const NodeId place : chain) {
        const Argument& ofWord = graph.slotOf(place, 0).front();
        const std::vector<double> row = values.row({ofWord.node(), ofWord.output});
        scores.insert(scores.end(), row.begin(), row.end());
    }
    return scores;
}

std::vector<double> plus(std::span<const double> left, std::span<const double> right) {
    std::vector<double> sums(left.size());
    std::transform(left.begin(), left.end(), right.begin(), sums.begin(), std::plus<>());
    return sums;
}

/// Extends the best sequences by a word: `best` and the result are scores by last tag, `before` the tag before it.
std::vector<double> withWord(const TagScores& scores, std::span<const double> best, std::size_t word,
                             std::span<std::size_t> before) {
    const std::size_t classes = best.size();
    std::vector<double> longer(classes);
    std::vector<double> from(classes);
    for (std::size_t tag = 0; tag < classes; ++tag) {
        for (std::size_t other = 0; other < classes; ++other) {
            from[other] = best[other] + scores.transitions[other * classes + tag];
        }
        before[tag] = placeOfLargest(from);
        longer[tag] = from[before[tag]] + scores.words[word * classes + tag];
    }
    return longer;
}

} // namespace

std::vector<std::int64_t> bestSequence(const TagScores& scores) {
    const std::size_t classes = scores.ends.size() / 2;
    BATCHSCOPE_CHECK(classes > 0 && scores.transitions.size() == classes * classes);
    const std::size_t words = scores.words.size() / classes;
    std::vector<std::size_t> before(words * classes);
    std::vector<double> best(classes);
    for (std::size_t word = 0; word < words; ++word) {
        best = word == 0 ? plus(scores.words.first(classes), scores.ends.first(classes))
                         : withWord(scores, best, word, std::span(before).subspan(word * classes, classes));
    }
    std::vector<std::int64_t> tags(words);
    std::size_t tag = placeOfLargest(plus(best, scores.ends.subspan(classes)));
    for (std::size_t word = words; word-- > 0;) {
        tags[word] = static_cast<std::int64_t>(tag);
        tag = before[word * classes + tag];
    }
    return tags;
}

std::vector<std::int64_t> bestTags(const OpGraph& graph, const Parameters& parameters, const RecordedState& values) {
    const TagChain& chain = *graph.ops.tagChain;
    const std::vector<double> transitions = parameters.numbers(chain.transitions);
    const std::vector<double> ends = parameters.numbers(chain.ends);
    std::vector<std::int64_t> tags;
    std::vector<NodeId> sentence;
    const auto decode = [&] {
        const std::vector<double> words = wordScores(sentence, graph, values);
        const std::vector<std::int64_t> best = bestSequence({words, transitions, ends});
        tags.insert(tags.end(), best.begin(), best.end());
        sentence.clear();
    };
    for (const Value requested : graph.outputs) {
        const NodeId place = graph.slotOf(requested.node, 0).front().node();
        if (graph.nodeOps[place] == chain.first) {
            decode();
        }
        sentence.push_back(place);
    }
    decode();
    return tags;
}

} // namespace batchscope
