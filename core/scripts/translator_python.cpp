// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

Made length(RuleContext& /*in*/, Args a) {
    if (a[0].is(Known::Kind::List)) {
        return Known::integer(static_cast<std::int64_t>(a[0].items->size()));
    }
    return isRowAt(a, 0) ? Made(Known{.kind = Known::Kind::Batch}) : std::nullopt;
}

Made item(RuleContext& /*in*/, Args a) {
    if (!a[0].is(Known::Kind::List) || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    const auto count = static_cast<std::int64_t>(a[0].items->size());
    const std::int64_t place = a[1].whole < 0 ? a[1].whole + count : a[1].whole;
    return place >= 0 && place < count ? Made((*a[0].items)[static_cast<std::size_t>(place)]) : std::nullopt;
}

bool isSmall(const Known& number) {
    constexpr std::int64_t kMost = std::int64_t{1} << 31U; // sums and products of two do not overflow
    return number.is(Known::Kind::Int) && number.whole > -kMost && number.whole < kMost;
}

/// Of two whole numbers, or of a list of them: zip and enumerate end with the shortest list.
template <bool Least>
Made extreme(RuleContext& /*in*/, Args a) {
    const bool isList = a.size() == 1 && a[0].is(Known::Kind::List);
    const std::vector<Known> numbers = isList ? *a[0].items : std::vector<Known>(a.begin(), a.end());
    if (numbers.empty() ||
        !std::all_of(numbers.begin(), numbers.end(), [](const Known& number) { return number.is(Known::Kind::Int); })) {
        return std::nullopt;
    }
    const auto isBelow = [](const Known& left, const Known& right) { return left.whole < right.whole; };
    return Least ? *std::min_element(numbers.begin(), numbers.end(), isBelow)
                 : *std::max_element(numbers.begin(), numbers.end(), isBelow);
}

/// __range_length(begin, end, step): the turns of a loop.
Made turnsOfRange(RuleContext& /*in*/, Args a) {
    if (a.size() != 3 || !std::all_of(a.begin(), a.end(), isSmall) || a[2].whole == 0) {
        return std::nullopt;
    }
    const std::int64_t way = a[2].whole > 0 ? a[1].whole - a[0].whole : a[0].whole - a[1].whole;
    const std::int64_t step = a[2].whole > 0 ? a[2].whole : -a[2].whole;
    return Known::integer(way <= 0 ? 0 : (way - 1) / step + 1);
}

/// __derive_index(turn, begin, step)
Made indexOfTurn(RuleContext& /*in*/, Args a) {
    const bool fits = a.size() == 3 && std::all_of(a.begin(), a.end(), isSmall);
    return fits ? Made(Known::integer(a[1].whole + a[0].whole * a[2].whole)) : std::nullopt;
}

/// Whether a list of whole numbers has this one.
Made contains(RuleContext& /*in*/, Args a) {
    const auto isWhole = [](const Known& number) { return number.is(Known::Kind::Int); };
    if (!a[0].is(Known::Kind::List) || !isWhole(a[1]) ||
        !std::all_of(a[0].items->begin(), a[0].items->end(), isWhole)) {
        return std::nullopt;
    }
    return Known::flag(std::any_of(a[0].items->begin(), a[0].items->end(),
                                   [&](const Known& number) { return number.whole == a[1].whole; }));
}

Made append(RuleContext& /*in*/, Args a) {
    if (!a[0].is(Known::Kind::List)) {
        return std::nullopt;
    }
    a[0].items->push_back(a[1]);
    return a[0];
}

Made list(RuleContext& /*in*/, Args a) {
    return Known::list({a.begin(), a.end()});
}

template <bool (*Holds)(double, double)>
Made compare(RuleContext& /*in*/, Args a) {
    return a[0].isScalar() && a[1].isScalar() ? Made(Known::flag(Holds(a[0].number, a[1].number))) : std::nullopt;
}

bool equal(double x, double y) {
    return x == y;
}
bool differ(double x, double y) {
    return x != y;
}
bool isLess(double x, double y) {
    return x < y;
}
bool isGreater(double x, double y) {
    return x > y;
}
bool isAtMost(double x, double y) {
    return x <= y;
}
bool isAtLeast(double x, double y) {
    return x >= y;
}

Made isSame(RuleContext& /*in*/, Args a) {
    return Known::flag(a[0].is(Known::Kind::None) && a[1].is(Known::Kind::None));
}

Made isOther(RuleContext& /*in*/, Args a) {
    return Known::flag(!(a[0].is(Known::Kind::None) && a[1].is(Known::Kind::None)));
}

Made negation(RuleContext& /*in*/, Args a) {
    return a[0].is(Known::Kind::Flag) ? Made(Known::flag(a[0].whole == 0)) : std::nullopt;
}

Made floorDivide(RuleContext& /*in*/, Args a) {
    const bool fits = a[0].is(Known::Kind::Int) && a[1].is(Known::Kind::Int) && a[1].whole > 0 && a[0].whole >= 0;
    return fits ? Made(Known::integer(a[0].whole / a[1].whole)) : std::nullopt;
}

Made asNumber(RuleContext& /*in*/, Args a) {
    return a[0].isScalar() ? Made(Known::real(a[0].number)) : std::nullopt;
}

Made nothing(RuleContext& /*in*/, Args /*a*/) {
    return Known::none();
}

constexpr std::array kPythonRules = {
    RuleRow{"aten::len", length},
    RuleRow{"aten::__getitem__", item},
    RuleRow{"prim::TupleIndex", item},
    RuleRow{"aten::append", append},
    RuleRow{"prim::ListConstruct", list},
    RuleRow{"prim::TupleConstruct", list},
    RuleRow{"aten::eq", compare<equal>},
    RuleRow{"aten::ne", compare<differ>},
    RuleRow{"aten::lt", compare<isLess>},
    RuleRow{"aten::gt", compare<isGreater>},
    RuleRow{"aten::le", compare<isAtMost>},
    RuleRow{"aten::ge", compare<isAtLeast>},
    RuleRow{"aten::__is__", isSame},
    RuleRow{"aten::__isnot__", isOther},
    RuleRow{"aten::__not__", negation},
    RuleRow{"aten::floordiv", floorDivide},
    RuleRow{"aten::Float", asNumber},
    RuleRow{"prim::device", nothing},
    RuleRow{"prim::dtype", nothing},
    RuleRow{"prim::min", extreme<true>},
    RuleRow{"prim::max", extreme<false>},
    RuleRow{"aten::__range_length", turnsOfRange},
    RuleRow{"aten::__derive_index", indexOfTurn},
    RuleRow{"aten::__contains__", contains},
};

} // namespace

std::span<const RuleRow> pythonRules() {
    return kPythonRules;
}

} // namespace batchscope
