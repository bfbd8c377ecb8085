// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_ops.h"

#include "core/graph/op_set.h"
#include "core/nets/program_json.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

// Reads what an op of a program computes: a list of named values, each one primitive (core/graph/op_body.h). A body is
// checked here, before it is built, because BodyBuilder treats a wrong width as a fault of Batchscope itself.
//
//     {"name": "h", "do": "linear", "of": ["x"], "weight": "W", "bias": "b"}
//
// `of` names arguments of the op or earlier values. The other keys depend on `do`: lookup `table`; linear `weight` and,
// optionally, `bias`; fill `width` and `number`; slice `begin` and `width`; widen `width`; scale, shift, power and
// leaky_relu `number`; transpose `number`, the columns of the matrix; layer_norm optionally `number`, what is added to
// the variance. `do`: the names of primitiveName() except argument. Of two rows that are combined column by column one
// may have width 1: it is widened.

/// Bounds of a program: how wide a value may be, and how many values a body may have.
constexpr std::int64_t kWidestValue = 16'384;

constexpr std::size_t kMostBodyValues = 10'000;
using ParamNames = std::unordered_map<std::string_view, ParamId>;
/// What a body may use.
struct BodyScope {
    const IdVector<ParamId, ParamSpec>& params;
    const ParamNames& paramNames;
    std::vector<std::string_view> argumentNames; ///< by slot
    std::vector<ArgumentType> arguments;         ///< by slot
};

struct ReadBody {
    OpBody body;
    /// By slot: an integer given there must be below this, the rows of the smallest table it is looked up in.
    std::vector<std::uint32_t> integerEnds;
    std::string whyOpaque = {}; ///< of an op that is known by what it takes and returns alone
};

struct NamedMatrix {
    std::string_view name;
    std::int64_t rows;
    std::int64_t columns;
};

/// `width` is that of the row it should multiply.
std::string weightDoesNotFit(const NamedMatrix& weight, std::int64_t width) {
    return fmt::format("found weight '{}' [{}, {}] on a row of {}; expected {} columns", weight.name, weight.rows,
                       weight.columns, width, width);
}

std::string biasDoesNotFit(const NamedMatrix& bias, const NamedMatrix& weight) {
    return fmt::format("found bias '{}' [{}, {}]; expected [1, {}]: one column for each row of weight '{}'", bias.name,
                       bias.rows, bias.columns, weight.rows, weight.name);
}

std::string weightMakesTooWide(const NamedMatrix& weight, std::int64_t widest) {
    return fmt::format("weight '{}' produces a row of {}; expected at most {}", weight.name, weight.rows, widest);
}

std::string makesTooWide(std::int64_t width, std::int64_t widest) {
    return fmt::format("this produces a row of {}; expected at most {}", width, widest);
}

std::string matrixDoesNotFit(std::int64_t matrix, std::int64_t vector) {
    return fmt::format("a matrix of {} numbers has no rows of {} columns; expected the width of the first row to be a "
                       "multiple of that of the second",
                       matrix, vector);
}

std::string sidesDiffer(std::string_view left, std::string_view right) {
    return fmt::format("found {} on the left and {} on the right; expected the same on both sides; apply spread to "
                       "one side or segment_sum to the other first",
                       left, right);
}

std::vector<std::string_view> keysOf(Primitive primitive) {
    switch (primitive) {
    case Primitive::Lookup: return {"name", "do", "of", "table"};
    case Primitive::Fill: return {"name", "do", "width", "number"};
    case Primitive::Linear: return {"name", "do", "of", "weight", "bias"};
    case Primitive::Slice: return {"name", "do", "of", "begin", "width"};
    case Primitive::Widen: return {"name", "do", "of", "width"};
    default: break;
    }
    if (entryOf(primitive).hasNumber) {
        return {"name", "do", "of", "number"};
    }
    return {"name", "do", "of"};
}

