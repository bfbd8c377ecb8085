// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/exec/random_net.h"

#include "core/base/random.h"
#include "core/graph/fold.h"
#include "tests/support/mixed_graph.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace batchscope::testing {

namespace {

constexpr DType kDtype = DType::Float64;
constexpr std::array<std::int32_t, 3> kWidths = {2, 3, 4}; // of arguments and looked-up rows
constexpr std::int32_t kMaxWidth = 11;                     // of a concatenation
constexpr std::size_t kVocabulary = 2;                     // so that many calls are equal; no table has fewer rows

/// Of the last few where there are many, so that values build on each other.
template <typename T>
const T& anyOfLast(Random& random, const std::vector<T>& all, std::size_t few) {
    return all[all.size() - 1 - random.below(std::min(all.size(), few))];
}

std::int32_t anyWidth(Random& random) {
    return kWidths[random.below(kWidths.size())];
}

/// Parameters of a shape: often one that another value has already.
class Weights {
public:
    Weights(Random& random, OpSet& set) : m_random(random), m_set(set) {}

    /// To multiply with, or to look rows up in.
    ParamId matrix(std::int32_t columns) {
        return oneOf(columns, false, static_cast<std::int32_t>(kVocabulary + m_random.below(4)));
    }
    ParamId bias(std::int32_t columns) { return oneOf(columns, true, 1); }
    [[nodiscard]] std::int32_t rows(ParamId id) const { return m_set.params[id].rows; }

private:
    ParamId oneOf(std::int32_t columns, bool isVector, std::int32_t newRows) {
        std::vector<ParamId> fitting;
        for (std::size_t index = 0; index < m_set.params.size(); ++index) {
            const ParamSpec& spec = m_set.params[ParamId(index)];
            if (spec.columns == columns && (spec.rows == 1) == isVector) {
                fitting.emplace_back(index);
            }
        }
        if (!fitting.empty() && m_random.below(3) > 0) {
            return fitting[m_random.below(fitting.size())];
        }
        return m_set.params.push_back({"P" + std::to_string(m_set.params.size()), newRows, columns});
    }

    Random& m_random;
    OpSet& m_set;
};

/// Writes one body, primitive on primitive.
class BodyWriter {
public:
    BodyWriter(Random& random, OpSet& set) : m_random(random), m_weights(random, set), m_body(set.params) {}

    OpBody write(const std::vector<ArgumentType>& arguments) {
        for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
            read(static_cast<std::int32_t>(slot), arguments[slot]);
        }
        if (m_nodes.empty() || m_random.below(4) == 0) {
            const std::int32_t width = anyWidth(m_random);
            m_nodes.push_back({m_body.fill(width, 0.5 * static_cast<double>(m_random.below(4)) - 0.5), width});
        }
        for (std::size_t left = 1 + m_random.below(10); left > 0; --left) {
            extend();
        }
        if (!m_items.empty()) {
            sumItems(m_items.back());
        }
        for (std::size_t left = 1 + m_random.below(3); left > 0; --left) {
            m_body.output(anyOfLast(m_random, m_nodes, 4).id);
        }
        return m_body.take();
    }

private:
    struct Row {
        BodyId id;
        std::int32_t width = 0;
    };

    void read(std::int32_t slot, const ArgumentType& type) {
        if (type.kind == ArgumentClass::Integer) {
            const std::int32_t width = anyWidth(m_random);
            m_nodes.push_back({m_body.lookup(m_weights.matrix(width), slot), width});
        } else if (type.arity == Arity::Any) {
            m_items.push_back({m_body.items(slot, type.width), type.width});
        } else {
            m_nodes.push_back({m_body.argument(slot, type.width), type.width});
        }
    }

    /// One more value; sometimes none, when what was drawn does not fit.
    void extend() {
        const bool ofItems = !m_items.empty() && m_random.below(2) == 0;
        std::vector<Row>& rows = ofItems ? m_items : m_nodes;
        const Row x = anyOfLast(m_random, rows, 4);
        switch (m_random.below(ofItems ? 12 : 11)) {
        case 0: rows.push_back({activation(x.id), x.width}); break;
        case 1:
        case 2: combine(rows, x); break;
        case 3: multiplyByWeight(rows, x); break;
        case 4: concatenate(rows, x); break;
        case 5: slice(rows, x); break;
        case 6: spreadOne(); break;
        case 7: rows.push_back({withNumber(x.id), x.width}); break;
        case 8: divide(rows, x); break;
        case 9: overRow(rows, x); break;
        case 10: ofTwoRows(rows, x); break;
        default: sumItems(x);
        }
    }

