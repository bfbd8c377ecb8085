// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/memory_use.h"

#include "core/base/check.h"
#include "core/plan/gradient_plan.h"
#include "core/plan/launch_plan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace batchscope {

namespace {

constexpr std::uint32_t kNotMade = std::numeric_limits<std::uint32_t>::max();

/// Something that takes memory from one step to another.
struct Life {
    std::uint32_t made = kNotMade; ///< step; kNotMade: nobody makes it
    std::uint32_t read = 0;        ///< last step that reads it
    bool isRequested = false;
};

/// Adds up lives: those of one key are shown as one.
class Lives {
public:
    explicit Lives(std::size_t steps) : m_steps(steps), m_made(steps + 1, 0), m_freed(steps + 1, 0) {}

    void add(const Life& life, std::uint64_t bytes, std::uint32_t key) {
        if (life.made == kNotMade || m_steps == 0) {
            return;
        }
        const auto last = static_cast<std::uint32_t>(m_steps - 1);
        const std::uint32_t read = life.isRequested ? last : std::max(life.made, life.read);
        m_made[life.made] += bytes;
        m_freed[std::size_t{read} + 1] += bytes;
        m_all.push_back({life.made, read, life.isRequested, key, bytes});
    }

    /// Without names of holders, which `name` gives by key.
    template <typename Name>
    [[nodiscard]] MemoryUse use(const Name& name) const {
        MemoryUse use;
        std::uint64_t written = 0;
        std::uint64_t needed = 0;
        for (std::size_t step = 0; step < m_steps; ++step) {
            written += m_made[step];
            needed += m_made[step];
            needed -= m_freed[step];
            use.written.push_back(written);
            use.needed.push_back(needed);
        }
        use.held = written;
        if (m_steps > 0) {
            const auto most = std::max_element(use.needed.begin(), use.needed.end());
            use.peak = BatchId(static_cast<std::size_t>(most - use.needed.begin()));
            use.holders = holdersAt(use.peak.value, name);
        }
        return use;
    }

private:
    struct One {
        std::uint32_t made;
        std::uint32_t read;
        bool isRequested;
        std::uint32_t key;
        std::uint64_t bytes;
    };

    template <typename Name>
    [[nodiscard]] std::vector<MemoryHolder> holdersAt(std::uint32_t step, const Name& name) const {
        std::map<std::uint32_t, MemoryHolder> byKey;
        for (const One& one : m_all) {
            if (one.made > step || one.read < step) {
                continue;
            }
            MemoryHolder& holder = byKey[one.key];
            ++holder.rows;
            holder.bytes += one.bytes;
            holder.requested += one.isRequested ? 1 : 0;
            const BatchId freed(std::size_t{one.read});
            holder.firstFreed = holder.firstFreed.valid() ? std::min(holder.firstFreed, freed) : freed;
            holder.lastFreed = holder.lastFreed.valid() ? std::max(holder.lastFreed, freed) : freed;
        }
        std::vector<MemoryHolder> holders;
        for (auto& [key, holder] : byKey) {
            name(key, holder);
            holders.push_back(std::move(holder));
        }
        std::stable_sort(holders.begin(), holders.end(),
                         [](const MemoryHolder& left, const MemoryHolder& right) { return left.bytes > right.bytes; });
        return holders;
    }

    std::size_t m_steps;
    std::vector<std::uint64_t> m_made;
    std::vector<std::uint64_t> m_freed;
    std::vector<One> m_all;
};

/// The lives of rows and products in the engine's memory.
class PlanLives {
public:
    PlanLives(const OpGraph& graph, const NetCode& code, const LaunchPlan& plan)
        : m_graph(graph), m_code(code), m_plan(plan), m_rows(plan.rows.end.index()), m_lives(plan.rows.batches.size()) {
    }

    MemoryUse use() {
        findProducts();
        takeMakers();
        takeReaders();
        takeProducts();
        for (const Value& value : m_graph.outputs) {
            m_rows[m_plan.rows.rowOf(value).index()].isRequested = true;
        }
        for (std::size_t index = 0; index < m_rows.size(); ++index) {
            if (m_rows[index].made != kNotMade) {
                const RowId row(index);
                m_lives.add(m_rows[index], bytesOfRow(row), m_plan.places.classOf(row).space.value);
            }
        }
        MemoryUse use = m_lives.use([this](std::uint32_t key, MemoryHolder& holder) { nameHolder(key, holder); });
        use.held = m_plan.end() * kRowUnit;
        return use;
    }

private:
    /// Product rows that one launch writes.
    struct Written {
        Offset first = 0;
        Offset end = 0;
        std::uint32_t batch = 0;
        ProductId product = {};
    };

