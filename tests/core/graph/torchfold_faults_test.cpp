// SPDX-License-Identifier: GPL-3.0-or-later
//
// Four faults that TorchFold passes over in silence, or reports far from their cause. Each test shows what TorchFold
// would have done, by a small emulation of how it records and stacks (torchfold.py, v0.1.0: Fold.add, _batch_args,
// ComputedResult, apply), and that our Fold names the fault at the call. Its cache is left out: no call here is made
// twice.
#include "core/graph/fold.h"
#include "core/schedule/scheduler.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <stdexcept>
#include <variant>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A tensor [rows, 1]: width plays no part here.
using Tensor = std::vector<double>;
/// What an op gives back: one tensor, or a tuple of them.
using Output = std::variant<Tensor, std::vector<Tensor>>;

/// torch.chunk(tensor, count): `count` pieces of ceil(rows / count) rows; fewer where the rows run out.
std::vector<Tensor> chunk(const Tensor& tensor, std::size_t count) {
    const std::size_t size = (tensor.size() + count - 1) / count;
    std::vector<Tensor> pieces;
    for (std::size_t begin = 0; begin < tensor.size(); begin += size) {
        pieces.emplace_back(tensor.begin() + static_cast<std::ptrdiff_t>(begin),
                            tensor.begin() + static_cast<std::ptrdiff_t>(std::min(begin + size, tensor.size())));
    }
    return pieces;
}

/// TorchFold as far as these faults need it. What Python raises is std::runtime_error here.
class TorchFold {
public:
    struct Node {
        std::string op;
        std::size_t step = 0;
        std::size_t index = 0;
        std::size_t splitIndex = kUnsplit;
        bool batch = true;

        [[nodiscard]] Node split(std::size_t which) const { return {op, step, index, which, true}; }
        [[nodiscard]] Node nobatch() const {
            Node node = *this;
            node.batch = false;
            return node;
        }
        bool operator==(const Node&) const = default;
    };
    using Argument = std::variant<Node, Tensor>;
    using Function = std::function<Output(const std::vector<Tensor>&)>;
    static constexpr std::size_t kUnsplit = static_cast<std::size_t>(-1);

    /// Checks nothing but the kind of each argument.
    Node add(const std::string& op, const std::vector<Argument>& arguments) {
        std::size_t step = 0;
        for (const Argument& argument : arguments) {
            if (const auto* const node = std::get_if<Node>(&argument)) {
                step = std::max(step, node->step + 1);
            }
        }
        auto& calls = m_steps[{step, op}];
        calls.push_back(arguments);
        return {op, step, calls.size() - 1, kUnsplit, true};
    }

    /// Runs every step; an error of Python is thrown from here, long after the call that is to blame.
    void apply(const std::map<std::string, Function>& functions) {
        for (const auto& [key, calls] : m_steps) {
            std::vector<Tensor> columns;
            for (const std::vector<Argument>& column : zipped(calls)) {
                columns.push_back(stacked(column));
            }
            const std::size_t size = columns.empty() ? 1 : columns.front().size(); // rows of the first argument
            m_results[key] = {size, functions.at(key.second)(columns)};
            m_ran.push_back(key.second);
        }
    }

    /// The rows that belong to a node.
    [[nodiscard]] Tensor rowsOf(const Node& node) const {
        const Result& result = m_results.at({node.step, node.op});
        if (node.splitIndex == kUnsplit && std::holds_alternative<std::vector<Tensor>>(result.output)) {
            throw std::runtime_error("TypeError: chunk(): argument 'input' must be Tensor, not list");
        }
        const Tensor& whole = node.splitIndex == kUnsplit
                                  ? std::get<Tensor>(result.output)
                                  : std::get<std::vector<Tensor>>(result.output).at(node.splitIndex);
        const std::vector<Tensor> pieces = chunk(whole, result.size);
        if (node.index >= pieces.size()) {
            throw std::runtime_error("IndexError: tuple index out of range");
        }
        return pieces[node.index];
    }

    /// Ops that ran before apply failed.
    [[nodiscard]] const std::vector<std::string>& ran() const { return m_ran; }

private:
    using Key = std::pair<std::size_t, std::string>; // all that decides what batches together: step and name
    struct Result {
        std::size_t size = 0;
        Output output;
    };