    BodyId activation(BodyId x) {
        static const std::vector<Primitive> kFunctions = [] {
            std::vector<Primitive> functions;
            for (const PrimitiveEntry& entry : kPrimitives) {
                if (isFunction(entry.primitive)) {
                    functions.push_back(entry.primitive);
                }
            }
            return functions;
        }();
        const Primitive function = kFunctions[m_random.below(kFunctions.size())];
        if (function == Primitive::Log || function == Primitive::Sqrt) {
            return m_body.elementwise(function, above(x));
        }
        return m_body.elementwise(function, function == Primitive::Exp ? m_body.tanh(x) : x); // powers of e stay small
    }

    /// At least 0.5, as a divisor, and where a logarithm or a root is taken.
    BodyId above(BodyId x) { return m_body.shift(m_body.elementwise(Primitive::Abs, x), 0.5); }

    BodyId withNumber(BodyId x) {
        switch (m_random.below(5)) {
        case 0: return m_body.scale(x, -0.5);
        case 1: return m_body.shift(x, 0.25);
        case 2: return m_body.withNumber(Primitive::LeakyRelu, x, 0.1);
        case 3: return m_body.withNumber(Primitive::Power, m_body.tanh(x), static_cast<double>(m_random.below(4)));
        default: return m_body.withNumber(Primitive::Power, above(x), m_random.below(2) == 0 ? -0.5 : 1.5);
        }
    }

    void divide(std::vector<Row>& rows, const Row& x) {
        const BodyId divisor = above(x.id);
        rows.push_back({m_body.elementwise(Primitive::Divide, equallyWide(rows, x), divisor), x.width});
    }

    void overRow(std::vector<Row>& rows, const Row& x) {
        switch (m_random.below(6)) {
        case 4: rows.push_back({m_body.transpose(x.id, x.width % 2 == 0 ? 2 : x.width), x.width}); break;
        case 0: rows.push_back({m_body.overRow(Primitive::Softmax, x.id), x.width}); break;
        case 1: rows.push_back({m_body.overRow(Primitive::LogSoftmax, x.id), x.width}); break;
        case 2: rows.push_back({m_body.layerNorm(x.id, 0.1), x.width}); break;
        case 3: rows.push_back({m_body.widen(m_body.overRow(Primitive::RowSum, x.id), x.width), x.width}); break;
        default: rows.push_back({m_body.widen(m_body.overRow(Primitive::RowMax, x.id), x.width), x.width});
        }
    }

    void ofTwoRows(std::vector<Row>& rows, const Row& x) {
        const Row y = rows[m_random.below(rows.size())];
        switch (m_random.below(3)) {
        case 0: rows.push_back({m_body.widen(m_body.dot(x.id, equallyWide(rows, x)), x.width), x.width}); break;
        case 1:
            if (x.width * y.width <= kMaxWidth) {
                rows.push_back({m_body.outer(x.id, y.id), x.width * y.width});
            }
            break;
        default:
            if (x.width > y.width && x.width % y.width == 0) { // of one row only a column would be left
                rows.push_back({m_body.matVec(x.id, y.id), x.width / y.width});
            }
        }
    }

