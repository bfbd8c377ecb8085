// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_ops.h"

#include "core/graph/op_set.h"

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

// Reads what an op of a program computes: a list of named values, each one primitive (core/graph/op_body.h).
// BodyBuilder would treat a wrong width as a bug in Batchscope, so the body is built and checked here.
//
//     {"name": "h", "do": "linear", "of": ["x"], "weight": "W", "bias": "b"}
//
// `of` names arguments of the op or earlier values. The other keys depend on `do`: lookup `table`; linear `weight` and,
// optionally, `bias`; fill `width` and `number`; slice `begin` and `width`; widen `width`; scale, shift, power and
// leaky_relu `number`; transpose `number`, the columns of the matrix; layer_norm optionally `number`, the term added to
// the variance. `do` is a primitiveName() other than argument and call. If two rows are combined column by column, one
// of them may have width 1; it is widened.

/// Limits of a program: the width of a value, and the number of values in a body.
constexpr std::int64_t kWidestValue = 16'384;

constexpr std::size_t kMostBodyValues = 10'000;
using ParamNames = std::unordered_map<std::string_view, ParamId>;
/// The names and types that a body may use.
struct BodyScope {
    const IdVector<ParamId, ParamSpec>& params;
    const ParamNames& paramNames;
    std::vector<std::string_view> argumentNames; ///< by slot
    std::vector<ArgumentType> arguments;         ///< by slot
};

struct ReadBody {
    OpBody body;
    /// By slot: the exclusive upper bound of an integer argument, the rows of the smallest table it is looked up in.
    std::vector<std::uint32_t> integerEnds;
    std::string whyOpaque = {}; ///< for an opaque op: why only its arguments and outputs are known
};

/// The condition that the widths of a primitive's operands and parameters must meet.
std::string_view needOf(Primitive primitive) {
    switch (primitive) {
    case Primitive::Linear:
        return "a weight with as many columns as the row, and a bias [1, rows of the weight] if any";
    case Primitive::Slice: return "columns inside the row";
    case Primitive::Widen: return "a row of one column";
    case Primitive::Transpose: return "a number of columns that divides the row";
    case Primitive::MatVec: return "a first row whose width is a multiple of the second";
    default: return "rows of equal width, or one of a single column";
    }
}