    /// zip(*calls): as many columns as the shortest call has arguments.
    static std::vector<std::vector<Argument>> zipped(const std::vector<std::vector<Argument>>& calls) {
        std::size_t shortest = calls.front().size();
        for (const std::vector<Argument>& call : calls) {
            shortest = std::min(shortest, call.size());
        }
        std::vector<std::vector<Argument>> columns(shortest);
        for (const std::vector<Argument>& call : calls) {
            for (std::size_t slot = 0; slot < shortest; ++slot) {
                columns[slot].push_back(call[slot]);
            }
        }
        return columns;
    }

    [[nodiscard]] Tensor stacked(const std::vector<Argument>& column) const {
        const auto* const first = std::get_if<Node>(&column.front());
        Tensor all;
        for (const Argument& argument : column) {
            const auto* const node = std::get_if<Node>(&argument);
            if (node != nullptr && first != nullptr && node->batch != first->batch) {
                throw std::runtime_error("AssertionError");
            }
            if (node != nullptr && !node->batch) {
                if (!(*node == *first)) {
                    throw std::runtime_error("ValueError: Can not use more then one of nobatch argument");
                }
                all = rowsOf(*node);
                continue;
            }
            const Tensor rows = node != nullptr ? rowsOf(*node) : std::get<Tensor>(argument);
            all.insert(all.end(), rows.begin(), rows.end());
        }
        return all;
    }

    std::map<Key, std::vector<std::vector<Argument>>> m_steps;
    std::map<Key, Result> m_results;
    std::vector<std::string> m_ran;
};

/// Sums of rows; a column of one row stands beside columns of any length, as tensors broadcast.
Output sum(const std::vector<Tensor>& columns) {
    std::size_t rows = 0;
    for (const Tensor& column : columns) {
        rows = std::max(rows, column.size());
    }
    Tensor total(rows, 0.0);
    for (const Tensor& column : columns) {
        for (std::size_t row = 0; row < rows; ++row) {
            total[row] += column[column.size() == 1 ? 0 : row];
        }
    }
    return total;
}

Output same(const std::vector<Tensor>& columns) {
    return columns.front();
}

Output twice(const std::vector<Tensor>& columns) {
    return std::vector<Tensor>{columns.front(), columns.front()};
}

std::string failureOf(TorchFold& fold, const std::map<std::string, TorchFold::Function>& functions) {
    try {
        fold.apply(functions);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "none";
}

// ---- the same ops for our Fold, rows of 1 -----------------------------------------------------------------------

constexpr OpId kSame(std::size_t{0});   ///< constant x: x
constexpr OpId kSum2(std::size_t{1});   ///< rows a, b: a + b
constexpr OpId kSumAny(std::size_t{2}); ///< any number of rows: their sum
constexpr OpId kShift(std::size_t{3});  ///< shared s, row x: s + x
constexpr OpId kTwice(std::size_t{4});  ///< row x: x and x

OpSet ourOps() {
    constexpr DType kType = DType::Float64;
    const ArgumentType row{ArgumentClass::Row, 1, kType};
    OpSet set{.name = "faults", .dtype = kType, .params = {}, .ops = {}};
    BodyBuilder given(set.params);
    given.output(given.argument(0, 1));
    set.ops.push_back({"same", {{ArgumentClass::Constant, 1, kType}}, given.take()});
    BodyBuilder two(set.params);
    two.output(two.add(two.argument(0, 1), two.argument(1, 1)));
    set.ops.push_back({"sum2", {row, row}, two.take()});
    BodyBuilder any(set.params);
    any.output(any.segmentSum(any.items(0, 1)));
    set.ops.push_back({"sum", {{ArgumentClass::Row, 1, kType, Arity::Any}}, any.take()});
    BodyBuilder shift(set.params);
    const BodyId shared = shift.argument(0, 1);
    shift.output(shift.add(shared, shift.argument(1, 1)));
    set.ops.push_back({"shift", {{ArgumentClass::Shared, 1, kType}, row}, shift.take()});
    BodyBuilder both(set.params);
    const BodyId x = both.argument(0, 1);
    both.output(x);
    both.output(x);
    set.ops.push_back({"twice", {row}, both.take()});
    return set;
}

Value given(Fold& fold, double number) {
    return fold.add(kSame, {fold.constant(std::array{number})});
}

std::string faultOf(Fold& fold) {
    const Result<OpGraph> graph = std::move(fold).finish();
    EXPECT_TRUE(graph || graph.error().code == ErrorCode::Config);
    return graph ? std::string("none") : graph.error().message;
}

std::vector<double> valuesOf(const OpGraph& graph) {
    std::vector<double> values;
    for (const testing::OracleRow& row : testing::BodyOracle(graph, testing::oracleParams(graph.ops, 1)).outputs()) {
        values.push_back(row.at(0));
    }
    return values;
}

TEST(TorchFoldFaults, ArityDropsChildrenInSilence) {
    TorchFold theirs;
    const TorchFold::Node a = theirs.add("same", {Tensor{1}});
    const TorchFold::Node b = theirs.add("same", {Tensor{2}});
    const TorchFold::Node c = theirs.add("same", {Tensor{4}});
    const TorchFold::Node ofThree = theirs.add("sum", {a, b, c});
    const TorchFold::Node ofTwo = theirs.add("sum", {a, c});
    EXPECT_EQ(failureOf(theirs, {{"same", same}, {"sum", sum}}), "none");
    EXPECT_EQ(theirs.rowsOf(ofTwo), (Tensor{5}));
    EXPECT_EQ(theirs.rowsOf(ofThree), (Tensor{3}))
        << "1 + 2 + 4, without the third child, because another call has two";

    Fold ours(ourOps(), {});
    const Value x = given(ours, 1);
    ours.add(kSum2, {x, x});
    ours.add(kSum2, {x, x, x});
    EXPECT_THAT(faultOf(ours), StartsWith("arity: op 'sum2' takes 2 arguments, got 3"));
}

TEST(TorchFoldFaults, AVariadicOpTakesBothAndDropsNothing) {
    Fold ours(ourOps(), {});
    const Value a = given(ours, 1);
    const Value b = given(ours, 2);
    const Value c = given(ours, 4);
    ours.request(ours.add(kSumAny, {a, b, c}));
    ours.request(ours.add(kSumAny, {a, c}));
    const OpGraph graph = *std::move(ours).finish();
    EXPECT_EQ(valuesOf(graph), (std::vector<double>{7, 5}));
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 2U) << "in one batch";
}

