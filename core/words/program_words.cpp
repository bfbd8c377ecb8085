// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/program_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string secondNamed(std::string_view kind, std::string_view name) {
    return fmt::format("found a second {} named '{}'; rename one of them", kind, name);
}

std::string tooManyNumbers(std::int64_t total, std::int64_t most) {
    return fmt::format("this parameter brings the total to {} numbers; expected at most {}", total, most);
}

std::string valuesOfParameter(std::int32_t rows, std::int32_t columns) {
    return fmt::format("an array of {} · {} = {} numbers, row after row", rows, columns, std::int64_t{rows} * columns);
}

std::string variadicOfClass(std::string_view argumentClass) {
    return fmt::format("found a variadic argument of class {}; only rows can be variadic", argumentClass);
}

std::string oneForEachArgument(std::size_t arguments, std::string_view op) {
    return fmt::format("{}, one for each argument of op '{}'", arguments, op);
}

std::string ofArgumentClass(std::string_view example, std::string_view argumentClass) {
    return fmt::format("{}: this argument is of class {}", example, argumentClass);
}

std::string asManyNames(std::size_t names) {
    return fmt::format("{} name{}, as in the variadic argument before it", names, names == 1 ? "" : "s");
}

std::string arrayOfNumbers(std::int32_t numbers) {
    return fmt::format("an array of {} number{}", numbers, numbers == 1 ? "" : "s");
}

std::string rowOfWidth(std::int32_t expected, std::int32_t found) {
    return fmt::format("a row of {}; this one is a row of {}", expected, found);
}

std::string oneOfOutputs(std::size_t outputs, std::string_view op) {
    return fmt::format("one of its {} outputs, such as \"a.0\": op '{}' has several", outputs, op);
}

std::string outputAfterDot(std::size_t outputs, std::string_view op) {
    if (outputs == 1) {
        return fmt::format("output 0, the only output of op '{}'", op);
    }
    return fmt::format("an output from 0 to {} after the dot: op '{}' has {}", outputs - 1, op, outputs);
}

std::string usesForeignValue(const CallOfInstance& user, const CallOfInstance& used) {
    return fmt::format("the call '{}' of instance {} uses the value of '{}', a call of instance {}", user.call,
                       user.instance, used.call, used.instance);
}

std::string onlyTogether(std::string_view sharing, std::size_t instances) {
    return fmt::format("the instances of this program can only run together: {}; choose all {}", sharing, instances);
}

} // namespace batchscope::words