/// What a name stands for.
struct Named {
    BodyId value;         ///< invalid for an integer argument
    std::size_t slot = 0; ///< of an integer argument
    std::int32_t width = 0;
    RowsOf rows = RowsOf::Nodes;
    bool ofSharedOnly = false; ///< one row for the whole batch
};

std::string_view rowsText(RowsOf rows) {
    return rows == RowsOf::Items ? "one row for each item" : "one row for each node";
}

NamedMatrix matrixOf(const ParamSpec& param) {
    return {param.name, param.rows, param.columns};
}

class BodyReader {
public:
    BodyReader(const BodyScope& scope, ProgramFault& fault) : m_scope(scope), m_fault(fault), m_builder(scope.params) {
        m_integerEnds.assign(scope.arguments.size(), std::numeric_limits<std::int32_t>::max());
        for (std::size_t slot = 0; slot < scope.arguments.size(); ++slot) {
            m_names.emplace(scope.argumentNames[slot], argument(slot, scope.arguments[slot]));
        }
    }

    void readValue(const JsonPlace& place) {
        if (!place.value.is_object()) {
            m_fault.addFound(place,
                             "a value of the body: an object with 'name', 'do' and the keys that this 'do' needs");
            return;
        }
        const std::optional<Primitive> primitive = readDo(place);
        if (!primitive || !checkObject(place, keysOf(*primitive), "a value of this kind", m_fault)) {
            return;
        }
        const std::string_view name = nameIn(place, "name", m_fault);
        const std::vector<Named> of = readOf(place, *primitive);
        if (!m_fault.found() && m_names.contains(name)) {
            m_fault.add(place, words::secondNamed("value or argument", name));
        }
        if (!m_fault.found()) {
            if (const Named made = make(place, *primitive, of); !m_fault.found()) {
                m_names.emplace(name, made);
            }
        }
    }

    void readOutput(const JsonPlace& place) {
        const std::optional<Named> named = find(place);
        if (!named) {
            return;
        }
        if (!named->value.valid() || named->rows == RowsOf::Items || named->ofSharedOnly) {
            m_fault.add(place, named->ofSharedOnly
                                   ? std::string_view("this output depends on shared arguments only and has one row "
                                                      "for the whole batch; expected a row for each node; "
                                                      "give one of these arguments the class row")
                               : named->value.valid() ? "this output has one row for each item; expected one for each "
                                                        "node; combine the items with segment_sum"
                                                      : "found an integer argument; expected a row; look it up first");
            return;
        }
        m_builder.output(named->value);
    }

    void readCall(const JsonPlace& width, std::size_t output) {
        const std::int64_t columns = integerAt(width, {1, kWidestValue}, m_fault);
        if (!m_fault.found()) {
            m_builder.output(m_builder.call(static_cast<std::int32_t>(output), static_cast<std::int32_t>(columns)));
        }
    }

    ReadBody take() { return {m_builder.take(), std::move(m_integerEnds)}; }

private:
    Named argument(std::size_t slot, const ArgumentType& type) {
        const auto index = static_cast<std::int32_t>(slot);
        if (type.kind == ArgumentClass::Integer) {
            return {BodyId(), slot};
        }
        const bool many = type.arity == Arity::Any;
        const BodyId value = many ? m_builder.items(index, type.width) : m_builder.argument(index, type.width);
        return {value, slot, type.width, many ? RowsOf::Items : RowsOf::Nodes, type.kind == ArgumentClass::Shared};
    }

    std::optional<Primitive> readDo(const JsonPlace& place) {
        const std::string_view wanted = nameIn(place, "do", m_fault);
        if (m_fault.found()) {
            return std::nullopt;
        }
        std::string known;
        for (const PrimitiveEntry& entry : kPrimitives) {
            if (entry.primitive == Primitive::Argument || entry.primitive == Primitive::Call) {
                continue; // arguments have names of their own; a program has nothing to call
            }
            if (wanted == entry.name) {
                return entry.primitive;
            }
            known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
        }
        m_fault.addFound(*place.member("do"), fmt::format("one of {}", known));
        return std::nullopt;
    }