TEST(TorchFoldFaults, RowCountHandsRowsToTheWrongNodes) {
    TorchFold theirs;
    const TorchFold::Node first = theirs.add("same", {Tensor{1, 2}}); // two rows, where each call should bring one
    const TorchFold::Node second = theirs.add("same", {Tensor{3}});
    EXPECT_EQ(failureOf(theirs, {{"same", same}}), "none");
    EXPECT_EQ(theirs.rowsOf(first), (Tensor{1})) << "half of what it gave";
    EXPECT_EQ(theirs.rowsOf(second), (Tensor{2})) << "the other call's row; its own, 3, is nobody's";

    Fold ours(ourOps(), {});
    ours.add(kSame, {ours.constant(std::array{1.0, 2.0}, 2)});
    EXPECT_THAT(faultOf(ours), StartsWith("row-count: a constant must have exactly 1 row, got 2"));
    Fold none(ourOps(), {});
    none.add(kSame, {none.constant({}, 0)});
    EXPECT_THAT(faultOf(none), StartsWith("row-count: a constant must have exactly 1 row, got 0"));
}

/// The second way to the same fault: TorchFold counts the rows of the first argument, and that is shared.
TEST(TorchFoldFaults, ASharedFirstArgumentIsNoBatchSize) {
    TorchFold theirs;
    const TorchFold::Node shared = theirs.add("same", {Tensor{10}});
    const TorchFold::Node a = theirs.add("base", {Tensor{1}});
    const TorchFold::Node b = theirs.add("base", {Tensor{2}});
    const TorchFold::Node first = theirs.add("shift", {shared.nobatch(), a});
    const TorchFold::Node second = theirs.add("shift", {shared.nobatch(), b});
    EXPECT_EQ(failureOf(theirs, {{"same", same}, {"base", same}, {"shift", sum}}), "none");
    EXPECT_EQ(theirs.rowsOf(first), (Tensor{11, 12})) << "one chunk: the rows of both calls";
    EXPECT_THROW(static_cast<void>(theirs.rowsOf(second)), std::runtime_error) << "an IndexError, far from here";

    Fold ours(ourOps(), {});
    const Value s = given(ours, 10);
    for (const double number : {1.0, 2.0}) {
        ours.request(ours.add(kShift, {Argument::shared(s), given(ours, number)}));
    }
    const OpGraph graph = *std::move(ours).finish();
    EXPECT_EQ(valuesOf(graph), (std::vector<double>{11, 12}));
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    EXPECT_EQ(schedule.batchSize(BatchId(schedule.batchCount() - 1)), 2U) << "our batch size is the number of calls";
}