    BodyId equallyWide(const std::vector<Row>& rows, const Row& x) {
        std::vector<Row> fitting;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(fitting),
                     [&](const Row& row) { return row.width == x.width; });
        return fitting[m_random.below(fitting.size())].id;
    }

    void combine(std::vector<Row>& rows, const Row& x) {
        const BodyId y = equallyWide(rows, x);
        switch (m_random.below(7)) {
        case 2: rows.push_back({m_body.elementwise(Primitive::Minimum, x.id, y), x.width}); break;
        case 3: rows.push_back({m_body.elementwise(Primitive::Maximum, x.id, y), x.width}); break;
        case 4: rows.push_back({m_body.elementwise(Primitive::Step, x.id, y), x.width}); break;
        case 5: rows.push_back({m_body.elementwise(Primitive::Mask, x.id, y), x.width}); break;
        case 0: rows.push_back({m_body.add(x.id, y), x.width}); break;
        case 1: rows.push_back({m_body.subtract(x.id, y), x.width}); break;
        default: rows.push_back({m_body.multiply(x.id, y), x.width});
        }
    }

    void multiplyByWeight(std::vector<Row>& rows, const Row& x) {
        const ParamId weight = m_weights.matrix(x.width);
        const std::int32_t width = m_weights.rows(weight);
        const ParamId bias = m_random.below(2) == 0 ? ParamId() : m_weights.bias(width);
        rows.push_back({m_body.linear(x.id, weight, bias), width});
    }

    void concatenate(std::vector<Row>& rows, const Row& x) {
        const Row y = rows[m_random.below(rows.size())];
        if (x.width + y.width <= kMaxWidth) {
            rows.push_back({m_body.concat(x.id, y.id), x.width + y.width});
        }
    }

    void slice(std::vector<Row>& rows, const Row& x) {
        const auto begin = static_cast<std::int32_t>(m_random.below(static_cast<std::size_t>(x.width) - 1));
        const std::int32_t most = x.width - begin;
        const auto width = 2 + static_cast<std::int32_t>(m_random.below(static_cast<std::size_t>(most) - 1));
        rows.push_back({m_body.slice(x.id, begin, width), width});
    }

    void spreadOne() {
        if (!m_items.empty()) {
            const Row y = m_nodes[m_random.below(m_nodes.size())];
            m_items.push_back({m_body.spread(y.id), y.width});
        }
    }

    void sumItems(const Row& items) {
        constexpr std::array<Primitive, 3> kWays = {Primitive::SegmentSum, Primitive::SegmentMean,
                                                    Primitive::SegmentMax};
        m_nodes.push_back({m_body.combineItems(kWays[m_random.below(kWays.size())], items.id), items.width});
    }

    Random& m_random;
    Weights m_weights;
    BodyBuilder m_body;
    std::vector<Row> m_nodes; // one row for each node
    std::vector<Row> m_items; // one for each item
};

ArgumentType anyArgument(Random& random) {
    switch (random.below(7)) {
    case 0: return {ArgumentClass::Constant, anyWidth(random), kDtype};
    case 1: return {ArgumentClass::Integer, 0, kDtype};
    case 2: return {ArgumentClass::Shared, anyWidth(random), kDtype};
    default: return {ArgumentClass::Row, anyWidth(random), kDtype};
    }
}

std::vector<ArgumentType> anyArguments(Random& random) {
    std::vector<ArgumentType> arguments;
    const bool integersOnly = random.below(12) == 0;
    for (std::size_t left = random.below(4); left > 0; --left) {
        arguments.push_back(integersOnly ? ArgumentType{ArgumentClass::Integer, 0, kDtype} : anyArgument(random));
    }
    const bool isVariadic = random.below(3) == 0;
    for (std::size_t left = isVariadic ? 1 + random.below(2) : 0; left > 0; --left) {
        arguments.push_back({ArgumentClass::Row, anyWidth(random), kDtype, Arity::Any});
    }
    return arguments;
}

/// Makes calls on what was made before.
class Caller {
public:
    Caller(const OpSet& ops, std::uint64_t seed)
        : m_ops(ops), m_random(seed), m_fold(ops, {.merge = static_cast<Merge>(m_random.below(3))}) {}

    OpGraph run(std::size_t calls) {
        m_fold.setOrigin(TreeId(std::size_t{0}), TreeNodeId(std::size_t{0}));
        for (std::size_t op = 0; op < kWidths.size(); ++op) {
            call(OpId(op));
            call(OpId(op));
        }
        m_early = m_made.size();
        const std::size_t rounds = 1 + m_random.below(3);
        for (std::size_t done = 0; done < calls; ++done) {
            m_fold.setRound(static_cast<std::uint32_t>(done * rounds / calls));
            call(OpId(m_random.below(m_ops.ops.size())));
        }
        m_fold.request(m_made.front().value, 0); // a loss needs a target
        m_fold.setTreeCount(1);
        return finished(m_fold);
    }

private:
    struct Made {
        Value value;
        std::int32_t width = 0;
    };