    std::optional<Named> find(const JsonPlace& place) {
        if (!place.value.is_string()) {
            m_fault.addFound(place, "the name of an argument or of an earlier value");
            return std::nullopt;
        }
        const auto found = m_names.find(place.value.get_ref<const std::string&>());
        if (found == m_names.end()) {
            m_fault.addFound(place, "the name of an argument or of an earlier value of this body");
            return std::nullopt;
        }
        return found->second;
    }

    std::vector<Named> readOf(const JsonPlace& place, Primitive primitive) {
        const std::size_t count =
            primitive == Primitive::Lookup ? 1 : static_cast<std::size_t>(operandCount(primitive));
        std::vector<Named> operands;
        if (count == 0 || m_fault.found()) {
            return operands;
        }
        const std::optional<JsonPlace> of = arrayIn(place, "of", kMostBodyValues, m_fault);
        if (!of) {
            return operands;
        }
        if (of->value.size() != count) {
            m_fault.addFound(
                *of, fmt::format("exactly {} name{} for {}", count, count == 1 ? "" : "s", primitiveName(primitive)));
        }
        for (std::size_t index = 0; index < count && !m_fault.found(); ++index) {
            const JsonPlace operand = of->element(index);
            const std::optional<Named> named = find(operand);
            if (named && named->value.valid() == (primitive == Primitive::Lookup)) {
                m_fault.addFound(operand, primitive == Primitive::Lookup
                                              ? "the name of an integer argument; only integers can be looked up"
                                              : "the name of a row; this one is an integer: look it up first");
            }
            operands.push_back(named.value_or(Named{}));
        }
        return operands;
    }

    Named make(const JsonPlace& place, Primitive primitive, const std::vector<Named>& of) {
        switch (primitive) {
        case Primitive::Lookup: return makeLookup(place, of[0]);
        case Primitive::Fill: return makeFill(place);
        case Primitive::Linear: return makeLinear(place, of[0]);
        case Primitive::Slice: return makeSlice(place, of[0]);
        case Primitive::SegmentSum:
        case Primitive::SegmentMean:
        case Primitive::SegmentMax:
        case Primitive::Spread: return makeItems(place, primitive, of[0]);
        case Primitive::Widen: return makeWiden(place, of[0]);
        case Primitive::Transpose: return makeTranspose(place, of[0]);
        case Primitive::LayerNorm: return makeLayerNorm(place, of[0]);
        case Primitive::Outer:
        case Primitive::MatVec: return makeProduct(place, primitive, of[0], of[1]);
        default: break;
        }
        if (entryOf(primitive).hasNumber) {
            return makeWithNumber(place, primitive, of[0]);
        }
        return operandCount(primitive) == 2 ? makeBinary(place, primitive, of[0], of[1]) : makeUnary(primitive, of[0]);
    }

    Named makeLookup(const JsonPlace& place, const Named& integer) {
        const ParamId table = param(place, "table");
        if (m_fault.found()) {
            return {};
        }
        const ParamSpec& spec = m_scope.params[table];
        std::uint32_t& end = m_integerEnds[integer.slot];
        end = std::min(end, static_cast<std::uint32_t>(spec.rows));
        return {m_builder.lookup(table, static_cast<std::int32_t>(integer.slot)), 0, spec.columns};
    }

    Named makeFill(const JsonPlace& place) {
        const auto width = static_cast<std::int32_t>(integerIn(place, "width", {1, kWidestValue}, m_fault));
        const std::optional<JsonPlace> number = place.member("number");
        if (!number) {
            m_fault.add(place, words::missingKey("number", "the number that fills the row"));
            return {};
        }
        const double filled = numberAt(*number, m_fault);
        return m_fault.found() ? Named{} : Named{m_builder.fill(width, filled), 0, width};
    }