std::string misfit(const BodyValue& value, const IdVector<BodyId, BodyValue>& before,
                   const IdVector<ParamId, ParamSpec>& params) {
    std::string found = fmt::format("a row of {}", before[value.left].width);
    if (operandCount(value.primitive) == 2) {
        found += fmt::format(" and one of {}", before[value.right].width);
    }
    for (const auto& [kind, id] : {std::pair("weight", value.weight), std::pair("bias", value.bias)}) {
        if (id.valid()) {
            found += fmt::format(", {} '{}' [{}, {}]", kind, params[id].name, params[id].rows, params[id].columns);
        }
    }
    return fmt::format("found {}; {} needs {}", found, primitiveName(value.primitive), needOf(value.primitive));
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

/// The argument or value that a name in a body refers to.
struct Named {
    BodyId value;              ///< invalid for an integer argument
    std::size_t slot = 0;      ///< the argument's slot, for an integer argument
    bool ofSharedOnly = false; ///< depends on shared arguments only: one row for the whole batch
};

std::string_view rowsText(RowsOf rows) {
    return rows == RowsOf::Items ? "one row for each item" : "one row for each node";
}

class BodyReader {
public:
    explicit BodyReader(const BodyScope& scope) : m_scope(scope) {
        m_integerEnds.assign(scope.arguments.size(), std::numeric_limits<std::int32_t>::max());
        for (std::size_t slot = 0; slot < scope.arguments.size(); ++slot) {
            m_names.emplace(scope.argumentNames[slot], argument(slot, scope.arguments[slot]));
        }
    }

    void readValue(const JsonValue& place) {
        if (!place.isObject()) {
            place.failFound("a value of the body: an object with 'name', 'do' and the keys that this 'do' needs");
            return;
        }
        const std::optional<Primitive> primitive = readDo(place);
        if (!primitive || !place.hasOnly(keysOf(*primitive), "a value of this kind")) {
            return;
        }
        const std::string_view name = place["name"].name();
        const BodyValue value = readKeys(place, *primitive);
        const std::vector<Named> of = readOf(place, *primitive);
        if (!place.hasFault() && m_names.contains(name)) {
            place.fail(secondNamed("value or argument", name));
        }
        if (!place.hasFault()) {
            m_names.emplace(name, append(place, value, of));
        }
    }

    void readOutput(const JsonValue& place) {
        const std::optional<Named> named = find(place);
        if (!named) {
            return;
        }
        const bool isRow = named->value.valid();
        if (!isRow || named->ofSharedOnly || rowsOf(*named) == RowsOf::Items) {
            place.fail(!isRow ? std::string_view("found an integer argument; expected a row; look it up first")
                       : named->ofSharedOnly ? "this output depends on shared arguments only and has one row "
                                               "for the whole batch; expected a row for each node; "
                                               "give one of these arguments the class row"
                                             : "this output has one row for each item; expected one for each "
                                               "node; combine the items with segment_sum");
            return;
        }
        m_body.outputs.push_back(named->value);
    }

    void readCall(const JsonValue& width, std::size_t output) {
        m_body.outputs.push_back(m_body.values.push_back(
            {.primitive = Primitive::Call, .width = widthIn(width), .begin = static_cast<std::int32_t>(output)}));
    }

    ReadBody take() { return {std::move(m_body), std::move(m_integerEnds)}; }

private:
    Named argument(std::size_t slot, const ArgumentType& type) {
        if (type.kind == ArgumentClass::Integer) {
            return {BodyId(), slot};
        }
        const BodyId value = m_body.values.push_back({.primitive = Primitive::Argument,
                                                      .width = type.width,
                                                      .rows = type.arity == Arity::Any ? RowsOf::Items : RowsOf::Nodes,
                                                      .argument = static_cast<std::int32_t>(slot)});
        return {value, slot, type.kind == ArgumentClass::Shared};
    }

    [[nodiscard]] RowsOf rowsOf(const Named& named) const { return m_body.values[named.value].rows; }

    static std::int32_t widthIn(const JsonValue& place) {
        return static_cast<std::int32_t>(place.integer(1, kWidestValue));
    }

    std::optional<Primitive> readDo(const JsonValue& place) {
        const std::string_view wanted = place["do"].name();
        if (place.hasFault()) {
            return std::nullopt;
        }
        std::string known;
        for (const PrimitiveEntry& entry : kPrimitives) {
            if (entry.primitive == Primitive::Argument || entry.primitive == Primitive::Call) {
                continue; // arguments are used by name; a program has no methods to call
            }
            if (wanted == entry.name) {
                return entry.primitive;
            }
            known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
        }
        place["do"].failFound(fmt::format("one of {}", known));
        return std::nullopt;
    }

    /// The value without its operands.
    BodyValue readKeys(const JsonValue& place, Primitive primitive) {
        BodyValue value{.primitive = primitive};
        switch (primitive) {
        case Primitive::Lookup: value.weight = param(place["table"]); break;
        case Primitive::Linear:
            value.weight = param(place["weight"]);
            value.bias = place["bias"] ? param(place["bias"]) : ParamId();
            break;
        case Primitive::Slice:
            value.begin = static_cast<std::int32_t>(place["begin"].integer(0, kWidestValue));
            value.width = widthIn(place["width"]);
            break;
        case Primitive::Fill:
        case Primitive::Widen: value.width = widthIn(place["width"]); break;
        default: break;
        }
        const JsonValue number = place["number"];
        if (primitive == Primitive::LayerNorm) {
            constexpr double kUsualEpsilon = 1e-5; // PyTorch's default
            value.number = number ? number.number() : kUsualEpsilon;
            if (value.number <= 0.0) {
                number.failFound("a number above 0");
            }
        } else if (primitive == Primitive::Fill || entryOf(primitive).hasNumber) {
            value.number = number.number();
        }
        return value;
    }

    std::optional<Named> find(const JsonValue& place) {
        const auto found = place.isString() ? m_names.find(place.text()) : m_names.end();
        if (found == m_names.end()) {
            place.failFound("the name of an argument or of an earlier value of this body");
            return std::nullopt;
        }
        return found->second;
    }

    std::vector<Named> readOf(const JsonValue& place, Primitive primitive) {
        const std::size_t count =
            primitive == Primitive::Lookup ? 1 : static_cast<std::size_t>(operandCount(primitive));
        std::vector<Named> operands;
        if (count == 0) {
            return operands;
        }
        const JsonValue of = place["of"];
        if (of.isArray() && of.size() != count) {
            of.failFound(
                fmt::format("exactly {} name{} for {}", count, count == 1 ? "" : "s", primitiveName(primitive)));
        }
        of.forEach([&](const JsonValue& operand) {
            const std::optional<Named> named = find(operand);
            if (named && named->value.valid() == (primitive == Primitive::Lookup)) {
                operand.failFound(primitive == Primitive::Lookup
                                      ? "the name of an integer argument; only integers can be looked up"
                                      : "the name of a row; this one is an integer: look it up first");
            }
            operands.push_back(named.value_or(Named{}));
        });
        return operands;
    }

    /// Checks rows and widths and appends the value. Meaningless after a fault.
    Named append(const JsonValue& place, BodyValue value, const std::vector<Named>& of) {
        const Primitive primitive = value.primitive;
        const bool changesRows = combinesItems(primitive) || primitive == Primitive::Spread;
        if (primitive == Primitive::Lookup) {
            std::uint32_t& end = m_integerEnds[of[0].slot];
            end = std::min(end, static_cast<std::uint32_t>(m_scope.params[value.weight].rows));
            value.argument = static_cast<std::int32_t>(of[0].slot);
        } else if (!of.empty()) {
            value.left = of.front().value;
            value.right = of.size() == 2 ? of.back().value : BodyId();
            value.rows = changesRows ? changedRows(place, primitive, rowsOf(of[0])) : rowsOf(of[0]);
            if (rowsOf(of.back()) != rowsOf(of.front())) {
                place.fail(fmt::format("found {} on the left and {} on the right; expected the same on both sides; "
                                       "apply spread to one side or segment_sum to the other first",
                                       rowsText(rowsOf(of.front())), rowsText(rowsOf(of.back()))));
            }
        }
        if (of.size() == 2 && (isElementwise(primitive) || primitive == Primitive::Dot)) {
            widenNarrower(value);
        }
        const std::optional<std::int32_t> width = widthOf(value, m_body.values, m_scope.params);
        if (!width) {
            place.fail(misfit(value, m_body.values, m_scope.params));
        } else if (*width > kWidestValue) {
            place.fail(fmt::format("this produces a row of {}; expected at most {}", *width, kWidestValue));
        }
        value.width = width.value_or(1);
        const bool ofSharedOnly =
            !of.empty() && !changesRows &&
            std::all_of(of.begin(), of.end(), [](const Named& each) { return each.ofSharedOnly; });
        return {m_body.values.push_back(value), 0, ofSharedOnly};
    }

    RowsOf changedRows(const JsonValue& place, Primitive primitive, RowsOf rows) {
        const RowsOf wanted = primitive == Primitive::Spread ? RowsOf::Nodes : RowsOf::Items;
        const bool isVariadic = std::any_of(m_scope.arguments.begin(), m_scope.arguments.end(),
                                            [](const ArgumentType& type) { return type.arity == Arity::Any; });
        if (rows != wanted || !isVariadic) {
            place.fail(fmt::format("found {}{}; {} needs {}, in an op with a variadic argument", rowsText(rows),
                                   isVariadic ? "" : " in an op without a variadic argument", primitiveName(primitive),
                                   rowsText(wanted)));
        }
        return wanted == RowsOf::Items ? RowsOf::Nodes : RowsOf::Items;
    }

    void widenNarrower(BodyValue& value) {
        const std::int32_t width = std::max(m_body.values[value.left].width, m_body.values[value.right].width);
        for (BodyId* const side : {&value.left, &value.right}) {
            if (m_body.values[*side].width == 1 && width > 1) {
                *side = m_body.values.push_back(
                    {.primitive = Primitive::Widen, .width = width, .rows = m_body.values[*side].rows, .left = *side});
            }
        }
    }

    ParamId param(const JsonValue& place) {
        const auto found = m_scope.paramNames.find(place.name());
        if (found == m_scope.paramNames.end()) {
            place.failFound("the name of a parameter in /params");
            return {};
        }
        return found->second;
    }

    const BodyScope& m_scope;
    OpBody m_body;
    std::unordered_map<std::string_view, Named> m_names;
    std::vector<std::uint32_t> m_integerEnds;
};

/// Reads `body` and `outputs` of an op. Use the result only if no fault was found.
ReadBody readBody(const JsonValue& op, const BodyScope& scope) {
    BodyReader reader(scope);
    op["body"].forEach([&](const JsonValue& value) { reader.readValue(value); }, kMostBodyValues);
    const JsonValue outputs = op["outputs"];
    if (outputs.isArray() && outputs.size() == 0) {
        outputs.failFound("the names of one or more values that the op returns");
    }
    outputs.forEach([&](const JsonValue& output) { reader.readOutput(output); }, kMostBodyValues);
    return reader.take();
}

/// Reads `opaque` of an op: `{"widths": [4, 4], "why": "…"}`, the columns of each output and why no more is known.
ReadBody readOpaque(const JsonValue& place, const BodyScope& scope) {
    constexpr auto keys = std::to_array<std::string_view>({"widths", "why"});
    place.hasOnly(keys, "an opaque op");
    if (!place["why"].isString() || place["why"].text().empty()) {
        place.fail(missingKey("why", "a sentence that says why nothing more is known of the op"));
    }
    BodyReader reader(scope);
    const JsonValue widths = place["widths"];
    if (widths.isArray() && widths.size() == 0) {
        widths.failFound("the columns of one or more outputs");
    }
    std::size_t output = 0;
    widths.forEach([&](const JsonValue& width) { reader.readCall(width, output++); }, kMostBodyValues);
    ReadBody read = reader.take();
    read.whyOpaque = place["why"].text();
    return read;
}

constexpr std::string_view kWaysToStart = R"("uniform", "zero" or "one")";

constexpr auto kParamKeys = std::to_array<std::string_view>({"name", "rows", "columns", "init", "values"});
constexpr auto kOpKeys = std::to_array<std::string_view>({"name", "arguments", "body", "outputs", "batchable"});
constexpr auto kOpaqueOpKeys = std::to_array<std::string_view>({"name", "arguments", "opaque", "batchable"});
constexpr auto kArgumentKeys = std::to_array<std::string_view>({"name", "class", "width", "variadic"});

/// Reads the values of a parameter, row by row, into `spec`.
void readGiven(const JsonValue& place, ParamSpec& spec) {
    const JsonValue values = place["values"];
    if (!values || place.hasFault()) {
        return;
    }
    const std::int64_t count = std::int64_t{spec.rows} * spec.columns;
    if (place["init"]) {
        values.fail("found both 'init' and 'values'; remove one of them");
    } else if (!values.isArray() || values.size() != static_cast<std::size_t>(count)) {
        values.failFound(
            fmt::format("an array of {} · {} = {} numbers, row after row", spec.rows, spec.columns, count));
    }
    std::vector<double> numbers;
    numbers.reserve(place.hasFault() ? 0 : values.size());
    values.forEach([&](const JsonValue& number) { numbers.push_back(number.number()); });
    spec.given = std::make_shared<const std::vector<double>>(std::move(numbers));
}

ParamSpec readParam(const JsonValue& place) {
    place.hasOnly(kParamKeys, "a parameter");
    ParamSpec spec;
    spec.name = place["name"].name();
    spec.rows = static_cast<std::int32_t>(place["rows"].integer(1, kMostRows));
    spec.columns = static_cast<std::int32_t>(place["columns"].integer(1, kWidestValue));
    if (const JsonValue init = place["init"]) {
        const std::string_view way = init.isString() ? init.text() : std::string_view();
        if (way != "uniform" && way != "zero" && way != "one") {
            init.failFound(kWaysToStart);
        }
        spec.init = way == "zero" ? ParamInit::Zero : way == "one" ? ParamInit::One : ParamInit::Uniform;
    }
    readGiven(place, spec);
    return spec;
}

ParamNames readParams(const JsonValue& program, OpSet& set) {
    ParamNames names;
    if (!program["params"]) {
        return names;
    }
    std::int64_t numbers = 0;
    program["params"].forEach(
        [&](const JsonValue& place) {
            ParamSpec spec = readParam(place);
            numbers += std::int64_t{spec.rows} * spec.columns;
            if (numbers > kMostNumbers) {
                place.fail(fmt::format("this parameter brings the total to {} numbers; expected at most {}", numbers,
                                       kMostNumbers));
            }
            const std::string_view name = place["name"].name();
            if (!names.emplace(name, set.params.push_back(std::move(spec))).second) {
                place.fail(secondNamed("parameter", name));
            }
        },
        kMostParams);
    return names;
}

std::optional<ArgumentClass> readClass(const JsonValue& place) {
    const std::string_view name = place.name();
    for (const ArgumentClass kind :
         {ArgumentClass::Row, ArgumentClass::Shared, ArgumentClass::Integer, ArgumentClass::Constant}) {
        if (name == argumentClassName(kind)) {
            return kind;
        }
    }
    place.failFound("row, shared, integer or constant");
    return std::nullopt;
}

ArgumentType readArgument(const JsonValue& place, DType dtype) {
    place.hasOnly(kArgumentKeys, "an argument");
    const std::optional<ArgumentClass> kind = readClass(place["class"]);
    if (!kind) {
        return {};
    }
    ArgumentType type{*kind, 0, dtype};
    if (*kind != ArgumentClass::Integer) {
        type.width = static_cast<std::int32_t>(place["width"].integer(1, kWidestValue));
    } else if (place["width"]) {
        place.fail("an integer argument has no width; remove the key 'width'");
    }
    if (place["variadic"].boolean(false)) {
        type.arity = Arity::Any;
        if (*kind != ArgumentClass::Row) {
            place.fail(fmt::format("found a variadic argument of class {}; only rows can be variadic",
                                   argumentClassName(*kind)));
        }
    }
    return type;
}

void readArguments(const JsonValue& op, DType dtype, BodyScope& scope) {
    op["arguments"].forEach(
        [&](const JsonValue& place) {
            const ArgumentType type = readArgument(place, dtype);
            const std::string_view name = place["name"].name();
            if (std::find(scope.argumentNames.begin(), scope.argumentNames.end(), name) != scope.argumentNames.end()) {
                place.fail(secondNamed("argument", name));
            }
            if (!scope.arguments.empty() && scope.arguments.back().arity == Arity::Any && type.arity == Arity::One) {
                place.fail("found an argument after a variadic one; variadic arguments must come last");
            }
            scope.arguments.push_back(type);
            scope.argumentNames.push_back(name);
        },
        kMostArguments);
}

/// An opaque op: the program declares only what it takes and returns.
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

std::string secondNamed(std::string_view kind, std::string_view name) {
    return fmt::format("found a second {} named '{}'; rename one of them", kind, name);
}

ProgramOps readOps(const JsonValue& program, DType dtype) {
    ProgramOps read;
    read.set.dtype = dtype;
    const ParamNames params = readParams(program, read.set);
    const auto readOp = [&](const JsonValue& place) {
        const JsonValue opaque = place["opaque"];
        place.hasOnly(opaque ? std::span<const std::string_view>(kOpaqueOpKeys) : kOpKeys, "an op");
        const std::string_view name = place["name"].name();
        BodyScope scope{read.set.params, params, {}, {}};
        readArguments(place, dtype, scope);
        const Batchable batchable = place["batchable"].boolean(true) ? Batchable::Yes : Batchable::No;
        if (place.hasFault()) {
            return;
        }
        ReadBody body = opaque ? readOpaque(opaque, scope) : readBody(place, scope);
        std::shared_ptr<const OpCall> call;
        if (opaque) {
            call = std::make_shared<UnknownCall>(std::move(body.whyOpaque), batchable);
        }
        const OpId id = read.set.ops.push_back({.name = std::string(name),
                                                .arguments = std::move(scope.arguments),
                                                .body = std::move(body.body),
                                                .batchable = batchable,
                                                .call = std::move(call)});
        read.integerEnds.push_back(std::move(body.integerEnds));
        if (!read.names.emplace(name, id).second) {
            place.fail(secondNamed("op", name));
        }
    };
    program["ops"].forEach(readOp, kMostOps);
    return read;
}

} // namespace batchscope