TEST(TorchFoldFaults, MixedSharedIsABareAssertion) {
    TorchFold theirs;
    const TorchFold::Node a = theirs.add("same", {Tensor{1}});
    const TorchFold::Node b = theirs.add("same", {Tensor{2}});
    theirs.add("sum", {a.nobatch(), a});
    theirs.add("sum", {b, a}); // recorded without a word
    EXPECT_EQ(failureOf(theirs, {{"same", same}, {"sum", sum}}), "AssertionError") << "without text, when it runs";

    Fold ours(ourOps(), {});
    const Value x = given(ours, 1);
    ours.add(kShift, {x, x});
    EXPECT_THAT(faultOf(ours), StartsWith("mixed-shared: argument 0 of op 'shift' must be shared, got row"));
    Fold otherWay(ourOps(), {});
    const Value y = given(otherWay, 1);
    otherWay.add(kSum2, {y, Argument::shared(y)});
    EXPECT_THAT(faultOf(otherWay), StartsWith("mixed-shared: argument 1 of op 'sum2' must be row, got shared"));
}

/// Not a fault of ours at all: two shared values are two signatures, so two batches.
TEST(TorchFoldFaults, TwoSharedValuesInOneStepFailThereAndPartBatchesHere) {
    TorchFold theirs;
    const TorchFold::Node a = theirs.add("same", {Tensor{1}});
    const TorchFold::Node b = theirs.add("same", {Tensor{2}});
    theirs.add("shift", {a.nobatch(), a});
    theirs.add("shift", {b.nobatch(), b});
    EXPECT_THAT(failureOf(theirs, {{"same", same}, {"shift", sum}}),
                StartsWith("ValueError: Can not use more then one"));

    Fold ours(ourOps(), {});
    const Value x = given(ours, 1);
    const Value y = given(ours, 2);
    ours.request(ours.add(kShift, {Argument::shared(x), x}));
    ours.request(ours.add(kShift, {Argument::shared(y), y}));
    const OpGraph graph = *std::move(ours).finish();
    EXPECT_EQ(valuesOf(graph), (std::vector<double>{2, 4}));
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 3U);
}

TEST(TorchFoldFaults, UnsplitFailsFarFromItsCause) {
    TorchFold theirs;
    const TorchFold::Node a = theirs.add("same", {Tensor{1}});
    const TorchFold::Node both = theirs.add("twice", {a});
    theirs.add("sum", {both, a}); // should be both.split(2)
    EXPECT_THAT(failureOf(theirs, {{"same", same}, {"twice", twice}, {"sum", sum}}), StartsWith("TypeError"))
        << "about a list, with no word of 'twice'";
    EXPECT_EQ(theirs.ran(), (std::vector<std::string>{"same", "twice"})) << "two steps have run by then";
    TorchFold split;
    const TorchFold::Node b = split.add("same", {Tensor{1}});
    const TorchFold::Node total = split.add("sum", {split.add("twice", {b}).split(1), b});
    EXPECT_EQ(failureOf(split, {{"same", same}, {"twice", twice}, {"sum", sum}}), "none");
    EXPECT_EQ(split.rowsOf(total), (Tensor{2})) << "as it is meant";

    Fold ours(ourOps(), {});
    const Value x = given(ours, 1);
    ours.add(kSum2, {x, ours.add(kTwice, {x})});
    EXPECT_THAT(faultOf(ours), StartsWith("unsplit: op 'twice' has 2 outputs; select one with output(value, k)"));
    Fold requested(ourOps(), {});
    requested.request(requested.add(kTwice, {given(requested, 1)}));
    EXPECT_THAT(faultOf(requested), StartsWith("unsplit: op 'twice'"));
    Fold asShared(ourOps(), {});
    const Value y = given(asShared, 1);
    asShared.add(kShift, {Argument::shared(asShared.add(kTwice, {y})), y});
    EXPECT_THAT(faultOf(asShared), StartsWith("unsplit: op 'twice'"));
    Fold named(ourOps(), {});
    const Value z = given(named, 1);
    named.request(named.add(kSum2, {z, named.output(named.add(kTwice, {z}), 1)}));
    EXPECT_EQ(valuesOf(*std::move(named).finish()), (std::vector<double>{2}));
}

} // namespace
} // namespace batchscope