    [[nodiscard]] std::uint64_t bytesOfRow(RowId row) const {
        return std::uint64_t{m_plan.places.classOf(row).stride} * kRowUnit;
    }
    [[nodiscard]] std::size_t spaceCount() const { return m_plan.places.spaces.size(); }
    [[nodiscard]] std::uint32_t productKey(GroupId group, SpaceId space) const {
        return static_cast<std::uint32_t>(spaceCount() * (1 + group.index()) + space.index());
    }
    [[nodiscard]] std::uint32_t gatheredKey(GroupId group) const {
        return static_cast<std::uint32_t>(spaceCount() * (1 + m_code.groups.size()) + group.index());
    }

    /// Launches by the place of what they write.
    void findProducts() {
        for (const LaunchStep& step : m_plan.launches.steps) {
            if (step.kind != LaunchStep::Kind::Product) {
                continue;
            }
            const ProductLaunch& launch = m_plan.launches.products[step.product()];
            const Offset end = launch.output + launch.rows * m_plan.places.strides[launch.group];
            m_written.push_back({launch.output, end, step.batch.value, step.product()});
        }
        std::sort(m_written.begin(), m_written.end(),
                  [](const Written& left, const Written& right) { return left.first < right.first; });
    }

    [[nodiscard]] const Written* writerOf(Offset offset) const {
        const auto after = std::upper_bound(m_written.begin(), m_written.end(), offset,
                                            [](Offset at, const Written& each) { return at < each.first; });
        const bool isInside = after != m_written.begin() && offset < (after - 1)->end;
        return isInside ? &*(after - 1) : nullptr;
    }

    /// Which step makes each row: static ones are there before the first, where a launch may serve several batches.
    void takeMakers() {
        for (const RowId row : m_plan.rows.staticRows()) {
            m_rows[row.index()].made = 0;
        }
        for (const BatchId id : m_plan.rows.batches.ids()) {
            const PlannedBatch& batch = m_plan.rows.batches[id];
            for (const RunId run : batch.runs) {
                for (const RowId row : m_plan.rows.runs[run].rows) {
                    m_rows[row.index()].made = id.value;
                }
            }
            if (m_plan.launching == Launching::PerBatch) {
                for (const RowId row : batch.newStatics) {
                    m_rows[row.index()].made = id.value;
                }
            }
        }
    }

    void takeReaders() {
        for (const BatchId id : m_plan.rows.batches.ids()) {
            const PlannedBatch& batch = m_plan.rows.batches[id];
            const CellCode& cell = m_code.ops[batch.op];
            for (std::size_t index = 0; index < cell.operands.size(); ++index) {
                const OperandId operand(index);
                if (cell.operands[operand].source != OperandSource::Parameter && cell.operands[operand].isRead) {
                    takeReader(id.value, batch, cell.operands[operand], operand);
                }
            }
        }
    }

    void takeReader(std::uint32_t step, const PlannedBatch& batch, const CodeOperand& code, OperandId operand) {
        for (const UseId use : m_plan.rows.usesOf(batch, operand)) {
            const RowId row = m_plan.rows.uses[use];
            Life& life = m_rows[row.index()];
            if (!code.group.valid()) {
                life.read = std::max(life.read, step);
                continue;
            }
            const Written* const writer = writerOf(m_plan.places.productOffsetOf(row, code.group));
            if (writer != nullptr) { // the launch reads the row, and this step the product
                life.read = std::max(life.read, writer->batch);
                Product& product = m_products[m_plan.places.productOffsetOf(row, code.group)];
                product.life.made = writer->batch;
                product.life.read = std::max(product.life.read, step);
                product.group = code.group;
                product.space = m_plan.places.classOf(row).space;
            }
        }
    }

    void takeProducts() {
        for (const auto& [offset, product] : m_products) {
            m_lives.add(product.life, std::uint64_t{m_plan.places.strides[product.group]} * kRowUnit,
                        productKey(product.group, product.space));
        }
        for (const Written& written : m_written) {
            const ProductLaunch& launch = m_plan.launches.products[written.product];
            for (std::uint32_t row = 0; launch.gathered.valid() && row < launch.rows; ++row) {
                m_lives.add({written.batch, written.batch, false}, std::uint64_t{launch.inputStride} * kRowUnit,
                            gatheredKey(launch.group));
            }
        }
    }

    [[nodiscard]] std::string weightsOf(GroupId group) const {
        std::string names;
        for (const GroupWeight& weight : m_code.groups[group].weights) {
            names += names.empty() ? "" : ", ";
            names += m_graph.ops.params[weight.weight].name;
        }
        return names;
    }

    /// The op whose kernels make rows of the space, or the table that they are of.
    [[nodiscard]] std::string makerOf(SpaceId space) const {
        if (const CopyLaunch* const copy = m_plan.places.copyInto(space); copy != nullptr) {
            return copy->source.table.valid() ? m_graph.ops.params[copy->source.table].name : std::string();
        }
        return m_graph.ops.ops[m_code.spaces[space].op].name;
    }