    void call(OpId op) {
        const Op& kind = m_ops.ops[op];
        const Value node = m_fold.add(op, argumentsFor(kind));
        for (std::uint32_t output = 0; output < kind.outputs(); ++output) {
            const Made made{m_fold.output(node, output), kind.outputWidth(output)};
            m_made.push_back(made);
            for (std::size_t left = m_random.below(2) == 0 ? 0 : 1 + m_random.below(2); left > 0; --left) {
                m_fold.request(made.value, static_cast<std::int32_t>(m_random.below(3)) - 1);
            }
        }
    }

    std::vector<Argument> argumentsFor(const Op& kind) {
        std::vector<Argument> arguments;
        const std::size_t fixed = kind.fixedSlots();
        for (std::size_t slot = 0; slot < fixed; ++slot) {
            arguments.push_back(argumentFor(kind.arguments[slot]));
        }
        const std::size_t items = m_random.below(4);
        for (std::size_t slot = fixed; slot < kind.arguments.size(); ++slot) {
            for (std::size_t item = 0; item < items; ++item) {
                arguments.push_back(argumentFor(kind.arguments[slot]));
            }
        }
        return arguments;
    }

    Argument argumentFor(const ArgumentType& type) {
        switch (type.kind) {
        case ArgumentClass::Integer: return Argument::integer(static_cast<std::uint32_t>(m_random.below(kVocabulary)));
        case ArgumentClass::Constant: return anyConstant(type.width);
        case ArgumentClass::Shared:
            return Argument::shared(anyOf(valuesOf(std::span(m_made).first(m_early), type.width)));
        case ArgumentClass::Row: return m_random.below(8) == 0 ? anyConstant(type.width) : anyRow(type.width);
        }
        return {};
    }

    Argument anyConstant(std::int32_t width) {
        std::vector<double> numbers(static_cast<std::size_t>(width));
        std::generate(numbers.begin(), numbers.end(),
                      [&] { return m_random.below(2) == 0 ? 0.5 : m_random.uniform(); });
        return m_fold.constant(numbers);
    }

    /// Mostly one of the last that were made, so that graphs grow deep.
    Value anyRow(std::int32_t width) {
        const std::span<const Made> all = m_made;
        const std::vector<Value> late = valuesOf(all.last(std::min<std::size_t>(all.size(), 24)), width);
        return late.empty() || m_random.below(4) == 0 ? anyOf(valuesOf(all, width)) : anyOf(late);
    }

    Value anyOf(const std::vector<Value>& values) { return values[m_random.below(values.size())]; }

    static std::vector<Value> valuesOf(std::span<const Made> made, std::int32_t width) {
        std::vector<Value> fitting;
        for (const Made& one : made) {
            if (one.width == width) {
                fitting.push_back(one.value);
            }
        }
        return fitting;
    }

    const OpSet& m_ops;
    Random m_random;
    Fold m_fold;
    std::size_t m_early = 0; // values at the start; shared ones are among them, few, so that batches are large
    std::vector<Made> m_made;
};

} // namespace

OpSet randomOps(std::uint64_t seed) {
    Random random(seed);
    OpSet set{.name = "random", .dtype = kDtype, .params = {}, .ops = {}};
    for (const std::int32_t width : kWidths) {
        const ParamId table = Weights(random, set).matrix(width);
        BodyBuilder body(set.params);
        body.output(body.lookup(table, 0));
        set.ops.push_back({"embed" + std::to_string(width), {{ArgumentClass::Integer, 0, kDtype}}, body.take()});
    }
    for (std::size_t left = 2 + random.below(5); left > 0; --left) {
        const std::vector<ArgumentType> arguments = anyArguments(random);
        const Batchable batchable = random.below(6) == 0 ? Batchable::No : Batchable::Yes;
        OpBody body = BodyWriter(random, set).write(arguments);
        set.ops.push_back({"op" + std::to_string(set.ops.size()), arguments, std::move(body), batchable});
    }
    return set;
}

OpGraph randomGraph(const OpSet& ops, std::uint64_t seed, std::size_t calls) {
    return Caller(ops, seed).run(calls);
}

} // namespace batchscope::testing