    Named makeLinear(const JsonPlace& place, const Named& input) {
        const ParamId weight = param(place, "weight");
        const bool hasBias = place.member("bias").has_value();
        const ParamId bias = hasBias ? param(place, "bias") : ParamId();
        if (m_fault.found()) {
            return {};
        }
        const ParamSpec& matrix = m_scope.params[weight];
        if (matrix.columns != input.width) {
            m_fault.add(place, weightDoesNotFit(matrixOf(matrix), input.width));
        } else if (matrix.rows > kWidestValue) {
            m_fault.add(place, weightMakesTooWide(matrixOf(matrix), kWidestValue));
        } else if (hasBias && (m_scope.params[bias].rows != 1 || m_scope.params[bias].columns != matrix.rows)) {
            m_fault.add(place, biasDoesNotFit(matrixOf(m_scope.params[bias]), matrixOf(matrix)));
        }
        if (m_fault.found()) {
            return {};
        }
        return {m_builder.linear(input.value, weight, bias), 0, matrix.rows, input.rows, input.ofSharedOnly};
    }

    Named makeSlice(const JsonPlace& place, const Named& input) {
        const std::int64_t begin = integerIn(place, "begin", {0, input.width - 1}, m_fault);
        const std::int64_t width = integerIn(place, "width", {1, input.width - begin}, m_fault);
        if (m_fault.found()) {
            return {};
        }
        const auto columns = static_cast<std::int32_t>(width);
        return {m_builder.slice(input.value, static_cast<std::int32_t>(begin), columns), 0, columns, input.rows,
                input.ofSharedOnly};
    }

    Named makeItems(const JsonPlace& place, Primitive primitive, const Named& input) {
        const bool sums = combinesItems(primitive);
        const RowsOf wanted = sums ? RowsOf::Items : RowsOf::Nodes;
        const bool isVariadic = std::any_of(m_scope.arguments.begin(), m_scope.arguments.end(),
                                            [](const ArgumentType& type) { return type.arity == Arity::Any; });
        if (input.rows != wanted || !isVariadic) {
            m_fault.add(place,
                        fmt::format("found {}{}; {} needs {}, in an op with a variadic argument", rowsText(input.rows),
                                    isVariadic ? "" : " in an op without a variadic argument", primitiveName(primitive),
                                    rowsText(wanted)));
            return {};
        }
        const BodyId value = sums ? m_builder.combineItems(primitive, input.value) : m_builder.spread(input.value);
        return {value, 0, input.width, sums ? RowsOf::Nodes : RowsOf::Items};
    }

    Named makeUnary(Primitive primitive, const Named& input) {
        if (readsRows(primitive)) {
            const BodyId value = m_builder.overRow(primitive, input.value);
            const bool isOneColumn = primitive == Primitive::RowSum || primitive == Primitive::RowMax;
            return {value, 0, isOneColumn ? 1 : input.width, input.rows, input.ofSharedOnly};
        }
        return {m_builder.elementwise(primitive, input.value), 0, input.width, input.rows, input.ofSharedOnly};
    }

    Named makeWithNumber(const JsonPlace& place, Primitive primitive, const Named& input) {
        const std::optional<JsonPlace> number = place.member("number");
        if (!number) {
            m_fault.add(place, words::missingKey("number", words::kJsonNumber));
            return {};
        }
        const double given = numberAt(*number, m_fault);
        if (m_fault.found()) {
            return {};
        }
        return {m_builder.withNumber(primitive, input.value, given), 0, input.width, input.rows, input.ofSharedOnly};
    }

    Named makeLayerNorm(const JsonPlace& place, const Named& input) {
        constexpr double kUsualEpsilon = 1e-5; // PyTorch's
        const std::optional<JsonPlace> number = place.member("number");
        const double epsilon = number ? numberAt(*number, m_fault) : kUsualEpsilon;
        if (!m_fault.found() && epsilon <= 0.0) {
            m_fault.addFound(*number, "a number above 0");
        }
        if (m_fault.found()) {
            return {};
        }
        return {m_builder.layerNorm(input.value, epsilon), 0, input.width, input.rows, input.ofSharedOnly};
    }