    void nameHolder(std::uint32_t key, MemoryHolder& holder) const {
        const std::size_t level = key / spaceCount();
        if (level > m_code.groups.size()) {
            holder.kind = MemoryHolder::Kind::Gathered;
            holder.name = weightsOf(GroupId(key - spaceCount() * (1 + m_code.groups.size())));
            return;
        }
        const SpaceId space(key % spaceCount());
        if (level > 0) {
            holder.kind = MemoryHolder::Kind::Product;
            holder.name = weightsOf(GroupId(level - 1));
            holder.of = makerOf(space);
            return;
        }
        holder.name = makerOf(space);
        if (m_plan.places.copyInto(space) != nullptr) {
            holder.kind = MemoryHolder::Kind::Input;
            return;
        }
        const std::vector<CodeOutput>& outputs = m_code.ops[m_code.spaces[space].op].outputs;
        const auto output = std::find_if(outputs.begin(), outputs.end(),
                                         [space](const CodeOutput& each) { return each.space == space; });
        holder.kind = output == outputs.end() ? MemoryHolder::Kind::Inside : MemoryHolder::Kind::Value;
        holder.output = output == outputs.end() ? 0 : static_cast<std::uint32_t>(output - outputs.begin());
    }

    struct Product {
        Life life;
        GroupId group;
        SpaceId space;
    };

    const OpGraph& m_graph;
    const NetCode& m_code;
    const LaunchPlan& m_plan;
    std::vector<Life> m_rows; // by RowId
    std::vector<Written> m_written;
    std::unordered_map<Offset, Product> m_products; // by place
    Lives m_lives;
};

/// What the plain bodies keep: each output of each node.
MemoryUse useOfValues(const OpGraph& graph, const Schedule& schedule) {
    IdVector<OpId, std::uint32_t> firstKeys;
    std::vector<std::pair<OpId, std::uint32_t>> keys;
    for (std::size_t op = 0; op < graph.ops.ops.size(); ++op) {
        firstKeys.push_back(static_cast<std::uint32_t>(keys.size()));
        for (std::uint32_t output = 0; output < graph.ops.ops[OpId(op)].outputs(); ++output) {
            keys.emplace_back(OpId(op), output);
        }
    }
    std::vector<std::uint32_t> firstOutputs(graph.size() + 1, 0);
    for (std::size_t node = 0; node < graph.size(); ++node) {
        firstOutputs[node + 1] = firstOutputs[node] + static_cast<std::uint32_t>(graph.opOf(NodeId(node)).outputs());
    }
    std::vector<Life> lives(firstOutputs.back());
    const auto lifeOf = [&](NodeId node, std::uint32_t output) -> Life& {
        return lives[firstOutputs[node.index()] + output];
    };
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const std::uint32_t step = schedule.places[node].batch.value;
        for (std::uint32_t output = 0; output < graph.opOf(node).outputs(); ++output) {
            lifeOf(node, output).made = step;
        }
        for (const Argument& argument : graph.argumentsOf(node)) {
            if (argument.isValue()) {
                Life& life = lifeOf(argument.node(), argument.output);
                life.read = std::max(life.read, step);
            }
        }
    }
    for (const Value& value : graph.outputs) {
        lifeOf(value.node, value.output).isRequested = true;
    }
    Lives all(schedule.batchCount());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const Op& op = graph.opOf(node);
        for (std::uint32_t output = 0; output < op.outputs(); ++output) {
            all.add(lifeOf(node, output), static_cast<std::uint64_t>(op.outputWidth(output)) * bytesOf(graph.ops.dtype),
                    firstKeys[graph.nodeOps[node]] + output);
        }
    }
    return all.use([&](std::uint32_t key, MemoryHolder& holder) {
        holder.name = graph.ops.ops[keys[key].first].name;
        holder.output = keys[key].second;
    });
}

} // namespace

MemoryUse memoryUse(const OpGraph& graph, const NetCode& code, const LaunchPlan& plan) {
    return PlanLives(graph, code, plan).use();
}

MemoryUse memoryUse(const OpGraph& graph, const Schedule& schedule, PassChoice passes, bool trains) {
    MemoryUse use;
    if (passes) {
        const NetCode code = compileNet(graph.ops, *passes);
        const LaunchPlan plan = makeLaunchPlan({code, graph, schedule, planOptionsFor(graph.ops, code, trains)});
        use = plan.fits() ? memoryUse(graph, code, plan) : useOfValues(graph, schedule);
        if (plan.fits() && trains) {
            use.withGradients = makeGradientPlan(code, graph, plan, 1).end * kRowUnit;
        }
    } else {
        use = useOfValues(graph, schedule);
    }
    use.passes = passes;
    use.trains = trains;
    return use;
}

} // namespace batchscope
