// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_ops.h"

#include "core/nets/program_body.h"
#include "core/words/json_words.h"
#include "core/words/program_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

namespace batchscope {

namespace {

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