    Named makeTranspose(const JsonPlace& place, const Named& input) {
        const auto columns = static_cast<std::int32_t>(integerIn(place, "number", {1, input.width}, m_fault));
        if (!m_fault.found() && input.width % columns != 0) {
            m_fault.add(place, matrixDoesNotFit(input.width, columns));
        }
        if (m_fault.found()) {
            return {};
        }
        return {m_builder.transpose(input.value, columns), 0, input.width, input.rows, input.ofSharedOnly};
    }

    Named makeWiden(const JsonPlace& place, const Named& input) {
        const auto width = static_cast<std::int32_t>(integerIn(place, "width", {1, kWidestValue}, m_fault));
        if (!m_fault.found() && input.width != 1) {
            m_fault.add(place,
                        fmt::format("found a row of {} columns; widen takes a row of one column, such as that of dot",
                                    input.width));
        }
        return m_fault.found() ? Named{} : widened(input, width);
    }

    Named widened(const Named& input, std::int32_t width) {
        return {m_builder.widen(input.value, width), 0, width, input.rows, input.ofSharedOnly};
    }

    Named makeProduct(const JsonPlace& place, Primitive primitive, const Named& left, const Named& right) {
        const bool isOuter = primitive == Primitive::Outer;
        const std::int64_t width = isOuter ? std::int64_t{left.width} * right.width : left.width / right.width;
        if (left.rows != right.rows) {
            m_fault.add(place, sidesDiffer(rowsText(left.rows), rowsText(right.rows)));
        } else if (!isOuter && left.width % right.width != 0) {
            m_fault.add(place, matrixDoesNotFit(left.width, right.width));
        } else if (width > kWidestValue) {
            m_fault.add(place, makesTooWide(width, kWidestValue));
        }
        if (m_fault.found()) {
            return {};
        }
        const BodyId value =
            isOuter ? m_builder.outer(left.value, right.value) : m_builder.matVec(left.value, right.value);
        return {value, 0, static_cast<std::int32_t>(width), left.rows, left.ofSharedOnly && right.ofSharedOnly};
    }

    Named makeBinary(const JsonPlace& place, Primitive primitive, Named left, Named right) {
        const bool joins = primitive == Primitive::Concat;
        if (left.rows != right.rows) {
            m_fault.add(place, sidesDiffer(rowsText(left.rows), rowsText(right.rows)));
        } else if (!joins && left.width != right.width && left.width != 1 && right.width != 1) {
            m_fault.add(place, fmt::format("found rows of {} and {}; {} needs rows of equal width", left.width,
                                           right.width, primitiveName(primitive)));
        } else if (joins && left.width + right.width > kWidestValue) {
            m_fault.add(place, makesTooWide(left.width + right.width, kWidestValue));
        }
        if (m_fault.found()) {
            return {};
        }
        const bool isDot = primitive == Primitive::Dot;
        if (!joins && left.width != right.width) {
            (left.width == 1 ? left : right) =
                widened(left.width == 1 ? left : right, std::max(left.width, right.width));
        }
        const BodyId value = joins   ? m_builder.concat(left.value, right.value)
                             : isDot ? m_builder.dot(left.value, right.value)
                                     : m_builder.elementwise(primitive, left.value, right.value);
        return {value, 0,
                joins   ? left.width + right.width
                : isDot ? 1
                        : left.width,
                left.rows, left.ofSharedOnly && right.ofSharedOnly};
    }

    ParamId param(const JsonPlace& place, std::string_view key) {
        const std::string_view name = nameIn(place, key, m_fault);
        if (m_fault.found()) {
            return {};
        }
        const auto found = m_scope.paramNames.find(name);
        if (found == m_scope.paramNames.end()) {
            m_fault.addFound(*place.member(key), "the name of a parameter in /params");
            return {};
        }
        return found->second;
    }

    const BodyScope& m_scope;
    ProgramFault& m_fault;
    BodyBuilder m_builder;
    std::unordered_map<std::string_view, Named> m_names;
    std::vector<std::uint32_t> m_integerEnds;
};

/// Reads `body` and `outputs` of an op. Only to be used when no fault was found.
ReadBody readBody(const JsonPlace& op, const BodyScope& scope, ProgramFault& fault) {
    BodyReader reader(scope, fault);
    const std::optional<JsonPlace> values = arrayIn(op, "body", kMostBodyValues, fault);
    for (std::size_t index = 0; !fault.found() && index < values->value.size(); ++index) {
        reader.readValue(values->element(index));
    }
    if (fault.found()) {
        return {};
    }
    const std::optional<JsonPlace> outputs = arrayIn(op, "outputs", kMostBodyValues, fault);
    if (outputs && outputs->value.empty()) {
        fault.addFound(*outputs, "the names of one or more values that the op returns");
    }
    for (std::size_t index = 0; !fault.found() && index < outputs->value.size(); ++index) {
        reader.readOutput(outputs->element(index));
    }
    return reader.take();
}

/// The same of `opaque`: `{"widths": [4, 4], "why": "…"}`, the columns of each output and why nothing more is known.
ReadBody readOpaque(const JsonPlace& op, const BodyScope& scope, ProgramFault& fault) {
    constexpr auto keys = std::to_array<std::string_view>({"widths", "why"});
    const JsonPlace place = *op.member("opaque");
    if (!checkObject(place, keys, "an opaque op", fault)) {
        return {};
    }
    const std::optional<JsonPlace> why = place.member("why");
    if (!why || !why->value.is_string() || why->value.get_ref<const std::string&>().empty()) {
        fault.add(place, words::missingKey("why", "a sentence that says why nothing more is known of the op"));
        return {};
    }
    BodyReader reader(scope, fault);
    const std::optional<JsonPlace> widths = arrayIn(place, "widths", kMostBodyValues, fault);
    if (widths && widths->value.empty()) {
        fault.addFound(*widths, "the columns of one or more outputs");
    }
    for (std::size_t output = 0; !fault.found() && output < widths->value.size(); ++output) {
        reader.readCall(widths->element(output), output);
    }
    ReadBody read = reader.take();
    read.whyOpaque = why->value.get<std::string>();
    return read;
}

constexpr words::ProgramPart kProgramParameter = {"a parameter", "parameter"};
constexpr words::ProgramPart kProgramArgument = {"an argument", "argument"};
constexpr words::ProgramPart kProgramOp = {"an op", "op"};
// Parameters.
constexpr std::string_view kWaysToStart = R"("uniform", "zero" or "one")";

constexpr auto kParamKeys = std::to_array<std::string_view>({"name", "rows", "columns", "init", "values"});
constexpr auto kOpKeys = std::to_array<std::string_view>({"name", "arguments", "body", "outputs", "batchable"});
constexpr auto kOpaqueOpKeys = std::to_array<std::string_view>({"name", "arguments", "opaque", "batchable"});
constexpr auto kArgumentKeys = std::to_array<std::string_view>({"name", "class", "width", "variadic"});

bool flagOr(const JsonPlace& object, std::string_view key, bool otherwise, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    if (!place) {
        return otherwise;
    }
    if (!place->value.is_boolean()) {
        fault.addFound(*place, words::kJsonTrueOrFalse);
        return otherwise;
    }
    return place->value.get<bool>();
}

/// The numbers of a parameter, row after row.
void readGiven(const JsonPlace& place, ParamSpec& spec, ProgramFault& fault) {
    const std::optional<JsonPlace> values = place.member("values");
    if (!values || fault.found()) {
        return;
    }
    const std::int64_t count = std::int64_t{spec.rows} * spec.columns;
    if (place.member("init")) {
        fault.add(*values, "found both 'init' and 'values'; remove one of them");
    } else if (!values->value.is_array() || values->value.size() != static_cast<std::size_t>(count)) {
        fault.addFound(*values, fmt::format("an array of {} · {} = {} numbers, row after row", spec.rows, spec.columns,
                                            std::int64_t{spec.rows} * spec.columns));
    }
    std::vector<double> numbers;
    numbers.reserve(fault.found() ? 0 : values->value.size());
    for (std::size_t index = 0; !fault.found() && index < values->value.size(); ++index) {
        numbers.push_back(numberAt(values->element(index), fault));
    }
    spec.given = std::make_shared<const std::vector<double>>(std::move(numbers));
}

ParamSpec readParam(const JsonPlace& place, ProgramFault& fault) {
    if (!checkObject(place, kParamKeys, kProgramParameter.one, fault)) {
        return {};
    }
    ParamSpec spec;
    spec.name = nameIn(place, "name", fault);
    spec.rows = static_cast<std::int32_t>(integerIn(place, "rows", {1, kMostRows}, fault));
    spec.columns = static_cast<std::int32_t>(integerIn(place, "columns", {1, kWidestValue}, fault));
    if (const std::optional<JsonPlace> init = place.member("init")) {
        if (init->value != "uniform" && init->value != "zero" && init->value != "one") {
            fault.addFound(*init, kWaysToStart);
        }
        spec.init = init->value == "zero"  ? ParamInit::Zero
                    : init->value == "one" ? ParamInit::One
                                           : ParamInit::Uniform;
    }
    readGiven(place, spec, fault);
    return spec;
}

ParamNames readParams(const JsonPlace& program, OpSet& set, ProgramFault& fault) {
    ParamNames names;
    if (!program.member("params")) {
        return names;
    }
    const std::optional<JsonPlace> params = arrayIn(program, "params", kMostParams, fault);
    std::int64_t numbers = 0;
    for (std::size_t index = 0; !fault.found() && index < params->value.size(); ++index) {
        const JsonPlace place = params->element(index);
        ParamSpec spec = readParam(place, fault);
        numbers += std::int64_t{spec.rows} * spec.columns;
        if (numbers > kMostNumbers) {
            fault.add(place, fmt::format("this parameter brings the total to {} numbers; expected at most {}", numbers,
                                         kMostNumbers));
        }
        if (fault.found()) {
            return names;
        }
        const std::string_view name = nameIn(place, "name", fault);
        if (!names.emplace(name, set.params.push_back(std::move(spec))).second) {
            fault.add(place, words::secondNamed(kProgramParameter.kind, name));
        }
    }
    return names;
}

std::optional<ArgumentClass> readClass(const JsonPlace& place, ProgramFault& fault) {
    const std::string_view name = nameIn(place, "class", fault);
    for (const ArgumentClass kind :
         {ArgumentClass::Row, ArgumentClass::Shared, ArgumentClass::Integer, ArgumentClass::Constant}) {
        if (name == argumentClassName(kind)) {
            return kind;
        }
    }
    if (!fault.found()) {
        fault.addFound(*place.member("class"), "row, shared, integer or constant");
    }
    return std::nullopt;
}

ArgumentType readArgument(const JsonPlace& place, DType dtype, ProgramFault& fault) {
    if (!checkObject(place, kArgumentKeys, kProgramArgument.one, fault)) {
        return {};
    }
    const std::optional<ArgumentClass> kind = readClass(place, fault);
    if (!kind) {
        return {};
    }
    ArgumentType type{*kind, 0, dtype};
    if (*kind != ArgumentClass::Integer) {
        type.width = static_cast<std::int32_t>(integerIn(place, "width", {1, kWidestValue}, fault));
    } else if (place.member("width")) {
        fault.add(place, "an integer argument has no width; remove the key 'width'");
    }
    if (flagOr(place, "variadic", false, fault)) {
        type.arity = Arity::Any;
        if (*kind != ArgumentClass::Row) {
            fault.add(place, fmt::format("found a variadic argument of class {}; only rows can be variadic",
                                         argumentClassName(*kind)));
        }
    }
    return type;
}

void readArguments(const JsonPlace& op, DType dtype, BodyScope& scope, ProgramFault& fault) {
    const std::optional<JsonPlace> arguments = arrayIn(op, "arguments", kMostArguments, fault);
    for (std::size_t slot = 0; !fault.found() && slot < arguments->value.size(); ++slot) {
        const JsonPlace place = arguments->element(slot);
        scope.arguments.push_back(readArgument(place, dtype, fault));
        if (fault.found()) {
            return;
        }
        const std::string_view name = nameIn(place, "name", fault);
        const auto& known = scope.argumentNames;
        if (!fault.found() && std::find(known.begin(), known.end(), name) != known.end()) {
            fault.add(place, words::secondNamed(kProgramArgument.kind, name));
        }
        scope.argumentNames.push_back(name);
        if (slot > 0 && scope.arguments[slot - 1].arity == Arity::Any && scope.arguments[slot].arity == Arity::One) {
            fault.add(place, "found an argument after a variadic one; variadic arguments must come last");
        }
    }
}

/// An op of which a program says what it takes and returns, and no more.
class UnknownCall final : public OpCall {
public:
    UnknownCall(std::string why, Batchable batchable) : m_why(std::move(why)), m_batchable(batchable) {}

    [[nodiscard]] const std::vector<ParamId>& parameters() const override { return m_parameters; }
    [[nodiscard]] const std::string& title() const override { return m_why; }
    [[nodiscard]] std::string_view unknown() const override { return m_why; }
    [[nodiscard]] std::string_view hazard() const override {
        return m_batchable == Batchable::No ? std::string_view(m_why) : std::string_view();
    }

private:
    std::vector<ParamId> m_parameters;
    std::string m_why;
    Batchable m_batchable;
};

} // namespace

ProgramOps readOps(const JsonPlace& program, DType dtype, ProgramFault& fault) {
    ProgramOps read;
    read.set.dtype = dtype;
    const ParamNames params = readParams(program, read.set, fault);
    if (fault.found()) {
        return read;
    }
    const std::optional<JsonPlace> ops = arrayIn(program, "ops", kMostOps, fault);
    for (std::size_t index = 0; !fault.found() && index < ops->value.size(); ++index) {
        const JsonPlace place = ops->element(index);
        const bool isOpaque = place.value.is_object() && place.member("opaque");
        if (!checkObject(place, isOpaque ? std::span<const std::string_view>(kOpaqueOpKeys) : kOpKeys, kProgramOp.one,
                         fault)) {
            return read;
        }
        const std::string_view name = nameIn(place, "name", fault);
        BodyScope scope{read.set.params, params, {}, {}};
        readArguments(place, dtype, scope, fault);
        const Batchable batchable = flagOr(place, "batchable", true, fault) ? Batchable::Yes : Batchable::No;
        if (fault.found()) {
            return read;
        }
        ReadBody body = isOpaque ? readOpaque(place, scope, fault) : readBody(place, scope, fault);
        std::shared_ptr<const OpCall> call;
        if (isOpaque) {
            call = std::make_shared<UnknownCall>(std::move(body.whyOpaque), batchable);
        }
        const OpId id = read.set.ops.push_back({.name = std::string(name),
                                                .arguments = std::move(scope.arguments),
                                                .body = std::move(body.body),
                                                .batchable = batchable,
                                                .call = std::move(call)});
        read.integerEnds.push_back(std::move(body.integerEnds));
        if (!read.names.emplace(name, id).second) {
            fault.add(place, words::secondNamed(kProgramOp.kind, name));
        }
    }
    return read;
}

} // namespace batchscope
